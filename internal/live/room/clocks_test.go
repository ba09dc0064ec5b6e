// SPDX-License-Identifier: Apache-2.0

package room_test

import (
	"testing"
	"time"

	"cairn/game"
	"cairn/internal/failure"
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
