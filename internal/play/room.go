// SPDX-License-Identifier: Apache-2.0

package play

import (
	"context"
	"fmt"
	"sync"

	"cairn/match"
)

// Room is a match as it stands, with what lists know of it.
type Room struct {
	Info  Info
	Match match.Match
}

// room keeps one match in memory. Its lock is held while a command is decided
// and stored, so that commands of one match queue here and not in the database;
// between nodes the store decides.
type room struct {
	sync.Mutex
	Room
	recent []match.Event // the last ones, for streams that are not far behind
}

// Limits of what is kept in memory; the store has everything.
const (
	maxRooms  = 20_000
	maxRecent = 16
)

// rooms are the matches in memory.
type rooms struct {
	sync.Mutex
	open map[string]*room
}

// room returns the match of that id, up to date at least as far as seq.
func (s *Service) room(ctx context.Context, id string, seq int) (*room, error) {
	s.rooms.Lock()
	r := s.rooms.open[id]
	s.rooms.Unlock()
	if r != nil {
		r.Lock()
		defer r.Unlock()
		if r.Info.Seq >= seq {
			return r, nil
		}
		return r, s.refresh(ctx, r)
	}
	r = &room{}
	if err := s.load(ctx, r, id); err != nil {
		return nil, err
	}
	s.rooms.Lock()
	defer s.rooms.Unlock()
	if first := s.rooms.open[id]; first != nil {
		return first, nil
	}
	for victim := range s.rooms.open {
		if len(s.rooms.open) < maxRooms {
			break
		}
		delete(s.rooms.open, victim) // any will do: it is read again when needed
	}
	s.rooms.open[id] = r
	return r, nil
}

// load reads a match from the store.
func (s *Service) load(ctx context.Context, r *room, id string) error {
	info, err := s.store.FindMatch(ctx, id)
	if err != nil {
		return err
	}
	events, err := s.store.FindEvents(ctx, id, 0)
	if err != nil {
		return err
	}
	g, err := s.games.Game(info.Game)
	if err != nil {
		return fmt.Errorf("match %s: %w", id, err)
	}
	m, err := match.Fold(g, events)
	if err != nil {
		return fmt.Errorf("match %s: %w", id, err)
	}
	r.Room, r.recent = Room{Info: info, Match: m}, nil
	r.Info.update(m)
	r.remember(events)
	return nil
}

// refresh reads what a room has missed. It is called with the room locked.
func (s *Service) refresh(ctx context.Context, r *room) error {
	info, err := s.store.FindMatch(ctx, r.Info.ID)
	if err != nil {
		return err
	}
	events, err := s.store.FindEvents(ctx, r.Info.ID, r.Match.Seq())
	if err != nil || len(events) == 0 {
		return err
	}
	m, err := r.Match.Apply(events...)
	if err != nil {
		return fmt.Errorf("match %s: %w", r.Info.ID, err)
	}
	r.Room = Room{Info: info, Match: m}
	r.Info.update(m)
	r.remember(events)
	return nil
}

func (r *room) remember(events []match.Event) {
	r.recent = append(r.recent, events...)
	if surplus := len(r.recent) - maxRecent; surplus > 0 {
		r.recent = append([]match.Event(nil), r.recent[surplus:]...)
	}
}

// since returns the remembered events after a seq, or false when some of them
// are no longer remembered.
func (r *room) since(seq int) ([]match.Event, bool) {
	if seq >= r.Info.Seq {
		return nil, true
	}
	if len(r.recent) == 0 || r.recent[0].Seq > seq+1 {
		return nil, false
	}
	events := r.recent[seq+1-r.recent[0].Seq:]
	return append([]match.Event(nil), events...), true
}

// Room returns a match for somebody who may see it. A match somebody may not see
// is not found, so that nobody learns that it is there.
func (s *Service) Room(ctx context.Context, user User, id string) (Room, error) {
	r, err := s.room(ctx, id, 0)
	if err != nil {
		return Room{}, err
	}
	r.Lock()
	defer r.Unlock()
	if !r.Info.Seen(user.ID) {
		return Room{}, ErrNotFound
	}
	return r.Room, nil
}

// Matches returns what lists show of matches.
func (s *Service) Matches(ctx context.Context, f Filter) ([]Info, error) {
	return s.store.FindMatches(ctx, f)
}

// Events returns the events of a match after a seq.
func (s *Service) Events(ctx context.Context, id string, after int) ([]match.Event, error) {
	return s.store.FindEvents(ctx, id, after)
}
