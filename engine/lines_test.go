// SPDX-License-Identifier: Apache-2.0

package engine_test

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"testing"

	"cairn/engine"
	"cairn/game"
	"cairn/game/gametest/tictactoe"
	"cairn/games/fanorona"
	"cairn/games/morris"
	"cairn/games/yote"
)

// checkLines checks that there are as many lines as wanted, or as moves, and that they are
// legal, distinct and in order, the first being the result.
func checkLines[P game.Position[P, M], M comparable](t *testing.T, p P, r engine.Result[M], lines int) {
	t.Helper()
	if want := min(lines, len(p.AppendMoves(nil))); len(r.Lines) != want {
		t.Fatalf("%+v: got %d lines, want %d", p, len(r.Lines), want)
	}
	if len(r.Lines) == 0 {
		return
	}
	if first := r.Lines[0]; first.Move != r.Move || first.Score != r.Score || first.Depth != r.Depth || !slices.Equal(first.PV, r.PV) {
		t.Errorf("%+v: the first line %+v is not the result %+v", p, first, r)
	}
	for i, line := range r.Lines {
		follow(t, p, line)
		for _, other := range r.Lines[:i] {
			if other.Move == line.Move || other.Score < line.Score {
				t.Errorf("%+v: %+v stands before %+v", p, other, line)
			}
		}
	}
}

// scores returns the scores of all moves by minimax, the best first.
func scores[P game.Position[P, M], M comparable](def game.Def[P, M], p P, depth int, settle bool) []int {
	var all []int
	for _, m := range p.AppendMoves(nil) {
		x := minimax[P, M]{def: def, settle: settle, path: []uint64{p.Hash(), p.Play(m).Hash()}}
		since := 0
		if p.Resets(m) {
			since = 1
		}
		all = append(all, -x.value(p.Play(m), depth-1, since))
	}
	slices.SortFunc(all, func(a, b int) int { return cmp.Compare(b, a) })
	return all
}

// checkLineScores compares the lines of a search to a depth with minimax.
func checkLineScores[P game.Position[P, M], M comparable](t *testing.T, def game.Def[P, M], p P, o engine.Options, depth, lines int) {
	t.Helper()
	r := search(t, engine.New(def, o), p, engine.Limits{Depth: depth, Lines: lines})
	checkLines(t, p, r, lines)
	want := scores(def, p, depth, !o.NoQuiescence && def.Eval != nil)
	for i, line := range r.Lines {
		if line.Score != want[i] {
			t.Fatalf("%+v at depth %d with %+v: line %d of %d scores %d, want %d", p, depth, o, i+1, lines, line.Score, want[i])
		}
	}
}

func TestLinesAreMinimax(t *testing.T) {
	random := rand.New(rand.NewPCG(20, 0))
	for i, o := range switches() {
		if testing.Short() && i%16 != 0 {
			continue
		}
		p := wander(tictactoe.Standard.Start(), 2+random.IntN(5), random)
		checkLineScores(t, tictactoe.Standard, p, o, 1+random.IntN(9), 1+random.IntN(9))
		for range 10 {
			def := define(randomGraph(random, !o.NoTable, random.IntN(2) == 0))
			depth := 40 // more than any line without a circle
			if o.NoTable {
				depth = 1 + random.IntN(6)
			}
			checkLineScores(t, def, def.Start(), o, depth, 1+random.IntN(5))
		}
		if o.NoTable {
			p := wander(morris.Six.Start(), 6+random.IntN(20), random)
			checkLineScores(t, morris.Six, p, o, 2, 1+random.IntN(8))
		}
	}
}

// sameFirst checks that further lines do not change the first: at every depth its
// move, its score and its line are those of a search for one line.
func sameFirst[P game.Position[P, M], M comparable](t *testing.T, def game.Def[P, M], plies, depth int) {
	t.Helper()
	random := rand.New(rand.NewPCG(21, 0))
	for range 4 {
		p := wander(def.Start(), random.IntN(plies), random)
		var want []engine.Result[M]
		collect := func(r engine.Result[M]) { want = append(want, r) }
		if _, err := engine.New(def, engine.Options{}).Search(t.Context(), p, nil, engine.Limits{Depth: depth}, collect); err != nil {
			t.Fatal(err)
		}
		at := 0
		compare := func(r engine.Result[M]) {
			checkLines(t, p, r, 4)
			w := want[min(at, len(want)-1)] // later lines are searched on when the first is proven
			if at++; r.Move != w.Move || r.Score != w.Score || r.Depth != w.Depth || !slices.Equal(r.PV, w.PV) {
				t.Errorf("%s, depth %d: got %+v, want %+v", def.Format(p), r.Depth, r, w)
			}
		}
		if _, err := engine.New(def, engine.Options{}).Search(t.Context(), p, nil, engine.Limits{Depth: depth, Lines: 4}, compare); err != nil {
			t.Fatal(err)
		}
		if at < len(want) {
			t.Errorf("%s: got %d depths, want %d at least", def.Format(p), at, len(want))
		}
	}
}

func TestLinesDoNotChangeTheFirst(t *testing.T) {
	sameFirst(t, tictactoe.Standard, 4, 9)
	sameFirst(t, morris.Six, 30, 6)
	sameFirst(t, morris.Nine, 30, 6)
	sameFirst(t, fanorona.Standard, 20, 4)
	sameFirst(t, yote.Standard, 20, 4)
}

// A search that is stopped at any node has complete lines, and a repetition has equal ones.
func TestLinesOfAStoppedSearch(t *testing.T) {
	random := rand.New(rand.NewPCG(22, 0))
	for i := range 60 {
		p := wander(morris.Nine.Start(), 6+random.IntN(30), random)
		limits := engine.Limits{Nodes: 400 + uint64(i)*97, Lines: 1 + random.IntN(6)}
		e := engine.New(morris.Nine, engine.Options{})
		first := search(t, e, p, limits)
		e.Clear()
		again := search(t, e, p, limits)
		if first.Nodes > limits.Nodes {
			t.Errorf("got %d nodes, want at most %d", first.Nodes, limits.Nodes)
		}
		if first.Depth > 0 {
			checkLines(t, p, first, min(limits.Lines, len(first.Lines)))
		}
		same := func(a, b engine.Result[morris.Move]) bool {
			return a.Score == b.Score && a.Depth == b.Depth && slices.Equal(a.PV, b.PV)
		}
		if !slices.EqualFunc(first.Lines, again.Lines, same) {
			t.Errorf("got %+v, then %+v", first.Lines, again.Lines)
		}
	}
}

// Moves with a known value have the score of the tables, and the moves that keep the result
// come first.
func TestLinesByTables(t *testing.T) {
	def := tictactoe.Standard
	for _, distances := range []bool{true, false} {
		e := engine.New(def, engine.Options{})
		e.SetTables(probing[tictactoe.Position](func(p tictactoe.Position) (engine.Value, int, bool) { return solve(p, distances) }))
		for _, pos := range []string{"3/3/3 w 0", "3/3/w1b w 0", "w2/1b1/2w b 0", "w1w/1b1/b2 w 0", "w2/bw1/2b w 0", "w1w/1b1/w1b b 0"} {
			p := board(t, pos)
			e.Clear()
			r := search(t, e, p, engine.Limits{Depth: 4, Lines: 9})
			checkLines(t, p, r, 9)
			for _, line := range r.Lines {
				after, plies, _ := solve(p.Play(line.Move), distances)
				got, decided := engine.Promises(line.Score)
				if got != -after || !decided && line.Score != 0 {
					t.Errorf("%s: %s scores %s, want %d", pos, def.FormatMove(p, line.Move), words(line.Score), -after)
				}
				if n, ok := engine.MateIn(line.Score); distances && ok && n != plies+1 {
					t.Errorf("%s: %s ends after %d plies, want %d", pos, def.FormatMove(p, line.Move), n, plies+1)
				}
			}
		}
	}
}
