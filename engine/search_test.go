// SPDX-License-Identifier: Apache-2.0

package engine_test

import (
	"context"
	"math/rand/v2"
	"testing"

	"cairn/engine"
	"cairn/game"
	"cairn/games/morris"
)

// plain switches off the techniques that are not exact.
var plain = engine.Options{NoReductions: true, NoFutility: true, NoThinning: true}

// Reductions and pruning may delay a win but not invent one: every win and loss of the
// full engine is confirmed by plain search, and every win of plain search is found at most
// a few plies deeper.
func TestPrunedSearchIsSound(t *testing.T) {
	const depth, later = 5, 4
	random := rand.New(rand.NewPCG(19, 0))
	full, exact := engine.New(morris.Six, engine.Options{}), engine.New(morris.Six, plain)
	ends := 0
	for range 60 {
		p := wander(morris.Six.Start(), 14+random.IntN(30), random)
		want := search(t, exact, p, engine.Limits{Depth: depth})
		got := search(t, full, p, engine.Limits{Depth: depth + later})
		if v, ok := engine.Promises(want.Score); ok {
			ends++
			if seen, ok := engine.Promises(got.Score); !ok || seen != v {
				t.Errorf("%s: got %s, want %s", morris.Six.Format(p), words(got.Score), words(want.Score))
			}
			continue
		}
		if plies, ok := engine.MateIn(got.Score); ok && plies <= depth {
			t.Errorf("%s: got %s, which plain search does not see", morris.Six.Format(p), words(got.Score))
		}
	}
	if ends == 0 {
		t.Error("no position with an end in sight: the test checks too little")
	}
}

// Each technique saves nodes of a search to the same depth.
func TestPruningSaves(t *testing.T) {
	nodes := func(o engine.Options) (sum uint64) {
		random := rand.New(rand.NewPCG(20, 0))
		for range 4 {
			p := wander(morris.Nine.Start(), 14+random.IntN(20), random)
			sum += search(t, engine.New(morris.Nine, o), p, engine.Limits{Depth: 7}).Nodes
		}
		return sum
	}
	all := nodes(engine.Options{})
	for name, o := range map[string]engine.Options{
		"reductions": {NoReductions: true}, "futility": {NoFutility: true}, "table": {NoTable: true},
		"killers and history": {NoKillers: true, NoHistory: true, NoCounters: true},
	} {
		if without := nodes(o); without <= all {
			t.Errorf("%s: got %d nodes without and %d with, want more without", name, without, all)
		}
	}
}

// The side with the advantage leaves the cycle 0-1-2-3-0, the other side stays in it: the
// return to the root is a draw.
func TestCircle(t *testing.T) {
	tests := []struct {
		name       string
		leaving    int // evaluation of leaving the cycle
		repetition int // occurrences that make a draw
		move       hop
		score      int
	}{
		{"better", 50, 3, 1, 50},
		{"worse", -50, 3, 0, 0},
		{"worse where the rules do not count", -50, 0, 0, 100},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			g := &graph{}
			for i := range uint8(4) {
				g.stops[i] = stop{edges: []edge{{to: (i + 1) % 4}}, eval: 100 - 200*int(i%2)}
			}
			g.stops[0].edges = append(g.stops[0].edges, edge{to: 4})
			for i := uint8(4); i < 10; i++ {
				g.stops[i] = stop{edges: []edge{{to: i + 1}}, eval: test.leaving * (2*int(i%2) - 1)}
			}
			def := define(g)
			def.Draws.Repetition = test.repetition
			r := search(t, engine.New(def, engine.Options{}), def.Start(), engine.Limits{Depth: 4})
			if r.Move != test.move || r.Score != test.score {
				t.Errorf("got move %d of score %d, want %d of %d", r.Move, r.Score, test.move, test.score)
			}
		})
	}
}

// A position from before the root must occur a third time to be a draw. Move 0 leads to
// stop 1, which is better; the alternative is stop 2.
func TestRepetitionBeforeTheRoot(t *testing.T) {
	other, again := token{at: 3}.Hash(), token{at: 1, turn: game.Black}.Hash()
	root := token{}.Hash()
	tests := []struct {
		name   string
		recent []uint64
		resets bool
		score  int
	}{
		{"no history", nil, false, 100},
		{"never there", []uint64{root}, false, 100},
		{"once", []uint64{other, again, root}, false, 100},
		{"twice", []uint64{other, again, other, again, root}, false, 50},
		{"twice, the root left out", []uint64{other, again, other, again}, false, 50},
		{"twice, but the move cannot be undone", []uint64{other, again, other, again, root}, true, 100},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			def := define(&graph{stops: [16]stop{
				0: {edges: []edge{{to: 1, resets: test.resets}, {to: 2}}},
				1: {edges: []edge{{to: 3}}, eval: -100},
				2: {edges: []edge{{to: 3}}, eval: -50},
			}})
			e := engine.New(def, engine.Options{})
			r, err := e.Search(context.Background(), def.Start(), test.recent, engine.Limits{Depth: 1}, nil)
			if err != nil || r.Score != test.score {
				t.Errorf("got score %d and error %v, want %d", r.Score, err, test.score)
			}
		})
	}
}

// Move 0 is quiet, move 1 irreversible.
func TestQuietLimit(t *testing.T) {
	tests := []struct {
		name       string
		goOn, stop int // evaluations of the moves
		ends       bool
		clock      uint16
		limit      int
		score      string
	}{
		{"far away", 100, 50, false, 0, 10, "100"},
		{"last turn before it", 100, 50, false, 8, 10, "100"},
		{"reached", 100, 50, false, 9, 10, "50"},
		{"long past", 100, 50, false, 30, 10, "50"},
		{"reached and welcome", -100, -50, false, 9, 10, "0"},
		{"none", 100, 50, false, 999, 0, "100"},
		{"a win on the same ply comes first", 0, 50, true, 9, 10, "win 1"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			g := &graph{quiet: test.limit, stops: [16]stop{
				0: {edges: []edge{{to: 1}, {to: 2, resets: true}}},
				1: {edges: []edge{{to: 3}}, eval: -test.goOn, outcome: -1},
				2: {edges: []edge{{to: 3}}, eval: -test.stop},
			}}
			if test.ends {
				g.stops[1].edges = nil
			}
			def := define(g)
			p := def.Start()
			p.clock = test.clock
			for _, limit := range []func(token) int{nil, func(token) int { return test.limit }} {
				def.Quiet = limit
				r := search(t, engine.New(def, engine.Options{}), p, engine.Limits{Depth: 1})
				if got := words(r.Score); got != test.score {
					t.Errorf("limit by position %v: got %s, want %s", limit != nil, got, test.score)
				}
			}
		})
	}
}
