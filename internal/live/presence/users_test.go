// SPDX-License-Identifier: Apache-2.0

package presence_test

import (
	"slices"
	"testing"
	"time"

	"cairn/internal/live/livetest"
	"cairn/internal/live/room"
)

// A user is online while a stream is open, and a little longer.
func TestOnline(t *testing.T) {
	h := livetest.New(t)
	online := h.Presence.Users
	want := func(when string, users ...string) {
		t.Helper()
		slices.Sort(users)
		if got := online.List(); !slices.Equal(got, users) || online.Count() != len(users) {
			t.Errorf("%s: got %v (%d), want %v", when, got, online.Count(), users)
		}
	}
	want("at first")
	online.Enter("")() // a visitor without a session
	want("with a stranger")
	first, second := online.Enter("ann"), online.Enter("ann")
	leave := online.Enter("bob")
	want("with both", "ann", "bob")
	first()
	first() // once is enough
	leave()
	want("just after", "ann", "bob")
	h.Clock.Advance(time.Minute)
	want("later", "ann")
	if !online.Has("ann") || online.Has("bob") || online.Has("carl") {
		t.Error("Has differs from List")
	}
	second()
	h.Clock.Advance(time.Minute)
	want("at last")
}

// The stream and the pages of a match make its readers online.
func TestOnlineByMatch(t *testing.T) {
	h := livetest.New(t)
	ann := h.Guest()
	info, err := h.Rooms.Create(background, ann, room.Spec{Game: "toy", Kind: room.Screen})
	must(t, err)
	w, err := h.Streams.Watch(background, ann, info.ID, 0)
	must(t, err)
	h.Clock.Advance(time.Minute)
	if !h.Presence.Users.Has(ann.ID) {
		t.Error("with an open stream: not online")
	}
	w.Close()
	h.Clock.Advance(time.Minute)
	if h.Presence.Users.Has(ann.ID) {
		t.Error("a minute after the stream: still online")
	}
	h.Room(ann, info.ID)
	if !h.Presence.Users.Has(ann.ID) {
		t.Error("with a page loaded: not online")
	}
}
