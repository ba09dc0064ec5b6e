// SPDX-License-Identifier: Apache-2.0

package catalog_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"cairn/catalog"
	"cairn/engine"
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
	err := entry.Solve(context.Background(), solver.Options{Dir: dir, Placing: true}, func(solver.TierResult) {})
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

func probe(t *testing.T, entry *catalog.Entry, tables tablebase.Tables, position string) tablebase.MoveValues {
	t.Helper()
	s, err := entry.Parse(position)
	if err != nil {
		t.Fatal(err)
	}
	j, err := tables.ProbeMoves(context.Background(), s)
	if err != nil {
		t.Fatal(err)
	}
	return j
}

// The value of a position is the value of its best move, in every position of some games.
func TestJudgementFollowsFromMoves(t *testing.T) {
	for _, entry := range []*catalog.Entry{catalog.Bind(tictactoe.Standard, tictactoeindex.For), catalog.Bind(morris.Three, morrisindex.For)} {
		tables, _ := solved(t, entry)
		s := entry.Start()
		for !s.Result().Over() {
			j := probe(t, entry, tables, s.String())
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
		if got := probe(t, three, tables, position).Worth; got != want {
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
	if j, err := broken.ProbeMoves(context.Background(), three.Start()); err == nil {
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
		j := probe(t, entry, tables, entry.Start().String())
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

func perfectMove(entry *catalog.Entry, position string) (catalog.Answer, error) {
	s, err := entry.Parse(position)
	if err != nil {
		return catalog.Answer{}, err
	}
	return entry.Think(context.Background(), catalog.Question{State: s, Level: engine.Perfect, Seed: 1})
}

// Without tables the level perfect is offered only for games whose tables are made on
// first use; the error for other games says what is missing.
func TestPerfectIsOffered(t *testing.T) {
	c, dir := catalog.Standard(), t.TempDir()
	offers := func(name string) bool {
		entry, err := c.Find(name)
		if err != nil {
			t.Fatal(err)
		}
		return slices.Contains(entry.Levels(), string(engine.Perfect))
	}
	if offers("three") {
		t.Error("three: perfect is offered without a folder of tables")
	}
	c.UseTables(dir)
	for name, want := range map[string]bool{
		"three": true, "six": true, "six-mens-morris-no-flying": true, "nine": false, "lasker": false, "fanorona": false, "yote": false,
	} {
		if got := offers(name); got != want {
			t.Errorf("%s: perfect is offered: %v, want %v", name, got, want)
		}
	}
	for name, want := range map[string]string{"nine": `"cairn solve nine-mens-morris --placing" makes them`, "fanorona": "endings"} {
		entry, _ := c.Find(name)
		_, err := perfectMove(entry, entry.Start().String())
		if !errors.Is(err, engine.ErrNoTables) || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got error %v, want one with %q", name, err, want)
		}
	}
}

// The level perfect of nine men's morris needs all tables, readable ones; tables without
// men in hand are not enough.
func TestPerfectNeedsAllTables(t *testing.T) {
	nine, dir := catalog.Bind(morris.Nine, morrisindex.For), t.TempDir()
	nine.UseTables(dir)
	if err := nine.Solve(context.Background(), solver.Options{Dir: dir, Limit: 3}, func(solver.TierResult) {}); err != nil {
		t.Fatal(err)
	}
	if nine.Offers(engine.Perfect) == nil {
		t.Error("perfect is offered with one table")
	}
	fillIn := func(placing bool) {
		for _, group := range tablebase.Plan(morrisindex.For(morris.Nine), 0, placing) {
			for _, tier := range group {
				path := tablebase.Path(dir, nine.Info().ID, tier.String())
				if _, err := os.Stat(path); err == nil {
					continue
				}
				if err := os.WriteFile(path, nil, 0o600); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	fillIn(false)
	if nine.Offers(engine.Perfect) == nil {
		t.Error("perfect is offered without tables of men in hand")
	}
	fillIn(true)
	if err := nine.Offers(engine.Perfect); err != nil {
		t.Fatal(err)
	}
	answer, err := perfectMove(nine, "ww1/bb1/1w1/6/3/1b1/3 w 0,0 0")
	if err != nil || answer.Score != engine.Win-1 {
		t.Errorf("three men each: got %+v and error %v, want a win in 1", answer, err)
	}
	if _, err = perfectMove(nine, "ww1/bb1/1w1/6/3/1b1/3 w 1,1 8"); !errors.Is(err, tablebase.ErrDamaged) {
		t.Errorf("a damaged table: got error %v, want %v", err, tablebase.ErrDamaged)
	}
}

// Concurrent games wait for one making of their tables.
func TestPerfectMakesTables(t *testing.T) {
	three, dir := catalog.Bind(morris.Three, morrisindex.For), filepath.Join(t.TempDir(), "tables")
	three.UseTables(dir)
	answers := make([]catalog.Answer, 4)
	var group sync.WaitGroup
	for i := range answers {
		group.Go(func() {
			answer, err := perfectMove(three, three.Start().String())
			if err != nil {
				t.Error(err)
			}
			answers[i] = answer
		})
	}
	group.Wait()
	if three.Lacks(dir) {
		t.Error("tables are missing after a perfect move")
	}
	for _, a := range answers {
		if a.Move != "b2" || a.Score != engine.Win-9 {
			t.Errorf("got %s with score %d, want b2, which wins in 9", a.Move, a.Score)
		}
	}
}

func TestPerfectStops(t *testing.T) {
	six := catalog.Bind(morris.Six, morrisindex.For)
	six.UseTables(t.TempDir())
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err := six.Think(ctx, catalog.Question{State: six.Start(), Level: engine.Perfect})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("got error %v, want %v", err, context.Canceled)
	}
}
