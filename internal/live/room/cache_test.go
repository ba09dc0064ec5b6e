// SPDX-License-Identifier: Apache-2.0

package room_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"cairn/internal/account"
	"cairn/internal/failure"
	"cairn/internal/live/room"
	"cairn/match"
)

// TestRoomBytes opens many large matches of one user. They leave memory, and a
// running game of two people stays until it is over.
func TestRoomBytes(t *testing.T) {
	const bound = 64 << 10
	h := newHouse(t)
	h.Rooms.SetBytes(bound)
	game, white, _ := h.Private("nine", "")
	u := h.Guest()
	made, err := h.Rooms.Create(background, u, room.Spec{Game: "nine", Kind: room.Screen})
	must(t, err)
	h.Move(u, made.ID, "a1")
	h.Move(u, made.ID, "d1")
	from := h.Room(u, made.ID).Match.Record()
	for range 60 {
		info, err := h.Rooms.Create(background, u, room.Spec{Game: "nine", Kind: room.Screen, From: &from})
		must(t, err)
		h.Room(u, info.ID)
	}
	ids, bytes := h.Rooms.InMemory()
	if bytes > bound || len(ids) < 2 || len(ids) > 40 {
		t.Errorf("got %d rooms of %d bytes in memory, want %d bytes at most", len(ids), bytes, bound)
	}
	if !slices.Contains(ids, game) || slices.Contains(ids, made.ID) {
		t.Errorf("got rooms %v, want the running game %s and not %s", ids, game, made.ID)
	}
	h.Move(white, game, "a1") // the room grows in place
	if h.Room(u, made.ID).Info.Ply != 2 {
		t.Error("a room that was dropped is not read again")
	}
	h.Do(white, game, match.Action{Kind: match.Resign})
	for range 60 {
		info, err := h.Rooms.Create(background, u, room.Spec{Game: "nine", Kind: room.Screen, From: &from})
		must(t, err)
		h.Room(u, info.ID)
	}
	if ids, bytes = h.Rooms.InMemory(); slices.Contains(ids, game) || bytes > bound {
		t.Errorf("got rooms %v of %d bytes, want the game that is over gone", ids, bytes)
	}
}

// TestOverRooms ends matches one after another. Few of them stay in memory, though there
// is room for more, and those that are not over stay.
func TestOverRooms(t *testing.T) {
	h := newHouse(t)
	h.Rooms.SetBytes(1 << 20)
	u := h.Guest()
	var running []string
	for range 20 {
		info, err := h.Rooms.Create(background, u, room.Spec{Game: "nine", Kind: room.Screen})
		must(t, err)
		h.Move(u, info.ID, "a1")
		running = append(running, info.ID)
		game, white, _ := h.Private("nine", "")
		h.Do(white, game, match.Action{Kind: match.Resign})
		if h.Room(white, game).Info.Status != match.Over {
			t.Fatal("the match is not over")
		}
	}
	ids, _ := h.Rooms.InMemory()
	for _, id := range running {
		if !slices.Contains(ids, id) {
			t.Errorf("got rooms %v, want match %s, which goes on", ids, id)
		}
	}
	if len(ids) >= 40 {
		t.Error("all matches that are over are still in memory")
	}
}

// TestNewRooms reads matches that are in memory since they were made: they are as the
// store has them.
func TestNewRooms(t *testing.T) {
	h := newHouse(t)
	ann, bob := h.Guest(), h.Guest()
	made := map[string]account.User{} // by match, who sees it
	for _, spec := range []room.Spec{
		{Game: "nine", Kind: room.Private, Side: room.AsBlack, Shown: true, Control: "3m+2s"},
		{Game: "nine", Kind: room.Computer, Level: "novice", Side: room.AsWhite},
	} {
		info, err := h.Rooms.Create(background, ann, spec)
		must(t, err)
		made[info.ID] = ann
	}
	for _, u := range []account.User{ann, bob} {
		seek, err := h.Seek(background, u, "nine", "5m+3s", false)
		must(t, err)
		if seek.Match != "" {
			made[seek.Match] = u
		}
	}
	id, white, black := h.Private("nine", "none")
	watch, err := h.Streams.Watch(background, black, id, 0) // present
	must(t, err)
	defer watch.Close()
	h.Move(white, id, "d6")
	h.Move(black, id, "f4")
	h.Do(white, id, match.Action{Kind: match.Resign})
	h.Do(white, id, match.Action{Kind: match.Rematch})
	h.Do(black, id, match.Action{Kind: match.Rematch})
	made[h.Room(white, id).Info.Rematch] = white
	if len(made) != 4 {
		t.Fatalf("got matches %v, want one of each kind", made)
	}
	ids, _ := h.Rooms.InMemory()
	for id, user := range made {
		if !slices.Contains(ids, id) {
			t.Errorf("match %s is not in memory", id)
		}
		stored, err := h.Store.FindMatch(background, id)
		must(t, err)
		if diff := cmp.Diff(stored, h.Room(user, id).Info); diff != "" {
			t.Errorf("match %s in memory differs from the stored one (-stored +memory):\n%s", id, diff)
		}
	}
}

// TestReadRoom reads a match without putting it into memory.
func TestReadRoom(t *testing.T) {
	h := newHouse(t)
	u := h.Guest()
	made, err := h.Rooms.Create(background, u, room.Spec{Game: "nine", Kind: room.Screen})
	must(t, err)
	r, err := h.Rooms.Read(background, u, made.ID)
	must(t, err)
	if ids, _ := h.Rooms.InMemory(); len(ids) != 0 || r.Info.ID != made.ID {
		t.Errorf("got match %q and rooms %v in memory, want %s and none", r.Info.ID, ids, made.ID)
	}
	_, err = h.Rooms.Read(background, h.Guest(), made.ID)
	wantCode(t, err, failure.NotFound)
}
