// SPDX-License-Identifier: Apache-2.0

package storetest

import (
	"errors"
	"fmt"
	"sync/atomic"
	"testing"

	"cairn/internal/failure"
	"cairn/internal/live"
	"cairn/match"
)

// Shuttle returns a new match and n changes of it: a move, taken back, again and
// again, as long as a test needs.
func Shuttle(t testing.TB, id string, n int) (*Table, []live.Change) {
	t.Helper()
	setup := Online("u1", "u1")
	setup.Takeback = match.Free
	b := NewTable(t, id, live.Screen, setup)
	ahead := *b
	changes := []live.Change{ahead.Start()}
	for len(changes) < n {
		changes = append(changes, ahead.Move("b2"))
		if len(changes) < n {
			changes = append(changes, ahead.Do(match.Action{Kind: match.Undo}))
		}
	}
	return b, changes
}

// testAppendRace lets many make every change of a match: one of them succeeds.
func testAppendRace(t *testing.T, s Store) {
	const rivals, length = 16, 24
	b, changes := Shuttle(t, "m1", length)
	must(t, s.CreateMatch(t.Context(), b.Created()))
	var winners [length]atomic.Int32
	var winner [length]atomic.Int32
	atOnce(rivals, func(rival int) {
		for i, c := range changes {
			c.Command = live.Command{User: fmt.Sprint("u", rival), ID: fmt.Sprint("c", i)}
			err := s.Append(t.Context(), c)
			for errors.Is(err, failure.ErrStale) && !reached(t, s, c.After) { // too early: the one before is not there
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

// reached reports whether a match has come as far as a seq.
func reached(t *testing.T, s Store, seq int) bool {
	info, err := s.FindMatch(t.Context(), "m1")
	if err != nil {
		t.Error(err)
	}
	return err != nil || info.Seq >= seq
}

// wantEvents checks that exactly these changes are stored.
func wantEvents(t testing.TB, s Store, b *Table, changes []live.Change) {
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
		b := NewTable(t, fmt.Sprint("m", i), live.Screen, changesSetup(t))
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
