// SPDX-License-Identifier: Apache-2.0

package live_test

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"cairn/game"
	"cairn/internal/account"
	"cairn/internal/bus/mem"
	"cairn/internal/failure"
	"cairn/internal/live/cluster"
	"cairn/internal/live/livetest"
	"cairn/internal/live/room"
	"cairn/match"
)

// outage is a store whose disk can be full, and on which the service's own beats
// can be held, as if the process were suspended.
type outage struct {
	livetest.Store
	full atomic.Bool  // nothing can be written
	lean atomic.Bool  // events cannot be written
	mute atomic.Bool  // commands cannot be found
	beat sync.RWMutex // held: no beats
}

func (o *outage) FindCommand(ctx context.Context, match, user, id string) (int, error) {
	if o.mute.Load() {
		return 0, failure.ErrNoDatabase
	}
	return o.Store.FindCommand(ctx, match, user, id)
}

func (o *outage) Beat(ctx context.Context, now time.Time) error {
	o.beat.RLock()
	defer o.beat.RUnlock()
	if o.full.Load() {
		return failure.ErrNoSpace
	}
	return o.Store.Beat(ctx, now)
}

func (o *outage) FindMatches(ctx context.Context, f room.Filter) ([]room.Info, error) {
	if len(f.Kinds) == 0 { // Start searches for matches of the computer
		o.beat.RLock()
		defer o.beat.RUnlock()
	}
	return o.Store.FindMatches(ctx, f)
}

func (o *outage) Append(ctx context.Context, c room.Change) error {
	if o.full.Load() || o.lean.Load() {
		return failure.ErrNoSpace
	}
	return o.Store.Append(ctx, c)
}

// newOutage returns a house whose store can fail.
func newOutage(t *testing.T) (*house, *outage) {
	t.Helper()
	h := newHouse(t)
	h.Accounts.Stop()
	h.Abandon()
	o := &outage{Store: h.Store}
	h.Services = livetest.NewServices(o, mem.New(), h.Clock.Now)
	h.Run(t)
	return h, o
}

// reopen starts the services again after an hour, without a beat.
func (h *house) reopen(o *outage) {
	h.T.Helper()
	h.Accounts.Stop()
	h.Clock.Advance(time.Hour)
	o.beat.Lock()
	h.T.Cleanup(o.beat.Unlock)
	h.Services = livetest.NewServices(o, mem.New(), h.Clock.Now)
	h.Run(h.T)
}

func (h *house) left(u account.User, id string) time.Duration {
	h.T.Helper()
	return h.Room(u, id).Match.Clock().Remaining(game.White, h.Clock.Now())
}

// TestOutagesAreFree lets White think for 10 seconds of a minute before an outage,
// and move after it.
func TestOutagesAreFree(t *testing.T) {
	const left = 50 * time.Second
	for name, outage := range map[string]func(h *house, o *outage, white account.User, id string){
		"suspended, a beat comes first": func(h *house, _ *outage, _ account.User, _ string) {
			h.Clock.Advance(time.Hour)
			must(h.T, h.Clocks.Check(background))
		},
		"suspended, the move comes first": func(h *house, o *outage, _ account.User, _ string) {
			o.beat.Lock()
			h.T.Cleanup(o.beat.Unlock)
			h.Clock.Advance(time.Hour)
		},
		"suspended shortly": func(h *house, o *outage, _ account.User, _ string) {
			o.beat.Lock()
			h.T.Cleanup(o.beat.Unlock)
			h.Clock.Advance(1001 * time.Millisecond)
		},
		"disk full": func(h *house, o *outage, white account.User, id string) {
			o.full.Store(true)
			for range 70 {
				h.Clock.Advance(time.Second)
				_, err := h.Rooms.Do(background, white, id, room.Request{Action: match.Action{Kind: match.Move, Move: "a1"}})
				wantCode(h.T, err, failure.Unavailable)
				wantCode(h.T, h.Clocks.Check(background), failure.Unavailable)
			}
			o.full.Store(false)
		},
		"disk full, a move refused between two beats": func(h *house, o *outage, white account.User, id string) {
			o.full.Store(true)
			h.Clock.Advance(600 * time.Millisecond)
			_, err := h.Rooms.Do(background, white, id, room.Request{Action: match.Action{Kind: match.Move, Move: "a1"}})
			wantCode(h.T, err, failure.Unavailable)
			o.full.Store(false)
			h.Clock.Advance(300 * time.Millisecond)
		},
		"disk full again while clocks are settled": func(h *house, o *outage, _ account.User, _ string) {
			o.lean.Store(true)
			h.Clock.Advance(time.Hour)
			wantCode(h.T, h.Clocks.Check(background), failure.Unavailable)
			h.Close(false) // the stored heartbeat must not hide the gap
			h.Clock.Advance(time.Hour)
			h.Open()
		},
		"stopped": func(h *house, _ *outage, white account.User, id string) {
			must(h.T, h.Service.Stop(background))
			h.Clock.Advance(5 * time.Second) // a stream that does not end
			_, err := h.Rooms.Do(background, white, id, room.Request{Action: match.Action{Kind: match.Move, Move: "a1"}})
			wantKey(h.T, "move while stopping", err, failure.Unavailable, "stopping")
			h.Close(true)
			h.Clock.Advance(time.Hour)
			h.Open()
		},
		"suspended, then stopped": func(h *house, o *outage, _ account.User, _ string) {
			h.Clock.Advance(time.Hour)
			h.Close(true)
			h.Clock.Advance(time.Hour)
			h.Open()
		},
		"stopped, the move comes before the first beat": func(h *house, o *outage, _ account.User, _ string) {
			must(h.T, h.Service.Stop(background))
			h.reopen(o)
		},
		"crashed, the move comes before the first beat": func(h *house, o *outage, _ account.User, _ string) {
			h.Abandon()
			h.reopen(o)
		},
		"crashed": func(h *house, _ *outage, _ account.User, _ string) {
			h.Close(false)
			h.Clock.Advance(time.Hour)
			h.Open()
		},
	} {
		t.Run(name, func(t *testing.T) {
			h, o := newOutage(t)
			id, white, _ := h.Opening("toy", "1m+0s")
			h.Pass(10 * time.Second)
			seen := h.Room(white, id).Match.Seq()
			outage(h, o, white, id)
			if n := h.Events(id, match.Flagged); n != 0 {
				t.Fatal("White lost on time")
			}
			// The move answers the state from before the outage.
			_, err := h.Rooms.Do(background, white, id, room.Request{Expect: seen, Action: match.Action{Kind: match.Move, Move: "a1"}})
			must(t, err)
			if got := h.left(white, id); got != left {
				t.Errorf("White has %s left, want %s", got, left)
			}
			if got := h.Room(white, id); got.Match.Paused() || got.Match.Ply() != 3 {
				t.Errorf("paused %v at ply %d, want a running match at ply 3", got.Match.Paused(), got.Match.Ply())
			}
		})
	}
}

// TestUpTimeIsCharged plays without an outage: no clock stops.
func TestUpTimeIsCharged(t *testing.T) {
	h := newHouse(t)
	id, white, black := h.Opening("toy", "1m+0s")
	for i, move := range []string{"a1", "b1", "a3"} {
		h.Pass(5 * time.Second)
		h.Clock.Advance(900 * time.Millisecond)
		h.Move([]account.User{white, black}[i%2], id, move)
		must(t, h.Clocks.Check(background))
	}
	if got := h.left(white, id); got != time.Minute-2*5900*time.Millisecond {
		t.Errorf("White has %s left, want 48.2s", got)
	}
	if n := h.Events(id, match.Paused); n != 0 {
		t.Errorf("the clocks were stopped %d times, want never", n)
	}
}

// TestStopFreezes sends commands to a server that stops, with and without a clock.
func TestStopFreezes(t *testing.T) {
	h := newHouse(t)
	id, white, _ := h.Private("toy", "")
	clocked, _, black := h.Private("toy", "1m+0s")
	must(t, h.Service.Stop(background))
	for id, u := range map[string]account.User{id: white, clocked: black} {
		_, err := h.Rooms.Do(background, u, id, room.Request{Expect: 1, Action: match.Action{Kind: match.Resign}})
		if !errors.Is(err, cluster.ErrStopping) {
			t.Errorf("got %v, want ErrStopping", err)
		}
	}
	if !h.Room(black, clocked).Match.Paused() {
		t.Error("the clock runs after the server has stopped")
	}
}

// TestLateMove moves after the time has run out, before the server has noticed.
func TestLateMove(t *testing.T) {
	h, o := newOutage(t)
	id, white, _ := h.Opening("toy", "1m+0s")
	h.Pass(59 * time.Second)
	seen := h.Room(white, id).Match.Seq()
	o.beat.Lock()
	h.Clock.Advance(time.Second)
	late := room.Request{ID: "late", Expect: seen, Action: match.Action{Kind: match.Move, Move: "a1"}}
	for range 2 { // sent again, too
		_, err := h.Rooms.Do(background, white, id, late)
		wantCode(t, err, failure.Over)
	}
	late.Expect = 0
	_, err := h.Rooms.Do(background, white, id, late)
	wantCode(t, err, failure.Over)
	o.beat.Unlock()
	if got := h.Room(white, id); got.Info.End.Reason != match.ByTime || got.Match.Ply() != 2 {
		t.Errorf("got %+v after %d moves, want a loss on time", got.Info.End, got.Match.Ply())
	}
	if seq, err := h.Store.FindCommand(background, id, white.ID, "late"); failure.CodeOf(err) != failure.NotFound {
		t.Errorf("the command is stored with seq %d, %v, want none", seq, err)
	}
}

// A command that is sent again is not refused while the store cannot say whether it
// was done.
func TestAgainInOutage(t *testing.T) {
	h, o := newOutage(t)
	id, white, _ := h.Opening("toy", "1m+0s")
	q := room.Request{ID: "once", Expect: h.Room(white, id).Match.Seq(), Action: match.Action{Kind: match.Move, Move: "a1"}}
	want, err := h.Rooms.Do(background, white, id, q)
	must(t, err)
	o.mute.Store(true)
	_, err = h.Rooms.Do(background, white, id, q)
	wantCode(t, err, failure.Unavailable)
	o.mute.Store(false)
	if seq, err := h.Rooms.Do(background, white, id, q); err != nil || seq != want {
		t.Errorf("got %d, %v, want the first answer %d", seq, err, want)
	}
}
