// SPDX-License-Identifier: Apache-2.0

package storetest

import (
	"errors"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"cairn/internal/failure"
	"cairn/internal/live"
	"cairn/match"
)

// matchModel is what changes of a match mean, in plain Go, beside a store that
// is asked the same.
type matchModel struct {
	*testing.T
	Store
	table    *Table
	changes  []live.Change // all there could be
	done     int           // how many of them are
	commands map[live.Command]int
	wins     int
}

var (
	commanders = []string{"u1", "u2"}
	commandIDs = []string{"", "c1", "c2", "c3"}
)

// testMatchModel does what comes to mind with one match.
func testMatchModel(t *testing.T, s Store) {
	if testing.Short() {
		t.Skip("short: thousands of transactions")
	}
	_, changes := Shuttle(t, "", 100)
	setup := changesSetup(t)
	round := 0
	rapid.Check(t, func(r *rapid.T) {
		round++
		m := &matchModel{T: t, Store: s, changes: changes, commands: map[live.Command]int{}}
		m.table = NewTable(t, fmt.Sprint("m", round), live.Screen, setup)
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

// append makes the next change, or one that is off by some.
func (m *matchModel) append(r *rapid.T, off int) {
	if m.done+off < 0 || m.done+off >= len(m.changes) {
		r.Skip("there is no such change")
	}
	c := m.changes[m.done+off]
	c.Info.ID = m.table.Info.ID
	c.Command.ID = rapid.SampledFrom(commandIDs).Draw(r, "command")
	c.Command.User = rapid.SampledFrom(commanders).Draw(r, "user")
	if rapid.Bool().Draw(r, "counts") {
		c.Tallies = []live.Tally{{User: m.table.Info.ID, Game: "g", Outcome: live.Won}}
	}
	err := m.Append(m.Context(), c)
	_, before := m.commands[c.Command]
	switch {
	case off != 0:
		if !errors.Is(err, failure.ErrStale) {
			r.Fatalf("change off by %d: got %v, want stale", off, err)
		}
		return
	case before:
		if takenField(err) != "command" {
			r.Fatalf("command again: got %v, want that it is taken", err)
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
			want, there := m.commands[live.Command{User: user, ID: id}]
			got, err := m.FindCommand(m.Context(), m.table.Info.ID, user, id)
			if there && got != want || there != (err == nil) {
				r.Fatalf("command %q of %s: got %d, %v, want %d", id, user, got, err, want)
			}
		}
	}
}
