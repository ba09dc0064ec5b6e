// SPDX-License-Identifier: Apache-2.0

package catalog_test

import (
	"context"
	"os"
	"testing"

	"cairn/catalog"
	"cairn/game/gametest/tictactoe"
	tictactoeindex "cairn/game/gametest/tictactoe/index"
	"cairn/games/fanorona"
	fanoronaindex "cairn/games/fanorona/index"
	"cairn/games/morris"
	morrisindex "cairn/games/morris/index"
	"cairn/solver"
	"cairn/tablebase"
)

// solved returns the tables of a whole game.
func solved(t *testing.T, entry *catalog.Entry) (tablebase.Tables, string) {
	t.Helper()
	dir := t.TempDir()
	if !entry.Lacks(dir) {
		t.Fatal("no table is missing in an empty folder")
	}
	err := entry.Solve(context.Background(), solver.Options{Dir: dir, Placing: true}, func(solver.Row) {})
	if err != nil {
		t.Fatal(err)
	}
	if entry.Lacks(dir) {
		t.Error("a table is missing after solving")
	}
	tables, err := entry.OpenTables(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { tables.Close() })
	return tables, dir
}

func judge(t *testing.T, entry *catalog.Entry, tables tablebase.Tables, position string) tablebase.Judgement {
	t.Helper()
	s, err := entry.Parse(position)
	if err != nil {
		t.Fatal(err)
	}
	j, err := tables.Judge(context.Background(), s)
	if err != nil {
		t.Fatal(err)
	}
	return j
}

// A position is worth what its best move is, in every position of some games.
func TestJudgementFollowsFromMoves(t *testing.T) {
	for _, entry := range []*catalog.Entry{catalog.Bind(tictactoe.Standard, tictactoeindex.For), catalog.Bind(morris.Three, morrisindex.For)} {
		tables, _ := solved(t, entry)
		s := entry.Start()
		for !s.Result().Over() {
			j := judge(t, entry, tables, s.String())
			best := tablebase.Lost
			for _, m := range j.Moves {
				best = max(best, m.Value)
			}
			if !j.Known || j.Value != best {
				t.Fatalf("%s: got %s in %d, its moves say %s", s, j.Value, j.Plies, best)
			}
			next, err := s.Play(j.Moves[len(j.Moves)/2].Move)
			if err != nil {
				t.Fatal(err)
			}
			s = next
		}
	}
}

func TestJudgements(t *testing.T) {
	three := catalog.Bind(morris.Three, morrisindex.For)
	tables, dir := solved(t, three)
	for position, want := range map[string]tablebase.Worth{
		"3/3/3 w 3,3 0":       {Known: true, Value: tablebase.WonIn(9), Plies: 9},
		"www/bb1/3 b 0,1 0":   {Known: true, Value: tablebase.Lost, Plies: 0},
		"www/bb1/3 w 0,1 0":   {Known: true, Value: tablebase.Won, Plies: 0},
		"ww1/bb1/1w1 b 0,1 0": {Known: true, Value: tablebase.WonIn(1), Plies: 1},
		"w2/3/3 b 2,3 0":      {Known: true, Value: tablebase.Drawn, Plies: -1},
	} {
		if got := judge(t, three, tables, position).Worth; got != want {
			t.Errorf("%s: got %+v, want %+v", position, got, want)
		}
	}
	proof, err := tables.Prove(context.Background(), three.Start(), 1<<20, nil)
	if want := (tablebase.Proof{Value: tablebase.Won}); err != nil || proof != want {
		t.Errorf("proof: got %+v, %v, want %+v by tables alone", proof, err, want)
	}
	path := tablebase.Path(dir, "three-mens-morris", "0+3-1+2")
	if err := os.WriteFile(path, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	broken, err := three.OpenTables(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer broken.Close()
	if j, err := broken.Judge(context.Background(), three.Start()); err == nil {
		t.Errorf("a damaged table answers %+v", j.Worth)
	}
}

func TestJudgementWithoutTables(t *testing.T) {
	for _, entry := range []*catalog.Entry{catalog.Bind(fanorona.Standard, fanoronaindex.For), catalog.Bind(morris.Nine, morrisindex.For), catalog.Bind(morris.Lasker, morrisindex.For)} {
		tables, err := entry.OpenTables(t.TempDir())
		if err != nil {
			t.Fatal(err)
		}
		defer tables.Close()
		j := judge(t, entry, tables, entry.Start().String())
		if j.Known || len(j.Moves) == 0 || j.Moves[0].Known {
			t.Errorf("%s: got %+v, want nothing known", entry.Info().ID, j)
		}
	}
}

func TestSlots(t *testing.T) {
	for id, want := range map[string]bool{"three": true, "six": true, "nine": true, "telo": true, "lasker": false, "morabaraba": false, "yote": false, "fanorona": false} {
		entry, err := catalog.Standard().Find(id)
		if err != nil {
			t.Fatal(err)
		}
		if got := entry.Slots(); (got > 0) != want {
			t.Errorf("%s: got %d slots, want some is %v", id, got, want)
		}
	}
}
