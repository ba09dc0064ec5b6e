// SPDX-License-Identifier: Apache-2.0

package play

import (
	"context"
	"errors"
	"sync"

	"cairn/catalog"
	"cairn/engine"
	"cairn/match"
)

// thinkers bounds the searches that run at the same time. A match has at most
// one; every search is bounded in time, so none keeps others waiting for long.
type thinkers struct {
	slots chan struct{}
	sync.Mutex
	busy map[string]bool // matches that have a search, running or waiting
}

// begin reports whether a match has no search yet, and notes one.
func (t *thinkers) begin(id string) bool {
	t.Lock()
	defer t.Unlock()
	if t.busy[id] {
		return false
	}
	t.busy[id] = true
	return true
}

func (t *thinkers) end(id string) {
	t.Lock()
	defer t.Unlock()
	delete(t.busy, id)
}

// follow sees to what a match needs after a change: the computer's move.
func (s *Service) follow(r Room) {
	if _, program := ComputerLevel(r.Info.Seats[r.Info.Turn]); !program || r.Info.Status != match.Playing {
		return
	}
	if s.stopped.Err() != nil || !s.thinkers.begin(r.Info.ID) {
		return
	}
	s.background.Go(func() {
		err := s.computerTurn(r.Info.ID)
		s.thinkers.end(r.Info.ID)
		if err != nil && !errors.Is(err, context.Canceled) {
			s.log.Error("computer's turn", "match", r.Info.ID, "err", err)
		}
		s.again(r.Info.ID)
	})
}

// again looks once more when a search has ended: the match may have changed
// while it ran, and have asked for a search that was refused.
func (s *Service) again(id string) {
	r, err := s.room(s.stopped, id, 0)
	if err != nil {
		return
	}
	r.Lock()
	room := r.Room
	r.Unlock()
	if !room.Match.Paused() {
		s.follow(room)
	}
}

// computerTurn finds the computer's move and plays it, unless the match has
// changed meanwhile.
func (s *Service) computerTurn(id string) error {
	select {
	case s.thinkers.slots <- struct{}{}:
		defer func() { <-s.thinkers.slots }()
	case <-s.stopped.Done():
		return s.stopped.Err()
	}
	r, err := s.room(s.stopped, id, 0)
	if err != nil {
		return err
	}
	r.Lock()
	room := r.Room
	r.Unlock()
	level, program := ComputerLevel(room.Info.Seats[room.Match.Turn()])
	if !program || room.Info.Status != match.Playing {
		return nil
	}
	entry, err := s.games.Find(room.Info.Game)
	if err != nil {
		return err
	}
	answer, err := s.think(entry, catalog.Question{
		State: room.Match.State(), Recent: room.Match.Walk().History().Recent(),
		Level: engine.Level(level), Seed: uint64(s.now().UnixNano()),
	})
	if err != nil || s.stopped.Err() != nil {
		return err
	}
	return s.answer(id, room, answer.Move)
}

// think finds a move. A match goes on when the tables of a perfect player have
// gone or cannot be read: a master takes over.
func (s *Service) think(entry *catalog.Entry, q catalog.Question) (catalog.Answer, error) {
	answer, err := entry.Think(s.stopped, q)
	if err == nil || q.Level != engine.Perfect || s.stopped.Err() != nil {
		return answer, err
	}
	s.log.Warn("perfect player", "game", entry.Info().ID, "err", err)
	q.Level = engine.Master
	return entry.Think(s.stopped, q)
}

// answer plays the computer's move in the room it was found in.
func (s *Service) answer(id string, found Room, move string) error {
	r, err := s.room(s.stopped, id, 0)
	if err != nil {
		return err
	}
	r.Lock()
	defer r.Unlock()
	if r.Match.State().String() != found.Match.State().String() {
		return nil
	}
	action := match.Action{Kind: match.Move, By: match.SeatOf(found.Match.Turn()), Move: move}
	_, err = s.commit(s.stopped, r, s.now(), action, Command{})
	if CodeOf(err) == Stale || CodeOf(err) == Over || CodeOf(err) == Forbidden {
		return nil
	}
	return err
}

// wakeComputer lets the computer go on wherever it is to move.
func (s *Service) wakeComputer(ctx context.Context) error {
	list, err := s.store.FindMatches(ctx, Filter{Statuses: []match.Status{match.Playing}, Kinds: []Kind{Computer}})
	for _, info := range list {
		s.follow(Room{Info: info})
	}
	return err
}
