// SPDX-License-Identifier: Apache-2.0

package live

import (
	"context"
	"errors"
	"log/slog"
	"runtime"
	"sync"
	"time"

	"cairn/catalog"
	"cairn/engine"
	"cairn/internal/failure"
	"cairn/internal/fair"
	"cairn/match"
)

// maxSearches bounds the searches of one address, running and waiting: a school
// plays from one address.
const maxSearches = 100

// computer plays the seats of the computer. It bounds the searches that run at
// the same time; a match has at most one. Every search is bounded in time, and
// addresses and users take turns, so that many games of one user do not keep others waiting.
type computer struct {
	rooms      *rooms
	games      *catalog.Catalog
	now        func() time.Time
	log        *slog.Logger
	stopped    context.Context
	background *sync.WaitGroup
	queue      *fair.Queue

	sync.Mutex
	busy map[string]bool // matches that have a search, running or waiting
}

// begin notes a search for a match; it returns false if there is one already.
func (c *computer) begin(id string) bool {
	c.Lock()
	defer c.Unlock()
	if c.busy[id] {
		return false
	}
	c.busy[id] = true
	return true
}

func (c *computer) end(id string) {
	c.Lock()
	defer c.Unlock()
	delete(c.busy, id)
}

// defaultThinkers returns how many searches run at the same time by default. Two at
// least: one address alone uses all but one.
func defaultThinkers() int { return max(2, runtime.GOMAXPROCS(0)) }

// newSearches returns the queue for a number of searches at the same time. One
// address leaves a place for others.
func newSearches(thinkers int) *fair.Queue {
	return fair.New(fair.Limit{Running: thinkers, RunningOfAddress: max(1, thinkers-1)})
}

// mayAsk refuses a move or a new match that needs another search when very many
// of the address wait already.
func (c *computer) mayAsk(ctx context.Context, kind Kind) error {
	if kind == Computer && c.queue.OfAddress(fair.Of(ctx).Address) >= maxSearches {
		return fair.ErrBusy
	}
	return nil
}

// searchAgain is how long to wait after a search whose move could not be played.
const searchAgain = 5 * time.Second

// wake starts a search in the background if it is the computer's turn, and reports
// whether it did. The search is for the player, at the address of the request that
// led to it.
func (c *computer) wake(ctx context.Context, info *Info) bool {
	if _, program := ComputerLevel(info.Seats[info.Turn]); !program || info.Status != match.Playing {
		return false
	}
	client, id := fair.Of(ctx), info.ID
	client.Person = info.Seats[info.Turn.Other()]
	if c.stopped.Err() != nil || c.rooms.pulse.stopping() != nil || !c.begin(id) {
		return false
	}
	c.background.Go(func() {
		err := c.move(client, id)
		c.end(id)
		if err != nil && !errors.Is(err, context.Canceled) && !errors.Is(err, ErrStopping) {
			c.log.Error("computer's move", "match", id, "err", err)
			select { // so that a lasting fault, such as a full disk, costs little
			case <-time.After(searchAgain):
			case <-c.stopped.Done():
			}
		}
		c.wakeAgain(fair.With(c.stopped, client), id)
	})
	return true
}

// wakeAgain calls wake after a search: the match may have changed while it ran,
// when another search could not begin.
func (c *computer) wakeAgain(ctx context.Context, id string) {
	r, err := c.room(id)
	if err == nil && !r.Match.Paused() {
		c.wake(ctx, &r.Info)
	}
}

// room returns the current state of a match.
func (c *computer) room(id string) (Room, error) {
	r, err := c.rooms.latest(c.stopped, id)
	if err != nil {
		return Room{}, err
	}
	return *r.now(), nil
}

// move finds the computer's move and plays it, unless the match has changed
// meanwhile.
func (c *computer) move(client fair.Client, id string) error {
	release, err := c.queue.Acquire(c.stopped, client)
	if err != nil {
		return err
	}
	defer release()
	room, err := c.room(id)
	if err != nil {
		return err
	}
	level, program := ComputerLevel(room.Info.Seats[room.Match.Turn()])
	if !program || room.Info.Status != match.Playing {
		return nil
	}
	entry, err := c.games.Find(room.Info.Game)
	if err != nil {
		return err
	}
	var answer catalog.Answer
	fair.AtLowPriority(func() {
		answer, err = c.think(entry, catalog.Question{
			State: room.Match.State(), Recent: room.Match.Walk().Recent(),
			Level: engine.Level(level), Seed: uint64(c.now().UnixNano()),
		})
	})
	if err != nil || c.stopped.Err() != nil {
		return err
	}
	return c.play(id, room, answer.Move)
}

// think finds a move. When the tables of the perfect level are missing or cannot
// be read, the master level takes over.
func (c *computer) think(entry *catalog.Entry, q catalog.Question) (catalog.Answer, error) {
	answer, err := entry.Think(c.stopped, q)
	if err == nil || q.Level != engine.Perfect || c.stopped.Err() != nil {
		return answer, err
	}
	c.log.Warn("perfect player", "game", entry.Info().ID, "err", err)
	q.Level = engine.Master
	return entry.Think(c.stopped, q)
}

// play plays a move in the position for which it was found.
func (c *computer) play(id string, found Room, move string) error {
	r, err := c.rooms.find(c.stopped, id, 0)
	if err != nil {
		return err
	}
	r.Lock()
	defer r.Unlock()
	if r.Match.State().String() != found.Match.State().String() {
		return nil
	}
	action := match.Action{Kind: match.Move, By: match.SeatOf(found.Match.Turn()), Move: move}
	_, err = c.rooms.commit(c.stopped, r, c.now(), action, Command{})
	switch failure.CodeOf(err) {
	case failure.Stale: // another server has changed the match
		return c.rooms.refresh(c.stopped, r)
	case failure.Over, failure.Forbidden: // the match has changed meanwhile
		return nil
	}
	return err
}

// wakeComputer lets the computer move in all running matches.
func (s *Service) wakeComputer(ctx context.Context) error {
	list, err := s.store.FindMatches(ctx, Filter{Statuses: []match.Status{match.Playing}, Kinds: []Kind{Computer}})
	for _, info := range list {
		s.computer.wake(ctx, &info)
	}
	return err
}
