// SPDX-License-Identifier: Apache-2.0

package storetest

import (
	"errors"
	"fmt"
	"sync/atomic"
	"testing"

	"cairn/internal/failure"
	"cairn/internal/live/rating"
	"cairn/internal/live/room"
	"cairn/match"
)

// begin stores a match between two users and returns its Table.
func begin(t testing.TB, s Store, id string, setup match.Setup) *Table {
	t.Helper()
	b := NewTable(t, id, room.Open, setup)
	must(t, s.CreateMatch(t.Context(), b.Created()))
	return b
}

// store appends changes that must succeed.
func store(t testing.TB, s Store, changes ...room.Change) {
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
		list, err := s.FindMatches(t.Context(), room.Filter{User: user})
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
		spoil func(*room.Change)
	}{
		{"no events", func(c *room.Change) { c.Events, c.Info.Seq = nil, c.After }},
		{"a gap before it", func(c *room.Change) { c.Events[0].Seq++ }},
		{"a row that runs ahead", func(c *room.Change) { c.Info.Seq++ }},
		{"an unknown outcome", func(c *room.Change) { c.Tallies = []rating.Tally{{User: "u1", Game: "g", Outcome: "lucky"}} }},
		{"a next match without events", func(c *room.Change) { c.Next = &room.NewMatch{Info: room.Info{ID: "m8"}} }},
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
	next := NewTable(t, "m2", room.Open, b.Match.RematchSetup())
	n := next.Created()
	c.Next, c.Info.Rematch, c.Command = &n, "m2", room.Command{User: "u2", ID: "again"}

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
	begin(t, s, "m10", Online("u1", "u2")) // an id with the same prefix
	all := append([]match.Event(nil), b.first...)
	for _, c := range []room.Change{b.Start(), b.Move("b2"), b.Move("a1")} {
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

// Shuttle returns a new match and n changes of it: a move and its undo, repeated.
func Shuttle(t testing.TB, id string, n int) (*Table, []room.Change) {
	t.Helper()
	setup := Online("u1", "u1")
	setup.Takeback = match.Free
	b := NewTable(t, id, room.Screen, setup)
	ahead := *b
	changes := []room.Change{ahead.Start()}
	for len(changes) < n {
		changes = append(changes, ahead.Move("b2"))
		if len(changes) < n {
			changes = append(changes, ahead.Do(match.Action{Kind: match.Undo}))
		}
	}
	return b, changes
}

// testAppendRace makes each change of a match in concurrent calls, of which one succeeds.
func testAppendRace(t *testing.T, s Store) {
	const rivals, length = 16, 24
	b, changes := Shuttle(t, "m1", length)
	must(t, s.CreateMatch(t.Context(), b.Created()))
	var winners [length]atomic.Int32
	var winner [length]atomic.Int32
	atOnce(rivals, func(rival int) {
		for i, c := range changes {
			c.Command = room.Command{User: fmt.Sprint("u", rival), ID: fmt.Sprint("c", i)}
			err := s.Append(t.Context(), c)
			for errors.Is(err, failure.ErrStale) && !reached(t, s, c.After) { // the previous change is not stored yet
				err = s.Append(t.Context(), c)
			}
			if err == nil {
				winners[i].Add(1)
				winner[i].Store(int32(rival))
			} else if !errors.Is(err, failure.ErrStale) {
				t.Errorf("change %d: %v", i, err)
			}
		}
	})
	for i, c := range changes {
		if got := winners[i].Load(); got != 1 {
			t.Errorf("change %d: got %d winners, want 1", i, got)
		}
		for rival := range int32(rivals) {
			seq, err := s.FindCommand(t.Context(), "m1", fmt.Sprint("u", rival), fmt.Sprint("c", i))
			if won := rival == winner[i].Load(); won != (err == nil) || won && seq != c.Info.Seq {
				t.Errorf("change %d of %d: won %v, got command at %d, %v", i, rival, won, seq, err)
			}
		}
	}
	wantEvents(t, s, b, changes)
}

// reached reports whether a match has reached a seq.
func reached(t *testing.T, s Store, seq int) bool {
	info, err := s.FindMatch(t.Context(), "m1")
	if err != nil {
		t.Error(err)
	}
	return err != nil || info.Seq >= seq
}

// wantEvents checks that exactly these changes are stored.
func wantEvents(t testing.TB, s Store, b *Table, changes []room.Change) {
	t.Helper()
	want := append([]match.Event(nil), b.first...)
	for _, c := range changes {
		want = append(want, c.Events...)
	}
	got, err := s.FindEvents(t.Context(), b.Info.ID, 0)
	must(t, err)
	wantEqual(t, "events of "+b.Info.ID, got, want)
	_, err = match.Fold(toy, got)
	must(t, err)
}

// testAppendMany plays many matches at the same time.
func testAppendMany(t *testing.T, s Store) {
	const matches, length = 40, 12
	_, changes := Shuttle(t, "", length)
	atOnce(matches, func(i int) {
		b := NewTable(t, fmt.Sprint("m", i), room.Screen, changesSetup(t))
		if err := s.CreateMatch(t.Context(), b.Created()); err != nil {
			t.Error(err)
		}
		for _, c := range changes {
			c.Info.ID = b.Info.ID
			if err := s.Append(t.Context(), c); err != nil {
				t.Errorf("match %s at %d: %v", b.Info.ID, c.After, err)
			}
		}
	})
	for i := range matches {
		b, want := Shuttle(t, fmt.Sprint("m", i), length)
		wantEvents(t, s, b, want)
	}
}

func changesSetup(t testing.TB) match.Setup {
	b, _ := Shuttle(t, "", 1)
	return b.Match.Setup()
}
