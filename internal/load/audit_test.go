// SPDX-License-Identifier: Apache-2.0

package load_test

import (
	"slices"
	"testing"

	"cairn/game"
	"cairn/internal/load"
	"cairn/internal/store/sqlite"
	"cairn/match"
)

// kinds are the events that the actions of players lead to.
var kinds = map[string]match.EventKind{"start": match.Started, "move": match.Moved, "resign": match.Resigned}

// audit compares what clients were told with what the store holds. Unless all of
// them finished, some were not told of what they did.
func (c *crash) audit(t *testing.T, finished bool) {
	t.Helper()
	store, err := sqlite.Open(c.dir, sqlite.Options{ReadOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	byMatch := map[string][]load.Deed{}
	for _, d := range c.deeds {
		byMatch[d.Match] = append(byMatch[d.Match], d)
	}
	if len(byMatch) == 0 {
		t.Error("no command was answered")
	}
	for id, deeds := range byMatch {
		info, err := store.FindMatch(t.Context(), id)
		if err != nil {
			t.Errorf("match %s, which players were told of: %v", id, err)
			continue
		}
		events, err := store.FindEvents(t.Context(), id, 0)
		if err != nil {
			t.Fatal(err)
		}
		checkDeeds(t, id, deeds, events, finished)
		for _, d := range deeds {
			seq, err := store.FindCommand(t.Context(), id, info.Seats[sideOf(t, d.Side)], d.ID)
			if err != nil || seq != d.Seq {
				t.Errorf("match %s: command %s was answered with seq %d, the store says %d, %v", id, d.ID, d.Seq, seq, err)
			}
		}
	}
}

// checkDeeds finds every answered command among the events once, and nothing
// that nobody asked for.
func checkDeeds(t *testing.T, id string, deeds []load.Deed, events []match.Event, finished bool) {
	t.Helper()
	asked := map[int]load.Deed{}
	for _, d := range deeds {
		if other, twice := asked[d.Seq]; twice {
			t.Errorf("match %s: commands %s and %s were both answered with seq %d", id, other.ID, d.ID, d.Seq)
		}
		asked[d.Seq] = d
		if d.Seq > len(events) {
			t.Errorf("match %s: %s %s was answered with seq %d and is lost: the last event is %d", id, d.Action, d.Move, d.Seq, len(events))
		}
	}
	players := []match.EventKind{match.Started, match.Moved, match.Resigned}
	for i, e := range events {
		if e.Seq != i+1 {
			t.Errorf("match %s: event %d is at place %d", id, e.Seq, i+1)
		}
		d, was := asked[e.Seq]
		switch {
		case !was && finished && slices.Contains(players, e.Kind):
			t.Errorf("match %s: nobody was told of event %s", id, e)
		case was && (e.Kind != kinds[d.Action] || e.Move != d.Move || e.By.String() != d.Side):
			t.Errorf("match %s: %s %s by %s was answered with seq %d, the store has %s", id, d.Action, d.Move, d.Side, d.Seq, e)
		}
	}
}

func sideOf(t *testing.T, name string) game.Side {
	t.Helper()
	var side game.Side
	if err := side.UnmarshalText([]byte(name)); err != nil {
		t.Fatal(err)
	}
	return side
}
