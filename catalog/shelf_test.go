// SPDX-License-Identifier: Apache-2.0

package catalog_test

import (
	"os"
	"path/filepath"
	"testing"

	"cairn/catalog"
	"cairn/games/morris"
	morrisindex "cairn/games/morris/index"
	"cairn/solver"
	"cairn/tablebase"
)

// Positions of nine men's morris with few men.
const (
	threeEach = "ww1/bb1/1w1/6/3/1b1/3 w 0,0 0"
	fourThree = "ww1/bb1/1w1/6/3/1b1/2w w 0,0 0"
)

func solveNine(t *testing.T, nine *catalog.Entry, o solver.Options) {
	t.Helper()
	o.Resume = true
	if err := nine.Solve(t.Context(), o, func(solver.TierResult) {}); err != nil {
		t.Fatal(err)
	}
}

func judge(t *testing.T, entry *catalog.Entry, position string) tablebase.MoveValues {
	t.Helper()
	s, err := entry.Parse(position)
	if err != nil {
		t.Fatal(err)
	}
	j, err := entry.ProbeMoves(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	return j
}

// Tables that are added or replaced while a game is in use are probed at once.
func TestTablesAppear(t *testing.T) {
	nine, dir := catalog.Bind(morris.Nine, morrisindex.For), t.TempDir()
	nine.UseTables(dir)
	if j := judge(t, nine, threeEach); j.Known {
		t.Errorf("without tables: got %+v", j.Worth)
	}
	if got := nine.Coverage(); got.Extent != solver.Nothing || got.Fault != nil {
		t.Errorf("without tables: got coverage %+v", got)
	}
	solveNine(t, nine, solver.Options{Dir: dir, Limit: 3, Kind: tablebase.WDL})
	if j := judge(t, nine, threeEach); !j.Known || j.Value != tablebase.Won || j.Plies != -1 {
		t.Errorf("with values: got %+v, want a win without plies", j.Worth)
	}
	if j := judge(t, nine, fourThree); j.Known {
		t.Errorf("four against three: got %+v, want nothing", j.Worth)
	}
	solveNine(t, nine, solver.Options{Dir: dir, Limit: 3})
	if j := judge(t, nine, threeEach); !j.Known || j.Plies != 1 {
		t.Errorf("with distances: got %+v, want a win in 1", j.Worth)
	}
	solveNine(t, nine, solver.Options{Dir: dir, Limit: 4, Kind: tablebase.WDL, KeepDTW: true, SkipVerify: true})
	if j := judge(t, nine, fourThree); !j.Known || j.Plies != -1 {
		t.Errorf("four against three: got %+v, want a value without plies", j.Worth)
	}
	if j := judge(t, nine, threeEach); !j.Known || j.Plies != 1 {
		t.Errorf("with distances beside values: got %+v, want a win in 1", j.Worth)
	}
	want := solver.Coverage{Extent: solver.Endings, Men: 4, Each: true, Tables: 4}
	got := nine.Coverage()
	got.Bytes = 0
	if got != want {
		t.Errorf("got coverage %+v, want %+v", got, want)
	}
	if cost := nine.Cost(solver.Options{Dir: dir, Limit: 4, Kind: tablebase.WDL}); cost.Tables != 0 {
		t.Errorf("got cost %+v, want nothing left", cost)
	}
	if cost := nine.Cost(solver.Options{Dir: dir, Limit: 4}); cost.Tables != 3 || cost.Slots == 0 || cost.Memory == 0 {
		t.Errorf("got cost %+v, want three tables with distances", cost)
	}
}

// With a mixture of DTW and WDL tables, values equal those of DTW tables alone, and so do
// plies where they are known.
func TestMixedTables(t *testing.T) {
	nine, whole, dir := catalog.Bind(morris.Nine, morrisindex.For), t.TempDir(), t.TempDir()
	solveNine(t, nine, solver.Options{Dir: whole, Limit: 4})
	files, err := nine.OpenFiles(whole)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(dir, nine.Info().ID), 0o755); err != nil {
		t.Fatal(err)
	}
	for tier, table := range files.Tables() {
		name := tier.String()
		if err = os.Link(tablebase.Path(whole, nine.Info().ID, name), tablebase.Path(dir, nine.Info().ID, name)); name == "3-3" {
			err = table.Reduce(dir)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	mixed := catalog.Bind(morris.Nine, morrisindex.For)
	nine.UseTables(whole)
	mixed.UseTables(dir)
	hidden, shown := 0, 0
	for _, position := range []string{fourThree, "ww1/bb1/1w1/6/3/1b1/2w b 0,0 0", "wwb/3/3/w2b2/3/3/w1b w 0,0 0", "wb1/w2/3/w2b2/3/1b1/2w b 0,0 0"} {
		a, b := judge(t, nine, position), judge(t, mixed, position)
		if !a.Known || !b.Known || a.Value.Sign() != b.Value.Sign() || a.Plies != b.Plies {
			t.Errorf("%s: got %+v, want %+v", position, b.Worth, a.Worth)
		}
		for i, m := range b.Moves {
			full := a.Moves[i]
			if !m.Known || m.Value.Sign() != full.Value.Sign() || m.Plies >= 0 && m.Plies != full.Plies {
				t.Errorf("%s %s: got %+v, want %+v", position, m.Move, m.Worth, full.Worth)
			}
			if m.Plies != full.Plies {
				hidden++
			} else if m.Plies >= 0 {
				shown++
			}
		}
	}
	if hidden == 0 || shown == 0 {
		t.Errorf("plies of %d moves are hidden and of %d shown, want some of both", hidden, shown)
	}
}

// The positions of a damaged table are unknown, and Coverage reports the fault. The tables
// of a small game are made again.
func TestFaultyTables(t *testing.T) {
	nine, dir := catalog.Bind(morris.Nine, morrisindex.For), t.TempDir()
	nine.UseTables(dir)
	solveNine(t, nine, solver.Options{Dir: dir, Limit: 3})
	damage(t, tablebase.Path(dir, nine.Info().ID, "3-3"))
	if j := judge(t, nine, threeEach); j.Known || len(j.Moves) == 0 {
		t.Errorf("got %+v, want moves of no known worth", j)
	}
	if c := nine.Coverage(); c.Fault == nil || c.Extent != solver.Nothing {
		t.Errorf("got coverage %+v, want a fault", c)
	}

	three, dir := catalog.Bind(morris.Three, morrisindex.For), t.TempDir()
	three.UseTables(dir)
	if c := three.Coverage(); c.Extent != solver.Whole || !c.Distances {
		t.Errorf("got coverage %+v, want the whole game", c)
	}
	if j := judge(t, three, three.Start().String()); j.Plies != 9 {
		t.Fatalf("got %+v, want a win in 9", j.Worth)
	}
	damage(t, tablebase.Path(dir, three.Info().ID, "0+3-0+3"))
	again := catalog.Bind(morris.Three, morrisindex.For)
	again.UseTables(dir)
	if j := judge(t, again, again.Start().String()); j.Plies != 9 {
		t.Errorf("made again: got %+v, want a win in 9", j.Worth)
	}
	if c := again.Coverage(); c.Fault != nil || c.Extent != solver.Whole {
		t.Errorf("got coverage %+v, want the whole game", c)
	}
}

// damage overwrites a file with bytes that are no table.
func damage(t *testing.T, path string) {
	t.Helper()
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte("no table"), 0o644); err != nil {
		t.Fatal(err)
	}
}
