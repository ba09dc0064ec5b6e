// SPDX-License-Identifier: Apache-2.0

package room

import (
	"context"
	"fmt"
	"slices"
	"sync"

	"cairn/internal/account"
	"cairn/internal/failure"
	"cairn/internal/live/cluster"
	"cairn/match"
)

// memory is the matches in memory, a cache of the store.
type memory struct {
	store Store
	env   Env

	mu    sync.Mutex
	cache *cache
}

// cached keeps one match in memory. Its lock is held while a command is decided
// and stored, so that the commands of one match wait here and not in the
// database; between servers the store decides.
type cached struct {
	sync.Mutex
	*Room                // immutable, since streams share it: a change replaces it
	recent []match.Event // the last ones, for streams that are not far behind
	bytes  int           // estimated size in memory
}

// maxRecent is how many events a room keeps at least; twice as many at most. The store has
// all.
const maxRecent = 16

// find returns the match with an id, at least as far as seq.
func (c *memory) find(ctx context.Context, id string, seq int) (*cached, error) {
	if r := c.peek(id); r != nil {
		r.Lock()
		defer r.Unlock()
		if r.Info.Seq >= seq {
			return r, nil
		}
		return r, c.refresh(ctx, r)
	}
	r := &cached{}
	if err := c.load(ctx, r, id); err != nil {
		return nil, err
	}
	if c.keepIfAbsent(r) {
		return r, nil
	}
	return c.find(ctx, id, r.Info.Seq)
}

// latest is find for a match as it is in the store.
func (c *memory) latest(ctx context.Context, id string) (*cached, error) {
	if c.env.Cluster.MayLag() {
		return c.find(ctx, id, cluster.AskStore)
	}
	return c.find(ctx, id, 0)
}

// peek returns a match that is in memory, else nil.
func (c *memory) peek(id string) *cached {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.cache.find(id)
}

// keepIfAbsent keeps a match, unless another goroutine has kept it meanwhile, as it was
// before or after a change at another node. It reports whether it did.
func (c *memory) keepIfAbsent(r *cached) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.cache.find(r.Info.ID) != nil {
		return false
	}
	c.cache.keep(r)
	return true
}

// resize notes how large a room is after a change, unless the cache has dropped it. If
// the match was read again since, that copy may be older than the change, and is dropped
// too. The room is locked.
func (c *memory) resize(r *cached) {
	c.mu.Lock()
	defer c.mu.Unlock()
	switch c.cache.find(r.Info.ID) {
	case nil:
	case r:
		c.cache.keep(r)
	default:
		c.cache.remove(r.Info.ID)
	}
}

// forget removes a match from memory, so that it is read again: the store knows
// whether a change was made.
func (c *memory) forget(id string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.cache.remove(id)
}

// load reads a match from the store.
func (c *memory) load(ctx context.Context, r *cached, id string) error {
	info, err := c.store.FindMatch(ctx, id)
	if err != nil {
		return err
	}
	events, err := c.store.FindEvents(ctx, id, 0)
	if err != nil {
		return err
	}
	if info, err = c.withRematch(ctx, info, events); err != nil {
		return err
	}
	return c.fill(r, info, events)
}

// fill makes a match of all its events.
func (c *memory) fill(r *cached, info Info, events []match.Event) error {
	g, err := c.env.Games.Game(info.Game)
	if err != nil {
		return fmt.Errorf("match %s: %w", info.ID, err)
	}
	m, err := match.Fold(g, events)
	if err != nil {
		return fmt.Errorf("match %s: %w", info.ID, err)
	}
	info.update(m)
	r.Room, r.recent, r.bytes = &Room{Info: info, Match: m, Rendered: &Rendered{}}, nil, roomBytes
	r.remember(events)
	return nil
}

// withRematch returns the summary of a match with the id of the rematch that events have
// agreed on since it was read: the id is in no event.
func (c *memory) withRematch(ctx context.Context, info Info, events []match.Event) (Info, error) {
	if info.Rematch != "" || !rematchAgreed(events) {
		return info, nil
	}
	return c.store.FindMatch(ctx, info.ID)
}

// refresh reads the events that a room has missed. The room is locked.
func (c *memory) refresh(ctx context.Context, r *cached) error {
	events, err := c.store.FindEvents(ctx, r.Info.ID, r.Match.Seq())
	if err != nil || len(events) == 0 {
		return err
	}
	info, err := c.withRematch(ctx, r.Info, events)
	if err != nil {
		return err
	}
	m, err := r.Match.Apply(events...)
	if err != nil {
		return fmt.Errorf("match %s: %w", r.Info.ID, err)
	}
	info.update(m)
	r.Room = &Room{Info: info, Match: m, Rendered: &Rendered{}}
	r.remember(events)
	c.resize(r)
	return nil
}

// now returns the current state.
func (r *cached) now() *Room {
	r.Lock()
	defer r.Unlock()
	return r.Room
}

// show returns the current state to a user who may see it.
func (r *cached) show(user account.User) (Room, error) {
	if room := r.now(); room.Info.VisibleTo(user.ID) {
		return *room, nil
	}
	return Room{}, failure.ErrNotFound
}

// remember keeps the last events, and counts all.
func (r *cached) remember(events []match.Event) {
	r.bytes += sizeOf(events)
	r.recent = append(r.recent, events...)
	if len(r.recent) > 2*maxRecent { // not after every event
		r.recent = append([]match.Event(nil), r.recent[len(r.recent)-maxRecent:]...)
	}
}

// since returns the recent events after a seq, which all streams share, or false when
// some of them are no longer in memory.
func (r *cached) since(seq int) ([]match.Event, bool) {
	if seq >= r.Info.Seq {
		return nil, true
	}
	if len(r.recent) == 0 || r.recent[0].Seq > seq+1 {
		return nil, false
	}
	return slices.Clip(r.recent[seq+1-r.recent[0].Seq:]), true
}
