// SPDX-License-Identifier: Apache-2.0

// Package stream follows matches for open pages: events, presence and extras. It uses
// room and social, which do not know each other.
package stream

import (
	"context"
	"sync/atomic"
	"time"

	"cairn/internal/account"
	"cairn/internal/failure"
	"cairn/internal/live/cluster"
	"cairn/internal/live/room"
	"cairn/internal/live/social"
	"cairn/match"
)

// Streams opens streams of matches. Its methods may be called concurrently.
type Streams struct {
	store   Store
	env     room.Env
	rooms   *room.Rooms
	people  *social.People
	phrases *social.Phrases
	readers readers
	behind  atomic.Int64 // matches whose readers the bus has not woken
}

// New returns the streams of matches.
func New(store Store, env room.Env, rooms *room.Rooms, people *social.People, phrases *social.Phrases) *Streams {
	s := &Streams{store: store, env: env, rooms: rooms, people: people, phrases: phrases, readers: readers{matches: map[string]*readership{}}}
	s.env.Presence.Watch(s.readers.ids, func(id string) {
		s.readers.refresh(id)
		s.rooms.StartPresent(s.env.Stopped, id)
	})
	return s
}

// Behind returns how many times the readers of a match have not been woken by the
// bus and were found by asking the store.
func (s *Streams) Behind() int64 { return s.behind.Load() }

// Watch is a stream of the updates of a match. It misses and repeats no event,
// whatever the bus does.
type Watch struct {
	streams *Streams
	user    string // id
	id      string
	seq     int
	least   int  // the seq that the match is known to have
	current bool // nothing is new unless it was signalled since
	present [2]bool
	signal  <-chan int
	caught  <-chan int // seqs found in the store, since the bus may have lost a message
	extras  *extrasReader
	shown   atomic.Int64 // seq
	leave   []func()
}

// Update is a step of a stream: the new events, and the match after them. A
// stream that is far behind gets the match without the events.
type Update struct {
	*room.Room
	Events  []match.Event
	Present [2]bool // which players are present, by side
	Extras  *Extras // nil if unchanged
	Same    bool    // nothing but Extras is new
}

// Watch opens a stream for a user who may see the match; a player is present
// while it is open. Close must be called.
func (s *Streams) Watch(ctx context.Context, user account.User, id string, since int) (*Watch, error) {
	r, err := s.rooms.Find(ctx, user, id)
	if err != nil {
		return nil, err
	}
	if since < 0 || since > r.Info.Seq {
		since = 0
	}
	w := &Watch{streams: s, user: user.ID, id: id, seq: since, least: r.Info.Seq}
	signal, end := s.env.Bus.Subscribe(cluster.MatchTopic(id))
	w.signal = signal
	gone := s.rooms.Enter(&r, user)
	extras, endExtras := s.follow(ctx, user.ID, &r.Info)
	w.extras = extras
	w.leave = []func(){end, gone, endExtras}
	if s.env.Cluster.MayLag() {
		caught, unread := s.readers.enter(w)
		w.caught = caught
		w.leave = append(w.leave, unread)
	}
	return w, nil
}

// Close ends the stream; the player counts as absent a little later.
func (w *Watch) Close() {
	for _, leave := range w.leave {
		leave()
	}
}

// RunDeep sets a function that runs work with a deep stack elsewhere. A stack that has
// grown stays large for long, and thousands of streams wait.
func (w *Watch) RunDeep(run func(func() error) error) { w.extras.deep = run }

// Next waits for an update and returns it. It returns at once when the match is
// ahead of the stream. The error comes from the context or the store.
//
// Thousands of streams wait here: a pointer keeps updates off their stacks.
func (w *Watch) Next(ctx context.Context) (*Update, error) { return w.NextOr(ctx, nil) }

// NextOr is Next that returns nil when the timer fires first. A context with a timeout
// would take a kilobyte for each stream that waits.
func (w *Watch) NextOr(ctx context.Context, timer <-chan time.Time) (*Update, error) {
	want := 0
	for {
		if !w.current {
			u, news, err := w.read(ctx, want)
			w.current = err == nil
			if err != nil || news {
				return u, err
			}
		}
		w.current = false
		select {
		case want = <-w.signal:
		case want = <-w.caught:
			w.extras.stale = true
		case <-w.extras.signal:
			w.extras.stale = true
		case <-w.streams.env.Stopped.Done():
			return nil, context.Canceled
		case <-timer:
			return nil, nil
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

// read returns the current update and whether anything in it is new.
func (w *Watch) read(ctx context.Context, want int) (*Update, bool, error) {
	r, events, err := w.streams.rooms.Since(ctx, w.id, w.seq, max(want, w.least))
	if err != nil {
		return nil, false, err
	}
	if !r.Info.VisibleTo(w.user) {
		return nil, false, failure.ErrNotFound
	}
	u := &Update{Room: r, Events: events, Present: w.streams.rooms.Present(&r.Info)}
	if u.Extras, err = w.extras.next(ctx, w.streams, w.user, r); err != nil {
		return nil, false, err
	}
	u.Same = r.Info.Seq == w.seq && u.Present == w.present && w.seq != 0
	w.seq, w.least, w.present = r.Info.Seq, r.Info.Seq, u.Present
	w.shown.Store(int64(w.seq))
	return u, !u.Same || u.Extras != nil, nil
}
