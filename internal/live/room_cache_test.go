// SPDX-License-Identifier: Apache-2.0

package live_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"cairn/internal/account"
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

// TestNewRooms looks at matches that are in memory since they were made: they are as the
// store has them.
func TestNewRooms(t *testing.T) {
	h := newHouse(t)
	ann, bob := h.guest(), h.guest()
	made := map[string]account.User{} // by match, who sees it
	for _, spec := range []live.Spec{
		{Game: "nine", Kind: live.Private, Side: live.AsBlack, Shown: true, Control: "3m+2s"},
		{Game: "nine", Kind: live.Computer, Level: "novice", Side: live.AsWhite},
	} {
		info, err := h.CreateMatch(background, ann, spec)
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
	id, white, black := h.private("nine", "none")
	watch, err := h.Watch(background, black, id, 0) // present
	must(t, err)
	defer watch.Close()
	h.move(white, id, "d6")
	h.move(black, id, "f4")
	h.do(white, id, match.Action{Kind: match.Resign})
	h.do(white, id, match.Action{Kind: match.Rematch})
	h.do(black, id, match.Action{Kind: match.Rematch})
	made[h.room(white, id).Info.Rematch] = white
	if len(made) != 4 {
		t.Fatalf("got matches %v, want one of each kind", made)
	}
	ids, _ := h.Rooms()
	for id, user := range made {
		if !slices.Contains(ids, id) {
			t.Errorf("match %s is not in memory", id)
		}
		stored, err := h.store.FindMatch(background, id)
		must(t, err)
		if diff := cmp.Diff(stored, h.room(user, id).Info); diff != "" {
			t.Errorf("match %s in memory differs from the stored one (-stored +memory):\n%s", id, diff)
		}
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
