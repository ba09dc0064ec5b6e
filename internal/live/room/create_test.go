// SPDX-License-Identifier: Apache-2.0

package room_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"cairn/internal/account"
	"cairn/internal/account/accounttest"
	"cairn/internal/failure"
	"cairn/internal/live/room"
	"cairn/match"
)

func TestStrangersMeet(t *testing.T) {
	h := newHouse(t)
	ann, bob, carl := h.Guest(), h.Guest(), h.Guest()
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
	waited, err := h.Lobby.AwaitSeek(background, ann, seek)
	if err != nil || waited.Match != found.Match {
		t.Fatalf("ann waits for %+v, %v, want %s", waited, err, found.Match)
	}
	wantCode(t, h.Lobby.CancelSeek(background, ann, seek.ID), failure.NotFound)

	if got := h.Room(ann, found.Match).Info.Status; got != match.Ready {
		t.Fatalf("the match is %s before both are there", got)
	}
	h.Room(bob, found.Match)
	if got := h.Room(ann, found.Match).Info.Status; got != match.Playing {
		t.Errorf("the match is %s, want it started when both are there", got)
	}
}

func TestSeekIsOnesOwn(t *testing.T) {
	h := newHouse(t)
	ann, bob := h.Guest(), h.Guest()
	seek, err := h.Seek(background, ann, "toy", "", false)
	if err != nil {
		t.Fatal(err)
	}
	_, err = h.Lobby.FindSeek(background, bob, seek.ID)
	wantCode(t, err, failure.NotFound)
	wantCode(t, h.Lobby.CancelSeek(background, bob, seek.ID), failure.NotFound)
	if err := h.Lobby.CancelSeek(background, ann, seek.ID); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(background)
	cancel()
	if _, err := h.Lobby.AwaitSeek(ctx, ann, seek); err == nil {
		t.Error("a cancelled seek still exists")
	}
}

// TestJoinAborted joins a match that its creator has aborted.
func TestJoinAborted(t *testing.T) {
	h := newHouse(t)
	ann, _ := h.Member("Ann")
	info, err := h.Rooms.Create(background, ann, room.Spec{Game: "toy", Kind: room.Private})
	must(t, err)
	must(t, h.DeleteAccount(background, ann, proof(accounttest.Password)))
	_, err = h.Rooms.Join(background, h.Guest(), info.ID)
	wantKey(t, "join", err, failure.Forbidden, "join-off")
	wantKey(t, "check", h.Rooms.CheckJoin(background, info.ID), failure.Forbidden, "join-off")
}

func TestJoin(t *testing.T) {
	h := newHouse(t)
	ann, bob, carl := h.Guest(), h.Guest(), h.Guest()
	info, err := h.Rooms.Create(background, ann, room.Spec{Game: "toy", Kind: room.Private, Side: room.AsBlack})
	if err != nil {
		t.Fatal(err)
	}
	if len(info.ID) != 7 || strings.ContainsAny(info.ID, "01ilo") {
		t.Errorf("id %q: want seven letters and digits that do not look alike", info.ID)
	}
	_, err = h.Rooms.Visit(background, carl, info.ID)
	wantCode(t, err, failure.NotFound)
	for typed, key := range map[string]string{"zzzzzzz": "join-unknown", "abc": "join-malformed", "": "join-malformed"} {
		_, err := h.Rooms.Join(background, bob, typed)
		if e := (*failure.Error)(nil); !errors.As(err, &e) || e.Key != key {
			t.Errorf("join %q: got %v, want %s", typed, err, key)
		}
	}
	joined, err := h.Rooms.Join(background, bob, " "+strings.ToUpper(info.ID[:3])+"-"+info.ID[3:])
	if err != nil || joined.Status != match.Ready || joined.Seats != [2]string{bob.ID, ann.ID} {
		t.Fatalf("got %+v, %v", joined, err)
	}
	if _, err := h.Rooms.Join(background, bob, info.ID); err != nil {
		t.Errorf("joining again: %v", err)
	}
	_, err = h.Rooms.Join(background, carl, info.ID)
	if e := (*failure.Error)(nil); !errors.As(err, &e) || e.Key != "join-full" || e.Code != failure.Forbidden {
		t.Errorf("third player: got %v, want it full", err)
	}
	_, err = h.Rooms.Do(background, bob, info.ID, room.Request{Action: match.Action{Kind: match.Start}})
	wantCode(t, err, failure.Forbidden)
	h.Do(ann, info.ID, match.Action{Kind: match.Start})
	for _, stranger := range []account.User{carl, {}} {
		_, err = h.Rooms.Visit(background, stranger, info.ID)
		wantCode(t, err, failure.NotFound)
	}
}

// TestPrivate checks who may see a private match, from its creation to its end.
func TestPrivate(t *testing.T) {
	h := newHouse(t)
	for _, shown := range []bool{false, true} {
		ann, bob, carl := h.Guest(), h.Guest(), h.Guest()
		info, err := h.Rooms.Create(background, ann, room.Spec{Game: "toy", Kind: room.Private, Shown: shown})
		must(t, err)
		check := func(when string, id string, want bool) {
			t.Helper()
			_, roomErr := h.Rooms.Visit(background, carl, id)
			watch, watchErr := h.Streams.Watch(background, carl, id, 0)
			if watch != nil {
				watch.Close()
			}
			_, doErr := h.Rooms.Do(background, carl, id, room.Request{Action: match.Action{Kind: match.Resign}})
			for what, err := range map[string]error{"room": roomErr, "watch": watchErr, "do": doErr} {
				if seen := failure.CodeOf(err) != failure.NotFound || err == nil; seen != want {
					t.Errorf("shown %t, %s, %s: got %v, want it to be seen: %t", shown, when, what, err, want)
				}
			}
		}
		check("waiting", info.ID, false)
		_, err = h.Rooms.Join(background, bob, info.ID)
		must(t, err)
		check("ready", info.ID, shown)
		h.Do(ann, info.ID, match.Action{Kind: match.Start})
		check("playing", info.ID, shown)
		h.Do(bob, info.ID, match.Action{Kind: match.Resign})
		check("over", info.ID, shown)
		h.Do(ann, info.ID, match.Action{Kind: match.Rematch})
		h.Do(bob, info.ID, match.Action{Kind: match.Rematch})
		next := h.Room(ann, info.ID).Info.Rematch
		check("rematch", next, shown)
		h.Close(true)
		h.Open()
		check("over, after a restart", info.ID, shown)
		if got := h.Room(bob, info.ID).Info; got.Shown != shown {
			t.Errorf("got shown %t, want %t", got.Shown, shown)
		}
	}
}

func TestBadSpecs(t *testing.T) {
	h := newHouse(t)
	u := h.Guest()
	for _, spec := range []room.Spec{
		{Game: "chess", Kind: room.Private},
		{Game: "toy", Kind: "telepathy"},
		{Game: "toy", Kind: room.Open},
		{Game: "toy", Kind: room.Computer, Level: "god"},
		{Game: "toy", Kind: room.Private, Control: "soon"},
		{Game: "toy", Kind: room.Private, Side: "middle"},
	} {
		_, err := h.Rooms.Create(background, u, spec)
		wantCode(t, err, failure.Invalid)
	}
	_, err := h.Seek(background, u, "chess", "", false)
	wantCode(t, err, failure.Invalid)
}

func TestComputerAnswers(t *testing.T) {
	h := newHouse(t)
	u := h.Guest()
	info, err := h.Rooms.Create(background, u, room.Spec{Game: "toy", Kind: room.Computer, Level: "novice", Side: room.AsBlack})
	if err != nil {
		t.Fatal(err)
	}
	h.WaitFor(u, info.ID, func(r room.Room) bool { return r.Match.Ply() == 1 })
	before := h.Room(u, info.ID)
	h.Move(u, info.ID, before.Match.State().Moves()[0].Text)
	h.WaitFor(u, info.ID, func(r room.Room) bool { return r.Match.Ply() == 3 })
	h.Do(u, info.ID, match.Action{Kind: match.Undo})
	if got := h.Room(u, info.ID).Match.Ply(); got != 1 {
		t.Errorf("after undo: ply %d, want back before the player's own turn", got)
	}
}

// TestComputerGoesOnAfterARestart stops the server while it is the computer's turn.
func TestComputerGoesOnAfterARestart(t *testing.T) {
	h := newHouse(t)
	u := h.Guest()
	info, err := h.Rooms.Create(background, u, room.Spec{Game: "nine", Kind: room.Computer, Level: "strong"})
	if err != nil {
		t.Fatal(err)
	}
	h.Move(u, info.ID, "d6")
	h.Close(false)
	h.Open()
	h.WaitFor(u, info.ID, func(r room.Room) bool { return r.Match.Ply() == 2 })
}
