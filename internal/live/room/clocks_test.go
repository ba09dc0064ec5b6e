// SPDX-License-Identifier: Apache-2.0

package room_test

import (
	"context"
	"sync/atomic"
	"testing"
	"time"

	"cairn/game"
	"cairn/internal/bus/mem"
	"cairn/internal/failure"
	"cairn/internal/live/livetest"
	"cairn/internal/live/room"
	"cairn/match"
)

func TestTheServerFlags(t *testing.T) {
	h := newHouse(t)
	id, white, _ := h.Opening("toy", "1m+0s")
	h.Pass(61 * time.Second)
	r := h.Room(white, id)
	if want := (match.End{Verdict: game.BlackWins, Reason: match.ByTime}); r.Info.End != want {
		t.Errorf("got %+v, want %+v", r.Info.End, want)
	}
	if scores, err := h.Ratings.Scores(background, white.ID); err != nil || len(scores) != 1 || scores[0].Losses != 1 {
		t.Errorf("scores: got %+v, %v, want one loss", scores, err)
	}
}

func TestNobodyComes(t *testing.T) {
	h := newHouse(t)
	ann, bob := h.Guest(), h.Guest()
	if _, err := h.Seek(background, ann, "toy", "", false); err != nil {
		t.Fatal(err)
	}
	found, err := h.Seek(background, bob, "toy", "", false)
	if err != nil {
		t.Fatal(err)
	}
	h.Pass(2 * time.Minute)
	if got := h.Room(ann, found.Match).Info.End.Reason; got != match.ByAbort {
		t.Errorf("got %q, want it aborted", got)
	}
}

func TestClaim(t *testing.T) {
	h := newHouse(t)
	id, white, black := h.Private("toy", "")
	h.Room(white, id)
	h.Room(black, id)
	h.Move(white, id, "a1")
	h.Move(black, id, "b1")
	claim := room.Request{Action: match.Action{Kind: match.Claim}}
	_, err := h.Rooms.Do(background, black, id, claim)
	wantCode(t, err, failure.Forbidden)
	h.Pass(time.Minute)
	if !h.Rooms.CanClaim(&h.Room(black, id).Info) {
		t.Error("the match cannot be claimed though White is gone")
	}
	if _, err := h.Rooms.Do(background, black, id, claim); err != nil {
		t.Errorf("claim: %v", err)
	}
}

// A match without a clock in which nobody moves for two weeks is aborted; its players keep
// their ratings.
func TestAbandoned(t *testing.T) {
	h := newHouse(t)
	ann, bob := h.Account("ann"), h.Account("bob")
	rated := h.Opened(ann, bob)
	unmoved, _, _ := h.Private("toy", "")
	slow, _, _ := h.Private("toy", "30d")
	h.Clock.Advance(match.AbandonedAfter - time.Minute)
	moved, _, _ := h.Opening("toy", "")
	must(t, h.Clocks.EndAbandoned(background))
	for _, id := range []string{rated, unmoved, slow, moved} {
		if r, err := h.Rooms.Latest(background, id); err != nil || r.Info.Status != match.Playing {
			t.Errorf("%s too early: got %s, %v", id, r.Info.Status, err)
		}
	}
	h.Clock.Advance(2 * time.Minute)
	must(t, h.Clocks.EndAbandoned(background))
	for id, over := range map[string]bool{rated: true, unmoved: true, slow: false, moved: false} {
		r, err := h.Rooms.Latest(background, id)
		if err != nil || (r.Info.End.Reason == match.ByAbort) != over {
			t.Errorf("%s: got %+v, %v, want aborted: %t", id, r.Info.End, err, over)
		}
	}
	if r, err := h.Rooms.Latest(background, rated); err != nil || !r.Match.Abandoned() {
		t.Errorf("got %+v, %v, want it abandoned", r.Info, err)
	}
	for _, rating := range h.RatingsOf(ann, bob) {
		if rating.Games != 0 { // rated ones
			t.Errorf("got %+v, want no rated game", rating)
		}
	}
}

// failsOnce is a store whose first change of a match fails.
type failsOnce struct {
	livetest.Store
	failed atomic.Bool
}

func (f *failsOnce) Append(ctx context.Context, c room.Change) error {
	if !f.failed.Swap(true) {
		return failure.ErrNoSpace
	}
	return f.Store.Append(ctx, c)
}

// A clock that cannot be resumed does not keep the others standing.
func TestResumeGoesOn(t *testing.T) {
	h := newHouse(t)
	var ids []string
	for range 3 {
		id, _, _ := h.Opening("toy", "5m+0s")
		ids = append(ids, id)
	}
	must(t, h.Clocks.Pause(background))
	s := livetest.NewServices(&failsOnce{Store: h.Store}, mem.New(), h.Clock.Now)
	resumed := func() (count int) {
		for _, id := range ids {
			count += h.Events(id, match.Resumed)
		}
		return count
	}
	wantCode(t, s.Clocks.Resume(background), failure.Unavailable)
	if got := resumed(); got != 2 {
		t.Errorf("%d clocks were resumed, want 2", got)
	}
	must(t, s.Clocks.Resume(background))
	if got := resumed(); got != 3 {
		t.Errorf("%d clocks were resumed in the next round, want 3", got)
	}
}
