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
	"cairn/engine/arena"
	"cairn/games/morris"
	morrisindex "cairn/games/morris/index"
	"cairn/solver"
	"cairn/tablebase"
)

func perfectMove(entry *catalog.Entry, position string) (catalog.Answer, error) {
	s, err := entry.Parse(position)
	if err != nil {
		return catalog.Answer{}, err
	}
	return entry.Think(context.Background(), catalog.Question{State: s, Level: engine.Perfect, Seed: 1})
}

// Perfect is offered where its tables are made on first use, and nowhere else as
// long as there are none; what is missing is told.
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

// With all its tables nine is played perfectly, as far as they can be read; those
// of moving men alone are not enough.
func TestPerfectNeedsAllTables(t *testing.T) {
	nine, dir := catalog.Bind(morris.Nine, morrisindex.For), t.TempDir()
	nine.UseTables(dir)
	if err := nine.Solve(context.Background(), solver.Options{Dir: dir, Limit: 3}, func(solver.Row) {}); err != nil {
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

// Several games at once wait for the same tables, which are made once.
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

// In games of six men's morris against all others, a perfect player gives no
// result away. `cairn bench levels six --level perfect` plays more of them.
func TestPerfectGivesNothingAway(t *testing.T) {
	six := catalog.Bind(morris.Six, morrisindex.For)
	six.UseTables(t.TempDir())
	for _, level := range engine.Levels()[:5] { // those above are like the last, with so few nodes
		score, err := six.MeetLevels(context.Background(), engine.Perfect, level, 500, arena.Plan{Games: 4, Opening: 2, Seed: 3})
		if err != nil {
			t.Fatal(err)
		}
		t.Logf("%s: %d won, %d drawn, %d lost, %d moves", level, score.Wins, score.Draws, score.Losses, score.Judged)
		if score.Lapses > 0 || score.Losses > 0 || score.Judged < 20 {
			t.Errorf("%s: %d lapses in %d moves, %d games lost; want none", level, score.Lapses, score.Judged, score.Losses)
		}
	}
}
