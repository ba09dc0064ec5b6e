// SPDX-License-Identifier: Apache-2.0

package puzzle_test

import (
	"slices"
	"testing"

	"cairn/catalog"
	"cairn/internal/study"
	"cairn/internal/study/puzzle"
	"cairn/record"
)

// Puzzles have exactly the right moves by the tables, also puzzles of a played game, and a
// seed always makes the same puzzles.
func TestMake(t *testing.T) {
	entry, err := catalog.Standard().Find("three")
	if err != nil {
		t.Fatal(err)
	}
	entry.UseTables(t.TempDir())
	var made, again []string
	maker := puzzle.NewMaker(entry, 7, nil)
	if err := maker.Generate(t.Context(), 5, func(p puzzle.Puzzle) {
		made = append(made, p.String())
		checkFirst(t, entry, &p)
	}); err != nil {
		t.Fatal(err)
	}
	maker = puzzle.NewMaker(entry, 7, nil)
	if err := maker.Generate(t.Context(), 5, func(p puzzle.Puzzle) { again = append(again, p.String()) }); err != nil {
		t.Fatal(err)
	}
	if len(made) == 0 || !slices.Equal(made, again) {
		t.Errorf("got %q, then %q", made, again)
	}
	walk := record.Begin(entry, entry.Start())
	for _, move := range []string{"a3", "a1", "b3", "b1", "c3"} {
		if _, err := walk.Play(move, 0); err != nil {
			t.Fatal(err)
		}
	}
	from, err := puzzle.NewMaker(entry, 7, nil).FromWalk(t.Context(), walk)
	if err != nil || len(from) == 0 {
		t.Errorf("from a game: got %v %v", from, err)
	}
	for i := range from {
		checkFirst(t, entry, &from[i])
	}
}

func checkFirst(t *testing.T, entry *catalog.Entry, p *puzzle.Puzzle) {
	t.Helper()
	state, err := entry.Parse(p.Position)
	if err != nil {
		t.Fatal(err)
	}
	exact, err := study.Exact(t.Context(), entry, state)
	if err != nil {
		t.Fatal(err)
	}
	for _, move := range exact.Moves {
		if move.Keeps != slices.Contains(p.Moves, move.Text) {
			t.Errorf("%s: %s keeps the result: %v", p.String(), move.Text, move.Keeps)
		}
	}
	if exact.Name() != p.Value || exact.Value == 1 && exact.Plies != p.Plies {
		t.Errorf("%s: the tables have a %s in %d", p.String(), exact.Name(), exact.Plies)
	}
}

func TestDrills(t *testing.T) {
	for _, entry := range catalog.Standard().All() {
		drills, err := puzzle.Drills(entry)
		if err != nil {
			t.Error(err)
		}
		for i, d := range drills {
			state, err := entry.Parse(d.Position)
			if err != nil || state.Turn() != d.Side || d.Level != i+1 || d.Own == 0 || d.Other == 0 || d.ID == "" {
				t.Errorf("%+v: %v", d, err)
			}
		}
	}
}
