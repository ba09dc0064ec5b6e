// SPDX-License-Identifier: Apache-2.0

package engine_test

import (
	"context"
	"math/rand/v2"
	"testing"

	"cairn/engine"
	"cairn/game"
	"cairn/game/gametest/tictactoe"
	"cairn/games/morris"
)

// captures is how many plies of captures follow a leaf.
const captures = 4

// minimax is the reference search: it scores a position by plain minimax. Path holds the
// hashes from the last irreversible move before the root on; path[root] is the root.
type minimax[P game.Position[P, M], M comparable] struct {
	def    game.Def[P, M]
	settle bool // captures are followed at the leaves
	path   []uint64
	root   int
}

// value returns the score of p, whose hash ends the path.
func (x *minimax[P, M]) value(p P, depth, since int) int {
	ply := len(x.path) - 1 - x.root
	moves := p.AppendMoves(nil)
	if winner, ok := p.Result().Verdict.Winner(); ok && winner == p.Turn() {
		return engine.Win - ply
	} else if ok {
		return ply - engine.Win
	}
	limit := x.def.QuietLimit(p)
	if len(moves) == 0 || ply > 0 && (x.drawn(since) || limit > 0 && p.Clock() >= limit) {
		return 0
	}
	best := -engine.Win
	if depth <= 0 {
		best = x.eval(p)
		if !x.settle || depth == -captures {
			return best
		}
	}
	for _, m := range moves {
		if depth <= 0 && p.Takes(m) == 0 {
			continue
		}
		next := since
		if p.Resets(m) {
			next = len(x.path)
		}
		q := p.Play(m)
		x.path = append(x.path, q.Hash())
		best = max(best, -x.value(q, depth-1, next))
		x.path = x.path[:len(x.path)-1]
	}
	return best
}

func (x *minimax[P, M]) eval(p P) int {
	if x.def.Eval == nil {
		return 0
	}
	return x.def.Eval(p)
}

// drawn reports whether the last position of the path occurred before in this search, or
// twice since the last irreversible move.
func (x *minimax[P, M]) drawn(since int) bool {
	last, n := len(x.path)-1, 0
	for i := since; i < last; i++ {
		if x.path[i] == x.path[last] {
			if n++; n == 2 || i >= x.root {
				return true
			}
		}
	}
	return false
}

func reference[P game.Position[P, M], M comparable](def game.Def[P, M], p P, depth int, settle bool) int {
	x := minimax[P, M]{def: def, settle: settle, path: []uint64{p.Hash()}}
	return x.value(p, depth, 0)
}

// switches returns options with every combination of the exact techniques, which must not
// change a score. Reductions and pruning are off.
func switches() []engine.Options {
	var all []engine.Options
	for bits := range 1 << 8 {
		on := func(i int) bool { return bits>>i&1 != 0 }
		all = append(all, engine.Options{
			TableBytes: 1 << 14,
			NoTable:    on(0), NoScout: on(1), NoTakesFirst: on(2), NoKillers: on(3),
			NoHistory: on(4), NoQuiescence: on(5), NoCounters: on(6), NoAspiration: on(7),
			NoReductions: true, NoFutility: true, NoThinning: true,
		})
	}
	return all
}

// fataler is the part of testing.TB that helpers use.
type fataler interface {
	Helper()
	Fatalf(format string, args ...any)
}

// checkScore compares the engine's score at a depth with the reference.
func checkScore[P game.Position[P, M], M comparable](t fataler, def game.Def[P, M], p P, o engine.Options, depth int) {
	t.Helper()
	r := search(t, engine.New(def, o), p, engine.Limits{Depth: depth})
	if want := reference(def, p, depth, !o.NoQuiescence && def.Eval != nil); r.Score != want {
		t.Fatalf("%+v at depth %d with %+v: got score %d, want %d", p, depth, o, r.Score, want)
	}
}

// search runs a search that must not fail.
func search[P game.Position[P, M], M comparable](t fataler, e *engine.Engine[P, M], p P, l engine.Limits) engine.Result[M] {
	t.Helper()
	r, err := e.Search(context.Background(), p, nil, l, nil)
	if err != nil {
		t.Fatalf("search %+v: %v", p, err)
	}
	return r
}

// wander returns a position reached by random moves that is not the end of a game.
func wander[P game.Position[P, M], M comparable](start P, plies int, random *rand.Rand) P {
	p := start
	for range plies {
		moves := p.AppendMoves(nil)
		if len(moves) == 0 {
			return wander(start, plies, random)
		}
		p = p.Play(moves[random.IntN(len(moves))])
	}
	if p.Result().Over() {
		return wander(start, plies, random)
	}
	return p
}

func TestScoreIsMinimaxInTicTacToe(t *testing.T) {
	if testing.Short() {
		t.Skip("long; one thread only")
	}
	def := tictactoe.Standard
	for i, o := range switches() {
		random := rand.New(rand.NewPCG(1, uint64(i)))
		for range 20 {
			p := wander(def.Start(), 2+random.IntN(5), random)
			checkScore(t, def, p, o, 1+random.IntN(9))
		}
	}
}

// A transposition table mixes scores of different depths, so cycles and limited depths are
// tested without one.
func TestScoreIsMinimaxInGraphs(t *testing.T) {
	if testing.Short() {
		t.Skip("long; one thread only")
	}
	random := rand.New(rand.NewPCG(13, 0))
	for _, o := range switches() {
		for range 50 {
			def := define(randomGraph(random, !o.NoTable, random.IntN(2) == 0))
			depth := 40 // more than any line without a circle
			if o.NoTable {
				depth = 1 + random.IntN(6)
			}
			checkScore(t, def, def.Start(), o, depth)
		}
	}
}

func TestScoreIsMinimaxInMorris(t *testing.T) {
	for _, o := range switches() {
		if !o.NoTable {
			continue
		}
		random := rand.New(rand.NewPCG(2, 0))
		for range 6 {
			p := wander(morris.Six.Start(), 6+random.IntN(20), random)
			checkScore(t, morris.Six, p, o, 2)
		}
	}
}
