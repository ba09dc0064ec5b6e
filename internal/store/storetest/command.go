// SPDX-License-Identifier: Apache-2.0

package storetest

import (
	"testing"

	"cairn/internal/failure"
	"cairn/internal/live/room"
)

func testCommand(t *testing.T, s Store) {
	b := begin(t, s, "m1", Online("u1", "u2"))
	other := begin(t, s, "m2", Online("u1", "u2"))
	by := func(c room.Change, user, id string) room.Change {
		c.Command = room.Command{User: user, ID: id}
		return c
	}
	store(t, s, by(b.Start(), "u1", "c1"), by(b.Move("b2"), "u1", ""), by(b.Move("a1"), "u1", "")) // without an id: not stored
	store(t, s, by(b.Move("c3"), "u2", "c1"))                                                      // another user may use the same id
	store(t, s, by(other.Start(), "u1", "c1"))                                                     // and so may another match

	tests := []struct {
		match, user, id string
		want            int
	}{
		{"m1", "u1", "c1", 2},
		{"m1", "u2", "c1", 5},
		{"m2", "u1", "c1", 2},
	}
	for _, test := range tests {
		got, err := s.FindCommand(t.Context(), test.match, test.user, test.id)
		must(t, err)
		wantEqual(t, "seq", got, test.want)
	}
	for _, key := range [][3]string{{"m1", "u1", ""}, {"m2", "u2", "c1"}, {"m1", "u1", "c2"}, {"m9", "u1", "c1"}} {
		_, err := s.FindCommand(t.Context(), key[0], key[1], key[2])
		wantError(t, "unknown command", err, failure.ErrNotFound)
	}
}
