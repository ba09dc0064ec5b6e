// SPDX-License-Identifier: Apache-2.0

// Package room plays matches: it keeps them in memory, decides commands, commits events,
// runs clocks, and lets players create, join and enter matches. Every command takes the
// same steps: check who may do it, ask match.Do, append the events in one transaction,
// answer, and wake the readers.
//
// What is in memory is a cache of the store. The package knows neither SQL nor HTTP nor
// any concrete game, and not the packages above it: the lobby, relations between users,
// the computer, the archive.
package room

import (
	"context"
	"log/slog"

	"cairn/catalog"
	"cairn/internal/account"
	"cairn/internal/live/cluster"
	"cairn/internal/live/presence"
	"cairn/match"
)

// Env is the parts of a node that the packages of live play share; all must be given.
type Env struct {
	Bus      cluster.Bus
	Cluster  cluster.Cluster
	Presence *presence.Presence
	Games    *catalog.Catalog
	Log      *slog.Logger
	Stopped  context.Context // ends streams and searches
}

// Rooms are the matches. All changes of matches are made here. Its methods may be called
// concurrently.
type Rooms struct {
	store    Store
	env      Env
	admit    func(context.Context, Kind) error
	onChange []func(ctx context.Context, before, after *Info)
	memory   memory
}

// New returns the rooms of a store. admit refuses a move or a match of a kind that needs
// more than the server can do for the client now.
func New(store Store, env Env, admit func(context.Context, Kind) error) *Rooms {
	return &Rooms{store: store, env: env, admit: admit, memory: memory{store: store, env: env, cache: newCache(maxRoomBytes)}}
}

// OnChange calls f after each change of a match on this node, with the match locked; f
// must not block. The zero Info is a match before it was made. OnChange must be called
// before the first command.
func (rs *Rooms) OnChange(f func(ctx context.Context, before, after *Info)) {
	rs.onChange = append(rs.onChange, f)
}

// Games returns the catalogue.
func (rs *Rooms) Games() *catalog.Catalog { return rs.env.Games }

// Room is a match in its current state, with its Info.
type Room struct {
	Info     Info
	Match    match.Match
	Rendered *Rendered // cache of displays
}

// Find returns a match that a user may see, as it is in the store. A match that the user
// may not see is NotFound, so that its existence is not revealed.
func (rs *Rooms) Find(ctx context.Context, user account.User, id string) (Room, error) {
	r, err := rs.memory.latest(ctx, id)
	if err != nil {
		return Room{}, err
	}
	return r.show(user)
}

// Read is Find for a match that is read once, as in an export: it bypasses the cache, so
// that no other match is evicted.
func (rs *Rooms) Read(ctx context.Context, user account.User, id string) (Room, error) {
	if rs.memory.peek(id) != nil {
		return rs.Find(ctx, user, id)
	}
	r := &cached{}
	if err := rs.memory.load(ctx, r, id); err != nil {
		return Room{}, err
	}
	return r.show(user)
}

// Latest returns a match as it is in the store.
func (rs *Rooms) Latest(ctx context.Context, id string) (Room, error) {
	r, err := rs.memory.latest(ctx, id)
	if err != nil {
		return Room{}, err
	}
	return *r.now(), nil
}

// Cached returns the summary of a match that is in memory.
func (rs *Rooms) Cached(id string) (Info, bool) {
	r := rs.memory.peek(id)
	if r == nil {
		return Info{}, false
	}
	return r.now().Info, true
}

// Since returns a match, at least as far as a seq, and its events after another one; no
// events if too many have happened since to be in memory.
func (rs *Rooms) Since(ctx context.Context, id string, after, least int) (*Room, []match.Event, error) {
	r, err := rs.memory.find(ctx, id, least)
	if err != nil {
		return nil, nil, err
	}
	r.Lock()
	defer r.Unlock()
	events, _ := r.since(after)
	return r.Room, events, nil
}

// catchUp refreshes a match that is in memory and wakes its readers, if the store
// is ahead of it.
func (rs *Rooms) catchUp(ctx context.Context, info Info) error {
	r := rs.memory.peek(info.ID)
	if r == nil {
		return nil
	}
	r.Lock()
	defer r.Unlock()
	if r.Info.Seq >= info.Seq {
		return nil
	}
	if err := rs.memory.refresh(ctx, r); err != nil {
		return err
	}
	rs.env.Bus.Publish(cluster.MatchTopic(info.ID), r.Info.Seq)
	return nil
}
