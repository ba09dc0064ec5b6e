// SPDX-License-Identifier: Apache-2.0

package storetest

import (
	"testing"

	"cairn/internal/failure"
	"cairn/internal/live"
	"cairn/match"
)

// begin stores a match of two and returns its table.
func begin(t testing.TB, s Store, id string, setup match.Setup) *Table {
	t.Helper()
	b := NewTable(t, id, live.Open, setup)
	must(t, s.CreateMatch(t.Context(), b.Created()))
	return b
}

// store appends changes that must succeed.
func store(t testing.TB, s Store, changes ...live.Change) {
	t.Helper()
	for _, c := range changes {
		must(t, s.Append(t.Context(), c))
	}
}

func testAppend(t *testing.T, s Store) {
	b := begin(t, s, "m1", timed("u1", "u2"))
	other := begin(t, s, "m2", Online("u1", "u2"))
	store(t, s, b.Start())
	wantMatch(t, s, b)
	for _, move := range []string{"b2", "a1", "b1", "a2", "b3"} { // White makes a line
		store(t, s, b.Move(move))
		wantMatch(t, s, b)
	}
	wantEqual(t, "status", b.Info.Status, match.Over)
	wantMatch(t, s, other)
}

// testAppendSeveral stores several events in one change.
func testAppendSeveral(t *testing.T, s Store) {
	b := begin(t, s, "m1", Online("u1", "u2"))
	c := b.Start()
	for _, move := range []string{"b2", "a1"} {
		next := b.Move(move)
		c.Info, c.Events = next.Info, append(c.Events, next.Events...)
	}
	store(t, s, c)
	wantMatch(t, s, b)
}

func testAppendJoined(t *testing.T, s Store) {
	b := begin(t, s, "m1", Online("u1", ""))
	mine := func(user string) int {
		list, err := s.FindMatches(t.Context(), live.Filter{User: user})
		must(t, err)
		return len(list)
	}
	wantEqual(t, "matches of who may join", mine("u2"), 0)
	store(t, s, b.Do(match.Action{Kind: match.Join, Account: "u2"}))
	wantMatch(t, s, b)
	wantEqual(t, "matches of who joined", mine("u2"), 1)
	wantEqual(t, "matches of who made it", mine("u1"), 1)
}

func testAppendRefused(t *testing.T, s Store) {
	b := begin(t, s, "m1", Online("u1", "u2"))
	first := b.Start()
	second := b.Move("b2")
	wantError(t, "a change too early", s.Append(t.Context(), second), failure.ErrStale)
	store(t, s, first, second)
	wantError(t, "a change too late", s.Append(t.Context(), first), failure.ErrStale)
	wantError(t, "the last change again", s.Append(t.Context(), second), failure.ErrStale)
	unknown := second
	unknown.Info.ID = "m9"
	wantError(t, "unknown match", s.Append(t.Context(), unknown), failure.ErrNotFound)

	stored, ahead := *b, *b
	third := ahead.Move("a1")
	tests := []struct {
		name  string
		spoil func(*live.Change)
	}{
		{"no events", func(c *live.Change) { c.Events, c.Info.Seq = nil, c.After }},
		{"a gap before it", func(c *live.Change) { c.Events[0].Seq++ }},
		{"a row that runs ahead", func(c *live.Change) { c.Info.Seq++ }},
		{"an unknown outcome", func(c *live.Change) { c.Tallies = []live.Tally{{User: "u1", Game: "g", Outcome: "lucky"}} }},
		{"a next match without events", func(c *live.Change) { c.Next = &live.NewMatch{Info: live.Info{ID: "m8"}} }},
	}
	for _, test := range tests {
		c := third
		c.Events = []match.Event{third.Events[0]}
		test.spoil(&c)
		if err := s.Append(t.Context(), c); err == nil {
			t.Errorf("change with %s: got no error, want one", test.name)
		}
		wantMatch(t, s, &stored)
	}
	store(t, s, third)
	wantMatch(t, s, &ahead)
}

// testAppendNext stores a rematch with the change that agrees on it, or neither.
func testAppendNext(t *testing.T, s Store) {
	b := begin(t, s, "m1", Online("u1", "u2"))
	store(t, s, b.Start(), b.Do(match.Action{Kind: match.Resign, By: match.WhiteSeat}),
		b.Do(match.Action{Kind: match.Rematch, By: match.WhiteSeat}))
	stored := *b
	c := b.Do(match.Action{Kind: match.Rematch, By: match.BlackSeat})
	next := NewTable(t, "m2", live.Open, b.Match.RematchSetup())
	n := next.Created()
	c.Next, c.Info.Rematch, c.Command = &n, "m2", live.Command{User: "u2", ID: "again"}

	stale := c
	stale.After, stale.Info.Seq = c.After-1, c.Info.Seq-1
	stale.Events = append([]match.Event(nil), c.Events...)
	stale.Events[0].Seq--
	wantError(t, "rematch from an old state", s.Append(t.Context(), stale), failure.ErrStale)
	clash := n
	clash.Info.ID = "m1"
	refused := c
	refused.Next = &clash
	wantTaken(t, "rematch with an id that is taken", s.Append(t.Context(), refused), "id")
	wantMatch(t, s, &stored)
	_, err := s.FindMatch(t.Context(), "m2")
	wantError(t, "rematch that was refused", err, failure.ErrNotFound)
	_, err = s.FindCommand(t.Context(), "m1", "u2", "again")
	wantError(t, "command that was refused", err, failure.ErrNotFound)

	store(t, s, c)
	b.Info.Rematch = "m2"
	wantMatch(t, s, b)
	wantMatch(t, s, next)
	wantEqual(t, "seats of the rematch", next.Info.Seats, [2]string{"u2", "u1"})
}

func testEvents(t *testing.T, s Store) {
	b := begin(t, s, "m1", Online("u1", "u2"))
	begin(t, s, "m10", Online("u1", "u2")) // an id that begins alike
	all := append([]match.Event(nil), b.first...)
	for _, c := range []live.Change{b.Start(), b.Move("b2"), b.Move("a1")} {
		store(t, s, c)
		all = append(all, c.Events...)
	}
	for after := range len(all) + 2 {
		events, err := s.FindEvents(t.Context(), "m1", after)
		must(t, err)
		wantEqual(t, "events", events, all[min(after, len(all)):])
	}
	_, err := s.FindEvents(t.Context(), "m9", 0)
	wantError(t, "events of an unknown match", err, failure.ErrNotFound)
}
