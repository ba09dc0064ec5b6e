// SPDX-License-Identifier: Apache-2.0

// Package room plays matches: it keeps them in memory, decides commands, commits events,
// runs clocks, and lets players create, join and enter matches. Every command takes the
// same steps: check who may do it, ask match.Do, append the events in one transaction,
// answer, and wake the readers.
//
// What is in memory is a cache of the store. The package knows neither SQL nor HTTP nor
// any concrete game, and nothing of what stands over matches: the lobby, relations
// between users, the computer, the archive.
package room

import (
	"context"
	"fmt"
	"log/slog"
	"slices"
	"sync"

	"cairn/catalog"
	"cairn/internal/account"
	"cairn/internal/failure"
	"cairn/internal/live/cluster"
	"cairn/internal/live/presence"
	"cairn/match"
)

// Options are the parts of Rooms; all must be given.
type Options struct {
	Store    Store
	Bus      cluster.Bus
	Cluster  cluster.Cluster
	Presence *presence.Presence
	Games    *catalog.Catalog
	Log      *slog.Logger
	// Admit refuses a move or a match of a kind that needs more than the server can
	// do for the client now.
	Admit func(context.Context, Kind) error
}

// Rooms are the matches. All changes of matches are made here. Its methods may be called
// concurrently.
type Rooms struct {
	store    Store
	bus      cluster.Bus
	cluster  cluster.Cluster
	presence *presence.Presence
	games    *catalog.Catalog
	log      *slog.Logger
	admit    func(context.Context, Kind) error
	onChange []func(ctx context.Context, before, after *Info)

	mu    sync.Mutex
	cache *cache
}

// New returns the rooms of a store.
func New(o Options) *Rooms {
	return &Rooms{
		store: o.Store, bus: o.Bus, cluster: o.Cluster, presence: o.Presence, games: o.Games, log: o.Log, admit: o.Admit,
		cache: newCache(maxRoomBytes),
	}
}

// OnChange calls f after each change of a match on this node, with the match locked; f
// must not block. The zero Info is a match before it was made. OnChange must be called
// before the first command.
func (rs *Rooms) OnChange(f func(ctx context.Context, before, after *Info)) {
	rs.onChange = append(rs.onChange, f)
}

// Games returns the catalogue.
func (rs *Rooms) Games() *catalog.Catalog { return rs.games }

// Room is a match in its current state, with its Info.
type Room struct {
	Info     Info
	Match    match.Match
	Rendered *Rendered // what displays made of this state
}

// cached keeps one match in memory. Its lock is held while a command is decided
// and stored, so that the commands of one match wait here and not in the
// database; between servers the store decides.
type cached struct {
	sync.Mutex
	*Room                // immutable, since streams share it: a change replaces it
	recent []match.Event // the last ones, for streams that are not far behind
	bytes  int           // what it takes in memory, estimated
}

// maxRecent is how many events a room keeps at least; twice as many at most. The store has
// all.
const maxRecent = 16

// Find returns a match that a user may see, as it is in the store. A match that the user
// may not see is NotFound, so that its existence is not revealed.
func (rs *Rooms) Find(ctx context.Context, user account.User, id string) (Room, error) {
	r, err := rs.latest(ctx, id)
	if err != nil {
		return Room{}, err
	}
	return r.show(user)
}

// Read is Find for a match that is read once, as in an export: it does not put
// the match into memory, where others would have to leave for it.
func (rs *Rooms) Read(ctx context.Context, user account.User, id string) (Room, error) {
	if rs.peek(id) != nil {
		return rs.Find(ctx, user, id)
	}
	r := &cached{}
	if err := rs.load(ctx, r, id); err != nil {
		return Room{}, err
	}
	return r.show(user)
}

// Latest returns a match as it is in the store.
func (rs *Rooms) Latest(ctx context.Context, id string) (Room, error) {
	r, err := rs.latest(ctx, id)
	if err != nil {
		return Room{}, err
	}
	return *r.now(), nil
}

// Cached returns the summary of a match that is in memory.
func (rs *Rooms) Cached(id string) (Info, bool) {
	r := rs.peek(id)
	if r == nil {
		return Info{}, false
	}
	return r.now().Info, true
}

// Since returns a match, at least as far as a seq, and its events after another one; no
// events if too many have happened since to be in memory.
func (rs *Rooms) Since(ctx context.Context, id string, after, least int) (*Room, []match.Event, error) {
	r, err := rs.find(ctx, id, least)
	if err != nil {
		return nil, nil, err
	}
	r.Lock()
	defer r.Unlock()
	events, _ := r.since(after)
	return r.Room, events, nil
}

// find returns the match with an id, at least as far as seq.
func (rs *Rooms) find(ctx context.Context, id string, seq int) (*cached, error) {
	if r := rs.peek(id); r != nil {
		r.Lock()
		defer r.Unlock()
		if r.Info.Seq >= seq {
			return r, nil
		}
		return r, rs.refresh(ctx, r)
	}
	r := &cached{}
	if err := rs.load(ctx, r, id); err != nil {
		return nil, err
	}
	if rs.keepIfAbsent(r) {
		return r, nil
	}
	return rs.find(ctx, id, r.Info.Seq)
}

// latest is find for a match as it is in the store.
func (rs *Rooms) latest(ctx context.Context, id string) (*cached, error) {
	if rs.cluster.MayLag() {
		return rs.find(ctx, id, cluster.AskStore)
	}
	return rs.find(ctx, id, 0)
}

// peek returns a match that is in memory, else nil.
func (rs *Rooms) peek(id string) *cached {
	rs.mu.Lock()
	defer rs.mu.Unlock()
	return rs.cache.find(id)
}

// keepIfAbsent keeps a match, unless another goroutine has kept it meanwhile, as it was
// before or after a change at another node. It reports whether it did.
func (rs *Rooms) keepIfAbsent(r *cached) bool {
	rs.mu.Lock()
	defer rs.mu.Unlock()
	if rs.cache.find(r.Info.ID) != nil {
		return false
	}
	rs.cache.keep(r)
	return true
}

// resize notes how large a room is after a change, unless the cache has dropped it. If
// the match was read again since, that copy may be older than the change, and is dropped
// too. The room is locked.
func (rs *Rooms) resize(r *cached) {
	rs.mu.Lock()
	defer rs.mu.Unlock()
	switch rs.cache.find(r.Info.ID) {
	case nil:
	case r:
		rs.cache.keep(r)
	default:
		rs.cache.remove(r.Info.ID)
	}
}

// forget removes a match from memory, so that it is read again: the store knows
// whether a change was made.
func (rs *Rooms) forget(id string) {
	rs.mu.Lock()
	defer rs.mu.Unlock()
	rs.cache.remove(id)
}

// load reads a match from the store.
func (rs *Rooms) load(ctx context.Context, r *cached, id string) error {
	info, err := rs.store.FindMatch(ctx, id)
	if err != nil {
		return err
	}
	events, err := rs.store.FindEvents(ctx, id, 0)
	if err != nil {
		return err
	}
	if info, err = rs.withRematch(ctx, info, events); err != nil {
		return err
	}
	return rs.fill(r, info, events)
}

// fill makes a match of all its events.
func (rs *Rooms) fill(r *cached, info Info, events []match.Event) error {
	g, err := rs.games.Game(info.Game)
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
func (rs *Rooms) withRematch(ctx context.Context, info Info, events []match.Event) (Info, error) {
	if info.Rematch != "" || !rematchAgreed(events) {
		return info, nil
	}
	return rs.store.FindMatch(ctx, info.ID)
}

// refresh reads the events that a room has missed. The room is locked.
func (rs *Rooms) refresh(ctx context.Context, r *cached) error {
	events, err := rs.store.FindEvents(ctx, r.Info.ID, r.Match.Seq())
	if err != nil || len(events) == 0 {
		return err
	}
	info, err := rs.withRematch(ctx, r.Info, events)
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
	rs.resize(r)
	return nil
}

// catchUp refreshes a match that is in memory and wakes its readers, if the store
// is ahead of it.
func (rs *Rooms) catchUp(ctx context.Context, info Info) error {
	r := rs.peek(info.ID)
	if r == nil {
		return nil
	}
	r.Lock()
	defer r.Unlock()
	if r.Info.Seq >= info.Seq {
		return nil
	}
	if err := rs.refresh(ctx, r); err != nil {
		return err
	}
	rs.bus.Publish(cluster.MatchTopic(info.ID), r.Info.Seq)
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
