// SPDX-License-Identifier: Apache-2.0

package storetest

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"cairn/game"
	"cairn/internal/failure"
	"cairn/internal/live/rating"
	"cairn/internal/live/room"
	"cairn/match"
)

// wantMatch checks a stored match: its row, and that its events give the match.
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
	b := NewTable(t, "m1", room.Private, timed("u1", ""))
	must(t, s.CreateMatch(t.Context(), b.Created()))
	wantMatch(t, s, b)

	full := NewTable(t, "m2", room.Open, timed("u1", "u2"))
	n := full.Created()
	n.Info.Turn, n.Info.Ply, n.Info.Rematch = game.Black, 7, "m9"
	n.Info.Status, n.Info.End = match.Over, match.End{Verdict: game.BlackWins, Reason: match.ByTime}
	n.Info.Names, n.Info.Position = [2]string{"Ann", "Bob"}, "3/3/w2 b 0"
	n.Info.Deadline, n.Info.Updated = noon.Add(time.Minute+time.Millisecond), noon.Add(time.Hour)
	must(t, s.CreateMatch(t.Context(), n))
	got, err := s.FindMatch(t.Context(), "m2")
	must(t, err)
	wantEqual(t, "every column", got, n.Info)

	_, err = s.FindMatch(t.Context(), "m3")
	wantError(t, "unknown match", err, failure.ErrNotFound)
}

// testMatchLoaded stores a match that continues a record, so that its first event
// is large and nested.
func testMatchLoaded(t *testing.T, s Store) {
	b := loaded(t, "m1", "u1")
	must(t, s.CreateMatch(t.Context(), b.Created()))
	wantMatch(t, s, b)
	must(t, s.Append(t.Context(), b.Do(match.Action{Kind: match.Redo})))
	wantMatch(t, s, b)
}

// testMatchUnlisted opens a record without listing the match for its creator.
func testMatchUnlisted(t *testing.T, s Store) {
	mine := room.Filter{User: "u1"}
	var ids []string
	for _, id := range []string{"m1", "m2"} {
		b := loaded(t, id, "u1")
		n := b.Created()
		n.Unlisted = true
		must(t, s.CreateMatch(t.Context(), n))
		wantMatch(t, s, b)
		found, err := s.Listed(t.Context(), id, "u1")
		must(t, err)
		wantEqual(t, "listed", found, false)
		if id == "m1" {
			must(t, s.List(t.Context(), id, "u1"))
			must(t, s.List(t.Context(), id, "u1"))
		} else { // playing on lists it
			must(t, s.Append(t.Context(), b.Do(match.Action{Kind: match.Redo})))
		}
		found, err = s.Listed(t.Context(), id, "u1")
		must(t, err)
		wantEqual(t, "listed", found, true)
		ids = append(ids, id)
		list, err := s.FindMatches(t.Context(), mine)
		must(t, err)
		wantEqual(t, "matches", len(list), len(ids))
	}
	wantError(t, "unknown match", s.List(t.Context(), "m3", "u1"), failure.ErrNotFound)
}

func testMatchRefused(t *testing.T, s Store) {
	b := NewTable(t, "m1", room.Open, Online("u1", "u2"))
	must(t, s.CreateMatch(t.Context(), b.Created()))
	other := NewTable(t, "m1", room.Private, Online("u3", "u4"))
	wantTaken(t, "match id", s.CreateMatch(t.Context(), other.Created()), "id")
	wantMatch(t, s, b)

	tests := []struct {
		name  string
		spoil func(*room.NewMatch)
	}{
		{"no events", func(n *room.NewMatch) { n.Events, n.Info.Seq = nil, 0 }},
		{"a seq that is too high", func(n *room.NewMatch) { n.Info.Seq = 2 }},
		{"events that do not begin at 1", func(n *room.NewMatch) {
			n.Events = []match.Event{n.Events[0]}
			n.Events[0].Seq = 2
		}},
	}
	for _, test := range tests {
		n := NewTable(t, "m2", room.Open, Online("u1", "u2")).Created()
		test.spoil(&n)
		if err := s.CreateMatch(t.Context(), n); err == nil {
			t.Errorf("match with %s: got no error, want one", test.name)
		}
		_, err := s.FindMatch(t.Context(), "m2")
		wantError(t, "match with "+test.name, err, failure.ErrNotFound)
	}
}

// matchModel is a reference implementation of the changes of a match, beside the
// store under test.
type matchModel struct {
	*testing.T
	Store
	table    *Table
	changes  []room.Change // in order; the first done are stored
	done     int           // number of stored changes
	commands map[room.Command]int
	wins     int
}

var (
	commanders = []string{"u1", "u2"}
	commandIDs = []string{"", "c1", "c2", "c3"}
)

// testMatchModel performs random operations on one match.
func testMatchModel(t *testing.T, s Store) {
	if testing.Short() {
		t.Skip("short: thousands of transactions")
	}
	_, changes := Shuttle(t, "", 100)
	setup := changesSetup(t)
	round := 0
	rapid.Check(t, func(r *rapid.T) {
		round++
		m := &matchModel{T: t, Store: s, changes: changes, commands: map[room.Command]int{}}
		m.table = NewTable(t, fmt.Sprint("m", round), room.Screen, setup)
		if err := s.CreateMatch(t.Context(), m.table.Created()); err != nil {
			r.Fatal(err)
		}
		r.Repeat(map[string]func(*rapid.T){
			"append": func(r *rapid.T) { m.append(r, 0) },
			"stale":  func(r *rapid.T) { m.append(r, rapid.SampledFrom([]int{-2, -1, 1}).Draw(r, "off")) },
			"":       m.compare,
		})
	})
}

// append makes the next change, or a change at a wrong seq.
func (m *matchModel) append(r *rapid.T, off int) {
	if m.done+off < 0 || m.done+off >= len(m.changes) {
		r.Skip("there is no such change")
	}
	c := m.changes[m.done+off]
	c.Info.ID = m.table.Info.ID
	c.Command.ID = rapid.SampledFrom(commandIDs).Draw(r, "command")
	c.Command.User = rapid.SampledFrom(commanders).Draw(r, "user")
	if rapid.Bool().Draw(r, "counts") {
		c.Tallies = []rating.Tally{{User: m.table.Info.ID, Game: "g", Outcome: rating.Won}}
	}
	if _, done := m.commands[c.Command]; done {
		c.Command.ID = ""
	}
	err := m.Append(m.Context(), c)
	switch {
	case off != 0:
		if !errors.Is(err, failure.ErrStale) {
			r.Fatalf("change off by %d: got %v, want stale", off, err)
		}
		return
	case err != nil:
		r.Fatal(err)
	}
	m.done++
	m.wins += len(c.Tallies)
	if c.Command.ID != "" {
		m.commands[c.Command] = c.Info.Seq
	}
}

func (m *matchModel) compare(r *rapid.T) {
	want := append([]match.Event(nil), m.table.first...)
	for _, c := range m.changes[:m.done] {
		want = append(want, c.Events...)
	}
	got, err := m.FindEvents(m.Context(), m.table.Info.ID, 0)
	if diff := cmp.Diff(want, got); err != nil || diff != "" {
		r.Fatalf("events: error %v, got (+), want (-):\n%s", err, diff)
	}
	info, err := m.FindMatch(m.Context(), m.table.Info.ID)
	if err != nil || info.Seq != len(want) {
		r.Fatalf("match: got seq %d, %v, want %d", info.Seq, err, len(want))
	}
	wins := 0
	scores, err := m.FindScores(m.Context(), m.table.Info.ID)
	for _, score := range scores {
		wins += score.Wins
	}
	if err != nil || wins != m.wins {
		r.Fatalf("wins: got %d, %v, want %d", wins, err, m.wins)
	}
	m.compareCommands(r)
}

func (m *matchModel) compareCommands(r *rapid.T) {
	for _, user := range commanders {
		for _, id := range commandIDs {
			want, there := m.commands[room.Command{User: user, ID: id}]
			got, err := m.FindCommand(m.Context(), m.table.Info.ID, user, id)
			if there && got != want || there != (err == nil) {
				r.Fatalf("command %q of %s: got %d, %v, want %d", id, user, got, err, want)
			}
		}
	}
}
