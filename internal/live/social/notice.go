// SPDX-License-Identifier: Apache-2.0

package social

import (
	"cmp"
	"context"
	"reflect"
	"slices"
	"time"

	"cairn/game"
	"cairn/internal/account"
	"cairn/internal/live/cluster"
	"cairn/internal/live/room"
	"cairn/match"
)

// maxNotices bounds the running matches that a user is notified of.
const maxNotices = 100

// noticesEvery is how often a stream asks a shared store for notices that the bus has
// lost. Each costs two queries, and every page has such a stream.
const noticesEvery = 30 * time.Second

// The kinds of changes for a user: the seq of a message on the topic of the user. The
// bus keeps the highest one, and each includes the kinds before it.
const (
	turnChanged = iota // in a running match
	listChanged        // matches have begun or ended
	moreChanged        // something that streams show beside matches
)

// Notices reports to users their running matches and whose turn it is. It
// asks the store when a stream begins and when a match begins or ends; a change of
// turn is read from the matches in memory.
type Notices struct {
	store      NoticeStore
	env        room.Env
	rooms      *room.Rooms
	challenges *Challenges
	onTurn     []func(user string, info room.Info)
}

// NoticeStore finds matches.
type NoticeStore interface {
	FindMatch(ctx context.Context, id string) (room.Info, error)
	FindMatches(ctx context.Context, f room.Filter) ([]room.Info, error)
}

// NewNotices returns the notices of the matches in a store, and of challenges.
func NewNotices(store NoticeStore, cs *Challenges) *Notices {
	n := &Notices{store: store, env: cs.env, rooms: cs.rooms, challenges: cs}
	n.rooms.OnChange(func(_ context.Context, before, after *room.Info) { n.changed(before, after) })
	return n
}

// OnTurn calls f when a match begins to wait for a user. f must not block. It must
// be set before the service starts.
func (n *Notices) OnTurn(f func(user string, info room.Info)) { n.onTurn = append(n.onTurn, f) }

// Wake makes the streams of users report again, as after a change of something
// that they show beside matches.
func (n *Notices) Wake(users ...string) { wake(n.env.Bus, users...) }

// Running returns the running matches of a user, except matches on one screen: first the
// matches that wait for the user, the longest waiting first, then the others by their
// last move, the earliest first.
func (n *Notices) Running(ctx context.Context, user string) ([]room.Info, error) {
	list, err := n.store.FindMatches(ctx, room.Filter{
		User: user, Statuses: []match.Status{match.Ready, match.Playing}, Kinds: []room.Kind{room.Open, room.Private, room.Computer}, Limit: maxNotices,
	})
	if err != nil {
		return nil, err
	}
	return inOrder(list, user), nil
}

// inOrder leaves out matches that are over or that the user does not play, and
// sorts the others as Running does.
func inOrder(list []room.Info, user string) []room.Info {
	list = slices.DeleteFunc(list, func(i room.Info) bool {
		_, plays := i.SideOf(user)
		return !plays || !i.Running()
	})
	rank := func(i *room.Info) int {
		switch {
		case !i.WaitsFor(user):
			return 2
		case i.Kind == room.Computer:
			return 1 // no readers
		}
		return 0
	}
	slices.SortFunc(list, func(a, b room.Info) int {
		return cmp.Or(rank(&a)-rank(&b), a.Updated.Compare(b.Updated), cmp.Compare(a.ID, b.ID))
	})
	return list
}

// Others returns how many other matches wait for a user who has moved in one: they
// make a way to the next one useful. It is 0 while the user has to move in the
// match itself, and in matches with a clock, which leave no time for others.
func (n *Notices) Others(ctx context.Context, info *room.Info, user string) (int, error) {
	if _, plays := info.SideOf(user); !plays || !info.Slow() || info.WaitsFor(user) {
		return 0, nil
	}
	list, err := n.Running(ctx, user)
	count := 0
	for _, other := range list {
		if other.ID != info.ID && other.Kind != room.Computer && other.WaitsFor(user) {
			count++
		}
	}
	return count, err
}

// Find returns a match as it is stored now.
func (n *Notices) Find(ctx context.Context, id string) (room.Info, error) {
	return n.store.FindMatch(ctx, id)
}

// changed wakes the streams of the players after a change that they show. before is
// the zero Info for a new match.
func (n *Notices) changed(before, after *room.Info) {
	if after.Kind == room.Screen {
		return
	}
	what := turnChanged
	switch {
	case before.Status != after.Status || before.Seats != after.Seats:
		what = listChanged
	case before.Turn == after.Turn:
		return
	}
	for _, side := range game.Sides {
		user := after.Seats[side]
		if _, program := room.ComputerLevel(user); user == "" || program {
			continue
		}
		n.env.Bus.Publish(cluster.UserTopic(user), what)
		if after.WaitsFor(user) && !before.WaitsFor(user) {
			for _, f := range n.onTurn {
				f(user, *after)
			}
		}
	}
}

// Notice is the matches and challenges that wait for a user.
type Notice struct {
	Running    []room.Info // as Running returns them
	Challenges []Challenge // open ones to the user, the newest first
	Sent       []Challenge // from the user: open, or answered lately; without Seen
}

// NoticeWatch is a stream of the notices of a user.
type NoticeWatch struct {
	notices *Notices
	user    string
	last    Notice
	begun   bool
	asked   time.Time // when it last asked the store
	signal  <-chan int
	end     func()
	leave   func()
}

// Watch opens a stream for a user, who is online while it is open. Close must be
// called.
func (n *Notices) Watch(user account.User) *NoticeWatch {
	w := &NoticeWatch{notices: n, user: user.ID, leave: n.env.Presence.Users.Enter(user.ID)}
	w.signal, w.end = n.env.Bus.Subscribe(cluster.UserTopic(user.ID))
	return w
}

// Close ends the stream.
func (w *NoticeWatch) Close() {
	w.end()
	w.leave()
}

// Next returns the notice of the user: at once the first time, and then after each
// change. The error is that of the context or the store.
func (w *NoticeWatch) Next(ctx context.Context) (Notice, error) {
	n, _, err := w.NextOr(ctx, nil)
	return n, err
}

// NextOr is Next that reports quiet when the timer fires first. A context with a
// timeout could end while the store is asked, and the change would be lost.
func (w *NoticeWatch) NextOr(ctx context.Context, timer <-chan time.Time) (n Notice, quiet bool, err error) {
	for {
		what, asked := moreChanged, false
		if w.begun {
			select {
			case what = <-w.signal:
			case <-w.lost():
				asked = true
			case <-timer:
				return Notice{}, true, nil
			case <-w.notices.env.Stopped.Done():
				return Notice{}, false, context.Canceled
			case <-ctx.Done():
				return Notice{}, false, ctx.Err()
			}
		}
		n, err := w.read(ctx, what)
		if err != nil {
			return Notice{}, false, err
		}
		same := asked && reflect.DeepEqual(n, w.last)
		w.last, w.begun, w.asked = n, true, time.Now()
		if !same {
			return Notice{slices.Clone(n.Running), n.Challenges, n.Sent}, false, nil
		}
	}
}

// lost returns a channel that receives when the store must be asked, since other
// nodes share it and the bus may have lost a message; nil if none does.
func (w *NoticeWatch) lost() <-chan time.Time {
	if !w.notices.env.Cluster.MayLag() {
		return nil
	}
	return time.After(max(0, noticesEvery-time.Since(w.asked)))
}

// read reads the lists again, or only the known matches after a change of turn.
func (w *NoticeWatch) read(ctx context.Context, what int) (n Notice, err error) {
	n = w.last
	if what == turnChanged {
		if running, known := w.inMemory(); known {
			n.Running = inOrder(running, w.user)
			return n, nil
		}
	}
	if n.Running, err = w.notices.Running(ctx, w.user); err == nil && what >= moreChanged { // or AskStore
		n.Challenges, n.Sent, err = w.notices.challenges.both(ctx, w.user)
	}
	return n, err
}

// inMemory returns the current state of the known matches, false if some of them must be
// read from the store.
func (w *NoticeWatch) inMemory() (running []room.Info, known bool) {
	if w.notices.env.Cluster.MayLag() {
		return nil, false
	}
	for _, last := range w.last.Running {
		info, cached := w.notices.rooms.Cached(last.ID)
		if !cached {
			return nil, false
		}
		running = append(running, info)
	}
	return running, true
}
