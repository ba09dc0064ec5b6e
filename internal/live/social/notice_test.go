// SPDX-License-Identifier: Apache-2.0

package social_test

import (
	"slices"
	"testing"
	"time"

	"cairn/internal/account"
	"cairn/internal/live/room"
	"cairn/internal/live/social"
	"cairn/match"
)

// ids returns the matches of a list, those that wait for a user marked.
func ids(list []room.Info, user account.User) []string {
	out := make([]string, len(list))
	for i := range list {
		out[i] = list[i].ID
		if list[i].WaitsFor(user.ID) {
			out[i] += "!"
		}
	}
	return out
}

func wantList(t *testing.T, what string, list []room.Info, user account.User, want ...string) {
	t.Helper()
	if got := ids(list, user); !slices.Equal(got, want) {
		t.Errorf("%s: got %v, want %v", what, got, want)
	}
}

// next returns the next notice of a stream.
func next(t *testing.T, w *social.NoticeWatch) []room.Info {
	t.Helper()
	n, err := w.Next(t.Context())
	must(t, err)
	return n.Running
}

// TestNotices follows the notices of one player of two matches.
func TestNotices(t *testing.T) {
	h := newHouse(t)
	one, ann, bob := h.Private("nine-mens-morris", "3d")
	w := h.Notices.Watch(ann)
	defer w.Close()
	wantList(t, "at first", next(t, w), ann, one+"!")
	if !h.Presence.Users.Has(ann.ID) {
		t.Error("ann follows notices and is not online")
	}
	h.Move(ann, one, "a1")
	wantList(t, "after a move", next(t, w), ann, one)
	h.Pass(time.Second) // lists are in the order of time
	info, err := h.Rooms.Create(background, bob, room.Spec{Game: "nine-mens-morris", Kind: room.Private})
	must(t, err)
	_, err = h.Rooms.Join(background, ann, info.ID)
	must(t, err)
	wantList(t, "after joining", next(t, w), ann, one, info.ID)
	h.Do(bob, info.ID, match.Action{Kind: match.Start})
	next(t, w)
	h.Move(bob, info.ID, "d2")
	wantList(t, "after a move of the other", next(t, w), ann, info.ID+"!", one)
	if n, err := h.Notices.Others(background, must2(h.Notices.Find(background, one)), ann.ID); err != nil || n != 1 {
		t.Errorf("others: got %d, %v, want 1", n, err)
	}
	h.Do(bob, one, match.Action{Kind: match.Resign})
	wantList(t, "after the end", next(t, w), ann, info.ID+"!")
	h.Notices.Wake(ann.ID)
	wantList(t, "when woken", next(t, w), ann, info.ID+"!")
}

func must2(info room.Info, err error) *room.Info {
	if err != nil {
		panic(err)
	}
	return &info
}

// TestOnTurn checks who is reported to have to act.
func TestOnTurn(t *testing.T) {
	h := newHouse(t)
	var turns []string
	h.Notices.OnTurn(func(user string, info room.Info) { turns = append(turns, user+" "+info.ID) })
	id, white, black := h.Private("nine-mens-morris", "none")
	h.Move(white, id, "a1")
	h.Do(black, id, match.Action{Kind: match.Draw})
	h.Move(black, id, "d1")
	want := []string{white.ID + " " + id, black.ID + " " + id, white.ID + " " + id}
	if !slices.Equal(turns, want) {
		t.Errorf("got %q, want %q", turns, want)
	}
}

// TestWaitsFor checks for whom a match waits.
func TestWaitsFor(t *testing.T) {
	for name, c := range map[string]struct {
		info room.Info
		want bool
	}{
		"own turn":              {room.Info{Kind: room.Open, Status: match.Playing}, true},
		"the other's turn":      {room.Info{Kind: room.Open, Status: match.Playing, Turn: 1}, false},
		"ready":                 {room.Info{Kind: room.Open, Status: match.Ready}, true},
		"ready, made by him":    {room.Info{Kind: room.Private, Status: match.Ready, Creator: "ann"}, true},
		"ready, made by others": {room.Info{Kind: room.Private, Status: match.Ready, Creator: "bob"}, false},
		"over":                  {room.Info{Kind: room.Open, Status: match.Over}, false},
		"on one screen":         {room.Info{Kind: room.Screen, Status: match.Playing, Creator: "ann"}, false},
	} {
		c.info.Seats = [2]string{"ann", "bob"}
		if got := c.info.WaitsFor("ann"); got != c.want {
			t.Errorf("%s: got %v, want %v", name, got, c.want)
		}
	}
}
