// SPDX-License-Identifier: Apache-2.0

package live_test

import (
	"slices"
	"testing"

	"cairn/internal/failure"
	"cairn/internal/live"
	"cairn/match"
)

// TestRoomBytes opens many large matches of one user. They leave memory, and a
// running game of two people stays until it is over.
func TestRoomBytes(t *testing.T) {
	const bound = 64 << 10
	h := newHouse(t)
	h.SetRoomBytes(bound)
	game, white, _ := h.private("nine", "")
	u := h.guest()
	made, err := h.CreateMatch(background, u, live.Spec{Game: "nine", Kind: live.Screen})
	must(t, err)
	h.move(u, made.ID, "a1")
	h.move(u, made.ID, "d1")
	from := h.room(u, made.ID).Match.Record()
	for range 60 {
		info, err := h.CreateMatch(background, u, live.Spec{Game: "nine", Kind: live.Screen, From: &from})
		must(t, err)
		h.room(u, info.ID)
	}
	ids, bytes := h.Rooms()
	if bytes > bound || len(ids) < 2 || len(ids) > 40 {
		t.Errorf("got %d rooms of %d bytes in memory, want %d bytes at most", len(ids), bytes, bound)
	}
	if !slices.Contains(ids, game) || slices.Contains(ids, made.ID) {
		t.Errorf("got rooms %v, want the running game %s and not %s", ids, game, made.ID)
	}
	h.move(white, game, "a1") // the room grows in place
	if h.room(u, made.ID).Info.Ply != 2 {
		t.Error("a room that was dropped is not read again")
	}
	h.do(white, game, match.Action{Kind: match.Resign})
	for range 60 {
		info, err := h.CreateMatch(background, u, live.Spec{Game: "nine", Kind: live.Screen, From: &from})
		must(t, err)
		h.room(u, info.ID)
	}
	if ids, bytes = h.Rooms(); slices.Contains(ids, game) || bytes > bound {
		t.Errorf("got rooms %v of %d bytes, want the game that is over gone", ids, bytes)
	}
}

// TestOverRooms ends matches one after another. Few of them stay in memory, though there
// is room for more, and those that are not over stay.
func TestOverRooms(t *testing.T) {
	h := newHouse(t)
	h.SetRoomBytes(1 << 20)
	u := h.guest()
	var running []string
	for range 20 {
		info, err := h.CreateMatch(background, u, live.Spec{Game: "nine", Kind: live.Screen})
		must(t, err)
		h.move(u, info.ID, "a1")
		running = append(running, info.ID)
		game, white, _ := h.private("nine", "")
		h.do(white, game, match.Action{Kind: match.Resign})
		if h.room(white, game).Info.Status != match.Over {
			t.Fatal("the match is not over")
		}
	}
	ids, _ := h.Rooms()
	for _, id := range running {
		if !slices.Contains(ids, id) {
			t.Errorf("got rooms %v, want match %s, which goes on", ids, id)
		}
	}
	if len(ids) >= 40 {
		t.Error("all matches that are over are still in memory")
	}
}

// TestReadRoom reads a match without putting it into memory.
func TestReadRoom(t *testing.T) {
	h := newHouse(t)
	u := h.guest()
	made, err := h.CreateMatch(background, u, live.Spec{Game: "nine", Kind: live.Screen})
	must(t, err)
	r, err := h.ReadRoom(background, u, made.ID)
	must(t, err)
	if ids, _ := h.Rooms(); len(ids) != 0 || r.Info.ID != made.ID {
		t.Errorf("got match %q and rooms %v in memory, want %s and none", r.Info.ID, ids, made.ID)
	}
	_, err = h.ReadRoom(background, h.guest(), made.ID)
	wantCode(t, err, failure.NotFound)
}
