// SPDX-License-Identifier: Apache-2.0

package storetest

import (
	"testing"
	"time"

	"cairn/game"
	"cairn/internal/failure"
	"cairn/internal/live"
	"cairn/match"
	"cairn/record"
)

// wantMatch checks what is stored of a match: the row, and that the events make
// the match.
func wantMatch(t testing.TB, s Store, b *Table) {
	t.Helper()
	info, err := s.FindMatch(t.Context(), b.Info.ID)
	must(t, err)
	wantEqual(t, "match "+b.Info.ID, info, b.Info)
	events, err := s.FindEvents(t.Context(), b.Info.ID, 0)
	must(t, err)
	m, err := match.Fold(toy, events)
	must(t, err)
	wantEqual(t, "seq", m.Seq(), b.Match.Seq())
	wantEqual(t, "position", m.State().String(), b.Match.State().String())
	wantEqual(t, "clock", m.Clock().Remaining(game.White, b.Now), b.Match.Clock().Remaining(game.White, b.Now))
}

// timed is a setup with a clock.
func timed(white, black string) match.Setup {
	setup := Online(white, black)
	setup.Control = match.Control{Kind: match.RealTime, Initial: 5 * time.Minute, Increment: 3 * time.Second}
	return setup
}

func testMatch(t *testing.T, s Store) {
	b := NewTable(t, "m1", live.Private, timed("u1", ""))
	must(t, s.CreateMatch(t.Context(), b.Created()))
	wantMatch(t, s, b)

	full := NewTable(t, "m2", live.Open, timed("u1", "u2"))
	n := full.Created()
	n.Info.Turn, n.Info.Ply, n.Info.Rematch = game.Black, 7, "m9"
	n.Info.Status, n.Info.End = match.Over, match.End{Verdict: game.BlackWins, Reason: match.ByTime}
	n.Info.Deadline, n.Info.Updated = noon.Add(time.Minute+time.Millisecond), noon.Add(time.Hour)
	must(t, s.CreateMatch(t.Context(), n))
	got, err := s.FindMatch(t.Context(), "m2")
	must(t, err)
	wantEqual(t, "every column", got, n.Info)

	_, err = s.FindMatch(t.Context(), "m3")
	wantError(t, "unknown match", err, failure.ErrNotFound)
}

// testMatchLoaded stores a match that goes on from a record: its first event is
// large and nested.
func testMatchLoaded(t *testing.T, s Store) {
	walk := record.Begin(toy, toy.Start())
	for _, move := range []string{"b2", "a1", "c3"} {
		_, err := walk.Play(move, time.Second)
		must(t, err)
	}
	walk.Undo()
	setup := match.Setup{Takeback: match.Free, Seats: [2]string{"u1", "u1"}}
	m, events, err := match.FromRecord(toy, walk.Record(), setup, noon)
	must(t, err)
	b := &Table{TB: t, Info: live.Info{ID: "m1", Kind: live.Screen, Creator: "u1", Created: noon}, Match: m, Now: noon, first: events}
	b.update()
	must(t, s.CreateMatch(t.Context(), b.Created()))
	wantMatch(t, s, b)
	must(t, s.Append(t.Context(), b.Do(match.Action{Kind: match.Redo})))
	wantMatch(t, s, b)
}

func testMatchRefused(t *testing.T, s Store) {
	b := NewTable(t, "m1", live.Open, Online("u1", "u2"))
	must(t, s.CreateMatch(t.Context(), b.Created()))
	other := NewTable(t, "m1", live.Private, Online("u3", "u4"))
	wantTaken(t, "match id", s.CreateMatch(t.Context(), other.Created()), "id")
	wantMatch(t, s, b)

	tests := []struct {
		name  string
		spoil func(*live.NewMatch)
	}{
		{"no events", func(n *live.NewMatch) { n.Events, n.Info.Seq = nil, 0 }},
		{"a seq that is too high", func(n *live.NewMatch) { n.Info.Seq = 2 }},
		{"events that do not begin at 1", func(n *live.NewMatch) {
			n.Events = []match.Event{n.Events[0]}
			n.Events[0].Seq = 2
		}},
	}
	for _, test := range tests {
		n := NewTable(t, "m2", live.Open, Online("u1", "u2")).Created()
		test.spoil(&n)
		if err := s.CreateMatch(t.Context(), n); err == nil {
			t.Errorf("match with %s: got no error, want one", test.name)
		}
		_, err := s.FindMatch(t.Context(), "m2")
		wantError(t, "match with "+test.name, err, failure.ErrNotFound)
	}
}
