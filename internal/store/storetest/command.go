// SPDX-License-Identifier: Apache-2.0

package storetest

import (
	"sync/atomic"
	"testing"

	"cairn/internal/failure"
	"cairn/internal/live"
)

func testCommand(t *testing.T, s Store) {
	b := begin(t, s, "m1", Online("u1", "u2"))
	other := begin(t, s, "m2", Online("u1", "u2"))
	by := func(c live.Change, user, id string) live.Change {
		c.Command = live.Command{User: user, ID: id}
		return c
	}
	store(t, s, by(b.Start(), "u1", "c1"), by(b.Move("b2"), "u1", ""), by(b.Move("a1"), "u1", "")) // not remembered
	store(t, s, by(b.Move("c3"), "u2", "c1"))                                                      // another user may use the same id
	store(t, s, by(other.Start(), "u1", "c1"))                                                     // and so may another match

	stored := *b
	again := by(b.Move("c1"), "u1", "c1")
	again.Tallies = []live.Tally{{User: "u1", Game: "g", Outcome: live.Won}}
	wantTaken(t, "command that was done", s.Append(t.Context(), again), "command")
	wantMatch(t, s, &stored)
	scores, err := s.FindScores(t.Context(), "u1")
	must(t, err)
	wantEqual(t, "scores", scores, []live.Score{})

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

// testCommandRace sends one command many times, each time for the current state:
// it has its effect once.
func testCommandRace(t *testing.T, s Store) {
	const senders, length = 16, 17
	b, changes := Shuttle(t, "m1", length)
	must(t, s.CreateMatch(t.Context(), b.Created()))
	store(t, s, changes[0])
	var done, refused atomic.Int32
	atOnce(senders, func(int) {
		for _, c := range changes[1:] {
			c.Command = live.Command{User: "u1", ID: "once"}
			switch err := s.Append(t.Context(), c); {
			case err == nil:
				done.Add(1)
			case takenField(err) == "command":
				refused.Add(1)
			}
		}
	})
	wantEqual(t, "times it was done", done.Load(), int32(1))
	if refused.Load() == 0 {
		t.Error("times it was refused: got 0, want some")
	}
	wantEvents(t, s, b, changes[:2])
	seq, err := s.FindCommand(t.Context(), "m1", "u1", "once")
	must(t, err)
	wantEqual(t, "seq", seq, changes[1].Info.Seq)
}
