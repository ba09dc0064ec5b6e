// SPDX-License-Identifier: Apache-2.0

package live

import (
	"context"
	"sync/atomic"
	"time"

	"cairn/internal/account"
	"cairn/internal/failure"
	"cairn/match"
)

// Watch is a stream of the updates of a match. It misses and repeats no event,
// whatever the bus does.
type Watch struct {
	service *Service
	user    string // id
	id      string
	seq     int
	least   int  // the seq that the match is known to have
	looked  bool // nothing is new unless it was signalled since
	present [2]bool
	signal  <-chan int
	end     func()
	leave   func()
	beside  *sideline
	shown   atomic.Int64 // seq
	caught  chan int     // wakes it: the bus may have lost a message; nil if no other node shares the store
}

// Update is a step of a stream: the new events, and the match after them. A
// stream that is far behind gets the match without the events.
type Update struct {
	*Room
	Events  []match.Event
	Present [2]bool // which players are present, by side
	Aside   *Aside  // what is beside the match, if it has changed; else nil
	Same    bool    // nothing but Aside is new
}

// Watch opens a stream for a user who may see the match; a player is present
// while it is open. Close must be called.
func (s *Service) Watch(ctx context.Context, user account.User, id string, since int) (*Watch, error) {
	room, err := s.visible(ctx, user, id)
	if err != nil {
		return nil, err
	}
	if since < 0 || since > room.Info.Seq {
		since = 0
	}
	w := &Watch{service: s, user: user.ID, id: id, seq: since, least: room.Info.Seq}
	w.signal, w.end = s.bus.Subscribe(matchTopic(id))
	leave, offline := s.arrive(&room, user), s.online.Enter(user.ID)
	w.beside = s.People.newSideline(ctx, user.ID, &room.Info)
	unread := func() {}
	if s.Nodes.shared {
		w.caught = make(chan int, 1)
		unread = s.Nodes.readers.enter(w)
	}
	w.leave = func() { leave(); offline(); w.beside.leave(); unread() }
	return w, nil
}

// Close ends the stream; the player counts as absent a little later.
func (w *Watch) Close() {
	w.end()
	w.leave()
}

// RunDeep sets a function that runs what needs a deep stack. A stack that has grown stays
// large for long, and thousands of streams wait.
func (w *Watch) RunDeep(run func(func() error) error) { w.beside.deep = run }

// Next waits for an update and returns it. It returns at once when the match is
// ahead of the stream. The error is that of the context or the store.
//
// Thousands of streams wait here: a pointer keeps updates off their stacks.
func (w *Watch) Next(ctx context.Context) (*Update, error) { return w.NextOr(ctx, nil) }

// NextOr is Next that returns nil when the timer fires first. A context with a timeout
// would take a kilobyte for each stream that waits.
func (w *Watch) NextOr(ctx context.Context, timer <-chan time.Time) (*Update, error) {
	want := 0
	for {
		if !w.looked {
			u, news, err := w.look(ctx, want)
			w.looked = err == nil
			if err != nil || news {
				return u, err
			}
		}
		w.looked = false
		select {
		case want = <-w.signal:
		case want = <-w.caught:
			w.beside.stale = true
		case <-w.beside.signal:
			w.beside.stale = true
		case <-w.service.Stopped():
			return nil, context.Canceled
		case <-timer:
			return nil, nil
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

// look returns the current update and whether it brings anything new.
func (w *Watch) look(ctx context.Context, want int) (*Update, bool, error) {
	r, err := w.service.rooms.find(ctx, w.id, max(want, w.least))
	if err != nil {
		return nil, false, err
	}
	r.Lock()
	u := &Update{Room: r.Room}
	u.Events, _ = r.since(w.seq)
	r.Unlock()
	if !u.Info.VisibleTo(w.user) {
		return nil, false, failure.ErrNotFound
	}
	u.Present = w.service.Present(&u.Info)
	if u.Aside, err = w.beside.look(ctx, w.service.People, w.user, u.Room); err != nil {
		return nil, false, err
	}
	u.Same = u.Info.Seq == w.seq && u.Present == w.present && w.seq != 0
	w.seq, w.least, w.present = u.Info.Seq, u.Info.Seq, u.Present
	w.shown.Store(int64(w.seq))
	return u, !u.Same || u.Aside != nil, nil
}
