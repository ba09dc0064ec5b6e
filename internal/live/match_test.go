// SPDX-License-Identifier: Apache-2.0

package live_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"cairn/internal/account"
	"cairn/internal/failure"
	"cairn/internal/live"
	"cairn/match"
)

func TestStrangersMeet(t *testing.T) {
	h := newHouse(t)
	ann, bob, carl := h.guest(), h.guest(), h.guest()
	seek, err := h.Seek(background, ann, "toy", "5m+3s", false)
	if err != nil || seek.Match != "" {
		t.Fatalf("got %+v, %v, want to wait", seek, err)
	}
	if again, err := h.Seek(background, ann, "toy", "5m+3s", false); err != nil || again.Match != "" {
		t.Fatalf("ann met herself: %+v, %v", again, err)
	} else {
		seek = again
	}
	for _, other := range [][2]string{{"nine", "5m+3s"}, {"toy", "none"}} {
		if s, err := h.Seek(background, carl, other[0], other[1], false); err != nil || s.Match != "" {
			t.Fatalf("%v met another game or clock: %+v, %v", other, s, err)
		}
	}
	found, err := h.Seek(background, bob, "toy", "5m+3s", false)
	if err != nil || found.Match == "" {
		t.Fatalf("got %+v, %v, want a match", found, err)
	}
	waited, err := h.Lobby().AwaitSeek(background, ann, seek)
	if err != nil || waited.Match != found.Match {
		t.Fatalf("ann waits for %+v, %v, want %s", waited, err, found.Match)
	}
	wantCode(t, h.Lobby().CancelSeek(background, ann, seek.ID), failure.NotFound)

	if got := h.room(ann, found.Match).Info.Status; got != match.Ready {
		t.Fatalf("the match is %s before both are there", got)
	}
	h.room(bob, found.Match)
	if got := h.room(ann, found.Match).Info.Status; got != match.Playing {
		t.Errorf("the match is %s, want it started when both are there", got)
	}
}

func TestSeekIsOnesOwn(t *testing.T) {
	h := newHouse(t)
	ann, bob := h.guest(), h.guest()
	seek, err := h.Seek(background, ann, "toy", "", false)
	if err != nil {
		t.Fatal(err)
	}
	_, err = h.Lobby().FindSeek(background, bob, seek.ID)
	wantCode(t, err, failure.NotFound)
	wantCode(t, h.Lobby().CancelSeek(background, bob, seek.ID), failure.NotFound)
	if err := h.Lobby().CancelSeek(background, ann, seek.ID); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(background)
	cancel()
	if _, err := h.Lobby().AwaitSeek(ctx, ann, seek); err == nil {
		t.Error("a cancelled seek still exists")
	}
}

// TestJoinAborted joins a match that its creator has aborted.
func TestJoinAborted(t *testing.T) {
	h := newHouse(t)
	ann, _ := h.member("Ann")
	info, err := h.CreateMatch(background, ann, live.Spec{Game: "toy", Kind: live.Private})
	must(t, err)
	must(t, h.DeleteAccount(background, ann, proof(phrase)))
	_, err = h.Join(background, h.guest(), info.ID)
	wantKey(t, "join", err, failure.Forbidden, "join-off")
	wantKey(t, "check", h.CheckJoin(background, info.ID), failure.Forbidden, "join-off")
}

func TestJoin(t *testing.T) {
	h := newHouse(t)
	ann, bob, carl := h.guest(), h.guest(), h.guest()
	info, err := h.CreateMatch(background, ann, live.Spec{Game: "toy", Kind: live.Private, Side: live.AsBlack})
	if err != nil {
		t.Fatal(err)
	}
	if len(info.ID) != 7 || strings.ContainsAny(info.ID, "01ilo") {
		t.Errorf("id %q: want seven letters and digits that do not look alike", info.ID)
	}
	_, err = h.Room(background, carl, info.ID)
	wantCode(t, err, failure.NotFound)
	for typed, key := range map[string]string{"zzzzzzz": "join-unknown", "abc": "join-malformed", "": "join-malformed"} {
		_, err := h.Join(background, bob, typed)
		if e := (*failure.Error)(nil); !errors.As(err, &e) || e.Key != key {
			t.Errorf("join %q: got %v, want %s", typed, err, key)
		}
	}
	joined, err := h.Join(background, bob, " "+strings.ToUpper(info.ID[:3])+"-"+info.ID[3:])
	if err != nil || joined.Status != match.Ready || joined.Seats != [2]string{bob.ID, ann.ID} {
		t.Fatalf("got %+v, %v", joined, err)
	}
	if _, err := h.Join(background, bob, info.ID); err != nil {
		t.Errorf("joining again: %v", err)
	}
	_, err = h.Join(background, carl, info.ID)
	if e := (*failure.Error)(nil); !errors.As(err, &e) || e.Key != "join-full" || e.Code != failure.Forbidden {
		t.Errorf("third player: got %v, want it full", err)
	}
	_, err = h.Do(background, bob, info.ID, live.Request{Action: match.Action{Kind: match.Start}})
	wantCode(t, err, failure.Forbidden)
	h.do(ann, info.ID, match.Action{Kind: match.Start})
	for _, stranger := range []account.User{carl, {}} {
		_, err = h.Room(background, stranger, info.ID)
		wantCode(t, err, failure.NotFound)
	}
}

// TestPrivate checks who may see a private match, from its creation to its end.
func TestPrivate(t *testing.T) {
	h := newHouse(t)
	for _, shown := range []bool{false, true} {
		ann, bob, carl := h.guest(), h.guest(), h.guest()
		info, err := h.CreateMatch(background, ann, live.Spec{Game: "toy", Kind: live.Private, Shown: shown})
		must(t, err)
		check := func(when string, id string, want bool) {
			t.Helper()
			_, roomErr := h.Room(background, carl, id)
			watch, watchErr := h.Watch(background, carl, id, 0)
			if watch != nil {
				watch.Close()
			}
			_, doErr := h.Do(background, carl, id, live.Request{Action: match.Action{Kind: match.Resign}})
			for what, err := range map[string]error{"room": roomErr, "watch": watchErr, "do": doErr} {
				if seen := failure.CodeOf(err) != failure.NotFound || err == nil; seen != want {
					t.Errorf("shown %t, %s, %s: got %v, want it to be seen: %t", shown, when, what, err, want)
				}
			}
		}
		check("waiting", info.ID, false)
		_, err = h.Join(background, bob, info.ID)
		must(t, err)
		check("ready", info.ID, shown)
		h.do(ann, info.ID, match.Action{Kind: match.Start})
		check("playing", info.ID, shown)
		h.do(bob, info.ID, match.Action{Kind: match.Resign})
		check("over", info.ID, shown)
		h.do(ann, info.ID, match.Action{Kind: match.Rematch})
		h.do(bob, info.ID, match.Action{Kind: match.Rematch})
		next := h.room(ann, info.ID).Info.Rematch
		check("rematch", next, shown)
		h.close(true)
		h.open()
		check("over, after a restart", info.ID, shown)
		if got := h.room(bob, info.ID).Info; got.Shown != shown {
			t.Errorf("got shown %t, want %t", got.Shown, shown)
		}
	}
}

func TestBadSpecs(t *testing.T) {
	h := newHouse(t)
	u := h.guest()
	for _, spec := range []live.Spec{
		{Game: "chess", Kind: live.Private},
		{Game: "toy", Kind: "telepathy"},
		{Game: "toy", Kind: live.Open},
		{Game: "toy", Kind: live.Computer, Level: "god"},
		{Game: "toy", Kind: live.Private, Control: "soon"},
		{Game: "toy", Kind: live.Private, Side: "middle"},
	} {
		_, err := h.CreateMatch(background, u, spec)
		wantCode(t, err, failure.Invalid)
	}
	_, err := h.Seek(background, u, "chess", "", false)
	wantCode(t, err, failure.Invalid)
}

func TestComputerAnswers(t *testing.T) {
	h := newHouse(t)
	u := h.guest()
	info, err := h.CreateMatch(background, u, live.Spec{Game: "toy", Kind: live.Computer, Level: "novice", Side: live.AsBlack})
	if err != nil {
		t.Fatal(err)
	}
	waitFor(t, h, u, info.ID, func(r live.Room) bool { return r.Match.Ply() == 1 })
	before := h.room(u, info.ID)
	h.move(u, info.ID, before.Match.State().Moves()[0].Text)
	waitFor(t, h, u, info.ID, func(r live.Room) bool { return r.Match.Ply() == 3 })
	h.do(u, info.ID, match.Action{Kind: match.Undo})
	if got := h.room(u, info.ID).Match.Ply(); got != 1 {
		t.Errorf("after undo: ply %d, want back before the player's own turn", got)
	}
}

// TestComputerGoesOnAfterARestart stops the server while it is the computer's turn.
func TestComputerGoesOnAfterARestart(t *testing.T) {
	h := newHouse(t)
	u := h.guest()
	info, err := h.CreateMatch(background, u, live.Spec{Game: "nine", Kind: live.Computer, Level: "strong"})
	if err != nil {
		t.Fatal(err)
	}
	h.move(u, info.ID, "d6")
	h.close(false)
	h.open()
	waitFor(t, h, u, info.ID, func(r live.Room) bool { return r.Match.Ply() == 2 })
}

// waitFor watches a match until a condition holds.
func waitFor(t *testing.T, h *house, u account.User, id string, done func(live.Room) bool) {
	t.Helper()
	ctx, cancel := context.WithTimeout(background, 5*time.Minute)
	defer cancel()
	w, err := h.Watch(ctx, u, id, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	for {
		update, err := w.Next(ctx)
		if err != nil {
			t.Fatal(err)
		}
		if done(*update.Room) {
			return
		}
	}
}
