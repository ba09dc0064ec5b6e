// SPDX-License-Identifier: Apache-2.0

package room_test

import (
	"errors"
	"sync"
	"testing"

	"cairn/game"
	"cairn/internal/account"
	"cairn/internal/failure"
	"cairn/internal/live/rating"
	"cairn/internal/live/room"
	"cairn/match"
)

func TestWholeMatch(t *testing.T) {
	h := newHouse(t)
	id, white, black := h.Private("toy", "")
	for i, m := range []string{"a1", "b1", "a2", "b2", "a3"} {
		u := white
		if i%2 == 1 {
			u = black
		}
		h.Move(u, id, m)
	}
	r := h.Room(white, id)
	if want := (match.End{Verdict: game.WhiteWins, Reason: match.ByRule(game.Line)}); r.Info.End != want || r.Info.Status != match.Over {
		t.Fatalf("got %+v, want %+v", r.Info, want)
	}
	for user, want := range map[string]rating.Score{white.ID: {Game: "tic-tac-toe", Wins: 1}, black.ID: {Game: "tic-tac-toe", Losses: 1}} {
		scores, err := h.Ratings.Scores(background, user)
		if err != nil || len(scores) != 1 || scores[0] != want {
			t.Errorf("scores of %s: got %+v, %v, want %+v", user, scores, err, want)
		}
	}
	h.Close(true)
	h.Open()
	if again := h.Room(black, id); again.Match.State().String() != r.Match.State().String() || again.Info.End != r.Info.End {
		t.Errorf("after a restart: got %+v, want %+v", again.Info, r.Info)
	}
}

func TestRefusals(t *testing.T) {
	h := newHouse(t)
	id, white, black := h.Private("toy", "")
	stranger := h.Guest()
	seq := h.Move(white, id, "a1")
	move := func(u account.User, q room.Request) error {
		q.Action.Kind = match.Move
		_, err := h.Rooms.Do(background, u, id, q)
		return err
	}
	wantCode(t, move(white, room.Request{Action: match.Action{Move: "b1"}}), failure.Forbidden)
	wantCode(t, move(black, room.Request{Action: match.Action{Move: "a1"}}), failure.Illegal)
	wantCode(t, move(black, room.Request{Expect: seq - 1, Action: match.Action{Move: "b1"}}), failure.Stale)
	wantCode(t, move(stranger, room.Request{Action: match.Action{Move: "b1"}}), failure.Forbidden)
	var illegal *game.Illegal
	if err := move(black, room.Request{Action: match.Action{Move: "a1"}}); !errors.As(err, &illegal) || illegal.Why != game.WhyOccupied {
		t.Errorf("got %v, want the rules' reason", err)
	}
	for _, kind := range []match.ActionKind{match.Flag, match.Pause, match.Resume} {
		_, err := h.Rooms.Do(background, white, id, room.Request{Action: match.Action{Kind: kind}})
		wantCode(t, err, failure.Forbidden)
	}
	_, err := h.Rooms.Do(background, white, "nowhere", room.Request{})
	wantCode(t, err, failure.NotFound)
	if got := h.Room(white, id).Info.Seq; got != seq {
		t.Errorf("refused requests changed the match: seq %d, want %d", got, seq)
	}
}

func TestSameRequestTwice(t *testing.T) {
	h := newHouse(t)
	id, white, black := h.Private("toy", "")
	q := room.Request{ID: "r1", Action: match.Action{Kind: match.Move, Move: "a1"}}
	first, err := h.Rooms.Do(background, white, id, q)
	if err != nil {
		t.Fatal(err)
	}
	h.Move(black, id, "b1")
	again, err := h.Rooms.Do(background, white, id, q)
	if err != nil || again != first {
		t.Errorf("the same request again: got %d, %v, want the first answer %d", again, err, first)
	}
	q.Action.Move, q.Expect = "c1", first
	if got, err := h.Rooms.Do(background, white, id, q); err != nil || got != first {
		t.Errorf("another move under the same id: got %d, %v, want the first answer %d", got, err, first)
	}
}

// TestRace lets both players and a second server act concurrently: the list of
// events has no gaps and no duplicates.
func TestRace(t *testing.T) {
	h := newHouse(t)
	id, white, black := h.Private("toy", "")
	var all sync.WaitGroup
	for _, u := range []account.User{white, black, white, black} {
		all.Go(func() {
			for _, point := range []string{"a1", "a2", "a3", "b1", "b2", "b3", "c1", "c2", "c3"} {
				_, err := h.Rooms.Do(background, u, id, room.Request{Action: match.Action{Kind: match.Move, Move: point}})
				if code := failure.CodeOf(err); err != nil && code == failure.Internal {
					t.Errorf("%s: %v", point, err)
				}
			}
		})
	}
	all.Wait()
	events, err := h.Archive.Events(background, id, 0)
	if err != nil {
		t.Fatal(err)
	}
	for i, e := range events {
		if e.Seq != i+1 {
			t.Fatalf("event %d has seq %d", i+1, e.Seq)
		}
	}
}

func TestRematch(t *testing.T) {
	h := newHouse(t)
	id, white, black := h.Private("toy", "")
	h.Room(black, id)
	h.Do(white, id, match.Action{Kind: match.Resign})
	h.Do(white, id, match.Action{Kind: match.Rematch})
	h.Do(black, id, match.Action{Kind: match.Rematch})
	next := h.Room(white, h.Room(white, id).Info.Rematch)
	if want := [2]string{black.ID, white.ID}; next.Info.Seats != want {
		t.Errorf("seats: got %v, want %v", next.Info.Seats, want)
	}
	h.Room(black, next.Info.ID)
	if got := h.Room(white, next.Info.ID).Info.Status; got != match.Playing {
		t.Errorf("the rematch is %s, want it started when both are there", got)
	}
}

func TestScreenPlaysBothSides(t *testing.T) {
	h := newHouse(t)
	u := h.Guest()
	info, err := h.Rooms.Create(background, u, room.Spec{Game: "toy", Kind: room.Screen})
	if err != nil {
		t.Fatal(err)
	}
	h.Move(u, info.ID, "a1")
	h.Move(u, info.ID, "b1")
	h.Do(u, info.ID, match.Action{Kind: match.Undo})
	h.Do(u, info.ID, match.Action{Kind: match.Redo})
	h.Do(u, info.ID, match.Action{Kind: match.Draw})
	offer, open := h.Room(u, info.ID).Match.Offer()
	if !open {
		t.Fatal("no offer is open")
	}
	h.Do(u, info.ID, match.Action{Kind: match.Answer, Offer: offer.ID, Yes: true})
	if scores, err := h.Ratings.Scores(background, u.ID); err != nil || len(scores) != 0 {
		t.Errorf("a game at one screen was counted: %+v, %v", scores, err)
	}
	_, err = h.Rooms.Visit(background, h.Guest(), info.ID)
	wantCode(t, err, failure.NotFound)
}
