// SPDX-License-Identifier: Apache-2.0

package room_test

import (
	"testing"

	"cairn/internal/account"
	"cairn/match"
)

// Find reads a match and changes nothing; Visit makes a player present and starts the match
// when both are.
func TestFindAndVisit(t *testing.T) {
	h := newHouse(t)
	ann, bob := h.Guest(), h.Guest()
	_, err := h.Seek(background, ann, "toy", "", false)
	must(t, err)
	seek, err := h.Seek(background, bob, "toy", "", false)
	must(t, err)
	check := func(what string, status match.Status, present ...account.User) {
		t.Helper()
		info, err := h.Store.FindMatch(background, seek.Match)
		must(t, err)
		if info.Status != status {
			t.Errorf("%s: the match is %s, want %s", what, info.Status, status)
		}
		var want [2]bool
		for _, u := range present {
			side, _ := info.SideOf(u.ID)
			want[side] = true
		}
		if got := h.Rooms.Present(&info); got != want || h.Presence.Users.Count() != len(present) {
			t.Errorf("%s: got present %v, %d online, want %v", what, got, h.Presence.Users.Count(), want)
		}
	}
	for range 2 {
		for _, u := range []account.User{ann, bob} {
			_, err := h.Rooms.Find(background, u, seek.Match)
			must(t, err)
			_, err = h.Rooms.Read(background, u, seek.Match)
			must(t, err)
		}
	}
	check("found", match.Ready)
	_, err = h.Rooms.Visit(background, ann, seek.Match)
	must(t, err)
	check("visited by one", match.Ready, ann)
	r, err := h.Rooms.Visit(background, bob, seek.Match)
	must(t, err)
	if r.Info.Status != match.Playing {
		t.Errorf("the visitor who starts the match sees it as %s", r.Info.Status)
	}
	check("visited by both", match.Playing, ann, bob)
}
