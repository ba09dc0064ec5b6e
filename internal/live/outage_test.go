// SPDX-License-Identifier: Apache-2.0

package live_test

import (
	"context"
	"errors"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"cairn/game"
	"cairn/internal/account"
	"cairn/internal/bus/mem"
	"cairn/internal/failure"
	"cairn/internal/live"
	"cairn/match"
)

// outage is a store whose disk can be full, and on which the service's own beats
// can be held, as if the process were suspended.
type outage struct {
	store
	full atomic.Bool  // nothing can be written
	lean atomic.Bool  // events cannot be written
	mute atomic.Bool  // commands cannot be found
	beat sync.RWMutex // held: no beats
}

func (o *outage) FindCommand(ctx context.Context, match, user, id string) (int, error) {
	if o.mute.Load() {
		return 0, failure.ErrNoDatabase
	}
	return o.store.FindCommand(ctx, match, user, id)
}

func (o *outage) Beat(ctx context.Context, now time.Time) error {
	o.beat.RLock()
	defer o.beat.RUnlock()
	if o.full.Load() {
		return failure.ErrNoSpace
	}
	return o.store.Beat(ctx, now)
}

func (o *outage) FindMatches(ctx context.Context, f live.Filter) ([]live.Info, error) {
	if len(f.Kinds) == 0 { // Start looks for matches of the computer
		o.beat.RLock()
		defer o.beat.RUnlock()
	}
	return o.store.FindMatches(ctx, f)
}

func (o *outage) Append(ctx context.Context, c live.Change) error {
	if o.full.Load() || o.lean.Load() {
		return failure.ErrNoSpace
	}
	return o.store.Append(ctx, c)
}

// newOutage returns a house whose store can fail.
func newOutage(t *testing.T) (*house, *outage) {
	t.Helper()
	h := newHouse(t)
	h.accounts.Stop()
	h.Abandon()
	o := &outage{store: h.store}
	h.services = newServices(o, mem.New(), h.clock.Now)
	h.start(t)
	return h, o
}

// reopen starts the services again after an hour, without a beat.
func (h *house) reopen(o *outage) {
	h.t.Helper()
	h.accounts.Stop()
	h.clock.Advance(time.Hour)
	o.beat.Lock()
	h.t.Cleanup(o.beat.Unlock)
	h.services = newServices(o, mem.New(), h.clock.Now)
	h.start(h.t)
}

func (h *house) left(u account.User, id string) time.Duration {
	h.t.Helper()
	return h.room(u, id).Match.Clock().Remaining(game.White, h.clock.Now())
}

// events returns how many events of a kind a match has.
func (h *house) events(id string, kind match.EventKind) int {
	h.t.Helper()
	list, err := h.store.FindEvents(background, id, 0)
	must(h.t, err)
	return len(slices.DeleteFunc(list, func(e match.Event) bool { return e.Kind != kind }))
}

// TestOutagesAreFree lets White think for 10 seconds of a minute before an outage,
// and move after it.
func TestOutagesAreFree(t *testing.T) {
	const left = 50 * time.Second
	for name, outage := range map[string]func(h *house, o *outage, white account.User, id string){
		"suspended, a beat comes first": func(h *house, _ *outage, _ account.User, _ string) {
			h.clock.Advance(time.Hour)
			must(h.t, h.CheckClocks(background))
		},
		"suspended, the move comes first": func(h *house, o *outage, _ account.User, _ string) {
			o.beat.Lock()
			h.t.Cleanup(o.beat.Unlock)
			h.clock.Advance(time.Hour)
		},
		"suspended shortly": func(h *house, o *outage, _ account.User, _ string) {
			o.beat.Lock()
			h.t.Cleanup(o.beat.Unlock)
			h.clock.Advance(1001 * time.Millisecond)
		},
		"disk full": func(h *house, o *outage, white account.User, id string) {
			o.full.Store(true)
			for range 70 {
				h.clock.Advance(time.Second)
				_, err := h.Do(background, white, id, live.Request{Action: match.Action{Kind: match.Move, Move: "a1"}})
				wantCode(h.t, err, failure.Unavailable)
				wantCode(h.t, h.CheckClocks(background), failure.Unavailable)
			}
			o.full.Store(false)
		},
		"disk full, a move refused between two beats": func(h *house, o *outage, white account.User, id string) {
			o.full.Store(true)
			h.clock.Advance(600 * time.Millisecond)
			_, err := h.Do(background, white, id, live.Request{Action: match.Action{Kind: match.Move, Move: "a1"}})
			wantCode(h.t, err, failure.Unavailable)
			o.full.Store(false)
			h.clock.Advance(300 * time.Millisecond)
		},
		"disk full again while clocks are settled": func(h *house, o *outage, _ account.User, _ string) {
			o.lean.Store(true)
			h.clock.Advance(time.Hour)
			wantCode(h.t, h.CheckClocks(background), failure.Unavailable)
			h.close(false) // what is stored must not hide the gap
			h.clock.Advance(time.Hour)
			h.open()
		},
		"stopped": func(h *house, _ *outage, white account.User, id string) {
			must(h.t, h.Service.Stop(background))
			h.clock.Advance(5 * time.Second) // a stream that does not end
			_, err := h.Do(background, white, id, live.Request{Action: match.Action{Kind: match.Move, Move: "a1"}})
			wantKey(h.t, "move while stopping", err, failure.Unavailable, "stopping")
			h.close(true)
			h.clock.Advance(time.Hour)
			h.open()
		},
		"suspended, then stopped": func(h *house, o *outage, _ account.User, _ string) {
			h.clock.Advance(time.Hour)
			h.close(true)
			h.clock.Advance(time.Hour)
			h.open()
		},
		"stopped, the move comes before the first beat": func(h *house, o *outage, _ account.User, _ string) {
			must(h.t, h.Service.Stop(background))
			h.reopen(o)
		},
		"crashed, the move comes before the first beat": func(h *house, o *outage, _ account.User, _ string) {
			h.Abandon()
			h.reopen(o)
		},
		"crashed": func(h *house, _ *outage, _ account.User, _ string) {
			h.close(false)
			h.clock.Advance(time.Hour)
			h.open()
		},
	} {
		t.Run(name, func(t *testing.T) {
			h, o := newOutage(t)
			id, white, _ := h.opening("toy", "1m+0s")
			h.pass(10 * time.Second)
			seen := h.room(white, id).Match.Seq()
			outage(h, o, white, id)
			if n := h.events(id, match.Flagged); n != 0 {
				t.Fatal("White lost on time")
			}
			// The move answers the state from before the outage.
			_, err := h.Do(background, white, id, live.Request{Expect: seen, Action: match.Action{Kind: match.Move, Move: "a1"}})
			must(t, err)
			if got := h.left(white, id); got != left {
				t.Errorf("White has %s left, want %s", got, left)
			}
			if got := h.room(white, id); got.Match.Paused() || got.Match.Ply() != 3 {
				t.Errorf("paused %v at ply %d, want a running match at ply 3", got.Match.Paused(), got.Match.Ply())
			}
		})
	}
}

// TestUpTimeIsCharged plays without an outage: no clock stops.
func TestUpTimeIsCharged(t *testing.T) {
	h := newHouse(t)
	id, white, black := h.opening("toy", "1m+0s")
	for i, move := range []string{"a1", "b1", "a3"} {
		h.pass(5 * time.Second)
		h.clock.Advance(900 * time.Millisecond)
		h.move([]account.User{white, black}[i%2], id, move)
		must(t, h.CheckClocks(background))
	}
	if got := h.left(white, id); got != time.Minute-2*5900*time.Millisecond {
		t.Errorf("White has %s left, want 48.2s", got)
	}
	if n := h.events(id, match.Paused); n != 0 {
		t.Errorf("the clocks were stopped %d times, want never", n)
	}
}

// TestStopFreezes sends commands to a server that stops, with and without a clock.
func TestStopFreezes(t *testing.T) {
	h := newHouse(t)
	id, white, _ := h.private("toy", "")
	clocked, _, black := h.private("toy", "1m+0s")
	must(t, h.Service.Stop(background))
	for id, u := range map[string]account.User{id: white, clocked: black} {
		_, err := h.Do(background, u, id, live.Request{Expect: 1, Action: match.Action{Kind: match.Resign}})
		if !errors.Is(err, live.ErrStopping) {
			t.Errorf("got %v, want ErrStopping", err)
		}
	}
	if !h.room(black, clocked).Match.Paused() {
		t.Error("the clock runs after the server has stopped")
	}
}

// TestLateMove moves after the time has run out, before the server has noticed.
func TestLateMove(t *testing.T) {
	h, o := newOutage(t)
	id, white, _ := h.opening("toy", "1m+0s")
	h.pass(59 * time.Second)
	seen := h.room(white, id).Match.Seq()
	o.beat.Lock()
	h.clock.Advance(time.Second)
	late := live.Request{ID: "late", Expect: seen, Action: match.Action{Kind: match.Move, Move: "a1"}}
	for range 2 { // sent again, too
		_, err := h.Do(background, white, id, late)
		wantCode(t, err, failure.Over)
	}
	late.Expect = 0
	_, err := h.Do(background, white, id, late)
	wantCode(t, err, failure.Over)
	o.beat.Unlock()
	if got := h.room(white, id); got.Info.End.Reason != match.ByTime || got.Match.Ply() != 2 {
		t.Errorf("got %+v after %d moves, want a loss on time", got.Info.End, got.Match.Ply())
	}
	if seq, err := h.store.FindCommand(background, id, white.ID, "late"); failure.CodeOf(err) != failure.NotFound {
		t.Errorf("the command is stored with seq %d, %v, want none", seq, err)
	}
}

// A command that is sent again is not refused while the store cannot say whether it
// was done.
func TestAgainInOutage(t *testing.T) {
	h, o := newOutage(t)
	id, white, _ := h.opening("toy", "1m+0s")
	q := live.Request{ID: "once", Expect: h.room(white, id).Match.Seq(), Action: match.Action{Kind: match.Move, Move: "a1"}}
	want, err := h.Do(background, white, id, q)
	must(t, err)
	o.mute.Store(true)
	_, err = h.Do(background, white, id, q)
	wantCode(t, err, failure.Unavailable)
	o.mute.Store(false)
	if seq, err := h.Do(background, white, id, q); err != nil || seq != want {
		t.Errorf("got %d, %v, want the first answer %d", seq, err, want)
	}
}
