// SPDX-License-Identifier: Apache-2.0

package engine_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"cairn/engine"
	"cairn/game"
	"cairn/game/gametest/tictactoe"
	"cairn/games/morris"
)

// board parses a position of tic-tac-toe.
func board(t *testing.T, text string) tictactoe.Position {
	t.Helper()
	p, err := tictactoe.Standard.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestStartIsDrawn(t *testing.T) {
	def := tictactoe.Standard
	r := search(t, engine.New(def, engine.Options{}), def.Start(), engine.Limits{Depth: 9})
	if r.Score != 0 || r.Depth != 9 || len(r.PV) != 9 {
		t.Errorf("got score %d at depth %d in %d plies, want a draw at depth 9 in 9 plies", r.Score, r.Depth, len(r.PV))
	}
}

func TestEndsInTicTacToe(t *testing.T) {
	def := tictactoe.Standard
	tests := []struct{ name, pos, move, score string }{
		{"three in a row", "ww1/bb1/3 w 0", "c3", "win 1"},
		{"its own line before a block", "1ww/1bb/w2 b 0", "a2", "win 1"},
		{"a fork", "wbw/2b/3 w 0", "b2", "win 3"},
		{"two threats against it", "w1w/1b1/w1b b 0", "", "loss 2"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			p := board(t, test.pos)
			r := search(t, engine.New(def, engine.Options{}), p, engine.Limits{})
			if got := def.FormatMove(p, r.Move); test.move != "" && got != test.move {
				t.Errorf("got move %s, want %s", got, test.move)
			}
			if got := words(r.Score); got != test.score {
				t.Errorf("got %s, want %s", got, test.score)
			}
		})
	}
}

// Stop 0 offers a short way to the end and a long one, in either order.
func TestWinnerHurriesLoserDelays(t *testing.T) {
	lost := stop{outcome: -1}
	step := func(to uint8) stop { return stop{edges: []edge{{to: to}}} }
	tests := []struct {
		name  string
		stops [16]stop
		score string
	}{
		{"short win first", [16]stop{0: {edges: []edge{{to: 9}, {to: 1}}}, 1: step(2), 2: step(9), 9: lost}, "win 1"},
		{"long win first", [16]stop{0: {edges: []edge{{to: 1}, {to: 9}}}, 1: step(2), 2: step(9), 9: lost}, "win 1"},
		{"short loss first", [16]stop{0: {edges: []edge{{to: 3}, {to: 1}}}, 1: step(2), 2: step(3), 3: step(9), 9: lost}, "loss 4"},
		{"long loss first", [16]stop{0: {edges: []edge{{to: 1}, {to: 3}}}, 1: step(2), 2: step(3), 3: step(9), 9: lost}, "loss 4"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			def := define(&graph{stops: test.stops})
			r := search(t, engine.New(def, engine.Options{}), def.Start(), engine.Limits{})
			if got := words(r.Score); got != test.score {
				t.Errorf("got %s, want %s", got, test.score)
			}
		})
	}
}

// Playing either side against every defence, the engine never loses, and wins every won
// position.
func TestNeverLosesTicTacToe(t *testing.T) {
	def := tictactoe.Standard
	for _, us := range game.Sides {
		e := engine.New(def, engine.Options{})
		tryAll(t, e, us, def.Start())
	}
}

func tryAll(t *testing.T, e *engine.Engine[tictactoe.Position, tictactoe.Move], us game.Side, p tictactoe.Position) {
	t.Helper()
	if r := p.Result(); r.Over() {
		if winner, ok := r.Verdict.Winner(); ok && winner != us {
			t.Fatalf("lost as %s: %s", us, tictactoe.Standard.Format(p))
		}
		return
	}
	if p.Turn() == us {
		tryAll(t, e, us, p.Play(search(t, e, p, engine.Limits{Depth: 9}).Move))
		return
	}
	for _, m := range p.AppendMoves(nil) {
		tryAll(t, e, us, p.Play(m))
	}
}

func TestOver(t *testing.T) {
	def := tictactoe.Standard
	over := board(t, "www/bb1/3 b 0")
	e := engine.New(def, engine.Options{})
	if _, err := e.Search(context.Background(), over, nil, engine.Limits{}, nil); !errors.Is(err, engine.ErrOver) {
		t.Errorf("search: got %v, want %v", err, engine.ErrOver)
	}
	for _, level := range engine.Levels() {
		if _, err := e.Choose(context.Background(), over, nil, level, engine.Limits{}, nil); !errors.Is(err, engine.ErrOver) {
			t.Errorf("choose %s: got %v, want %v", level, err, engine.ErrOver)
		}
	}
}

// The principal variation is legal, and ends with the result that its score promises.
func TestLine(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 0))
	e := engine.New(morris.Six, engine.Options{})
	ends := 0
	for range 60 {
		start := wander(morris.Six.Start(), 12+random.IntN(30), random)
		r := search(t, e, start, engine.Limits{Nodes: 20_000})
		p := follow(t, start, r)
		if plies, ok := engine.MateIn(r.Score); ok {
			ends++
			winner, won := p.Result().Verdict.Winner()
			if len(r.PV) != plies || !won || (winner == start.Turn()) != (r.Score > 0) {
				t.Errorf("%s: score %s, but %d plies lead to %s", morris.Six.Format(start), words(r.Score), len(r.PV), p.Result().Verdict)
			}
		}
	}
	if ends == 0 {
		t.Error("no position with an end in sight: the test checks too little")
	}
}

// follow plays the principal variation of a result and returns the last position.
func follow[P game.Position[P, M], M comparable](t *testing.T, p P, r engine.Result[M]) P {
	t.Helper()
	if len(r.PV) == 0 || r.PV[0] != r.Move {
		t.Fatalf("%+v: line %+v does not begin with %+v", p, r.PV, r.Move)
	}
	for i, m := range r.PV {
		if !slices.Contains(p.AppendMoves(nil), m) {
			t.Fatalf("%+v: move %d of line %+v is not legal", p, i+1, r.PV)
		}
		p = p.Play(m)
	}
	return p
}

func TestSameLimitsSameResult(t *testing.T) {
	random := rand.New(rand.NewPCG(4, 0))
	p := wander(morris.Nine.Start(), 20, random)
	limits := engine.Limits{Nodes: 50_000}
	e := engine.New(morris.Nine, engine.Options{})
	first := search(t, e, p, limits)
	e.Clear()
	cleared := search(t, e, p, limits)
	fresh := search(t, engine.New(morris.Nine, engine.Options{}), p, limits)
	ignoreTime := cmpopts.IgnoreFields(engine.Result[morris.Move]{}, "Elapsed")
	for name, r := range map[string]engine.Result[morris.Move]{"cleared": cleared, "fresh": fresh} {
		if diff := cmp.Diff(first, r, ignoreTime, cmpopts.EquateComparable(morris.Move{})); diff != "" {
			t.Errorf("%s engine differs (-first +%s):\n%s", name, name, diff)
		}
	}
}

func TestTableHelpsTheNextSearch(t *testing.T) {
	def := tictactoe.Standard
	limits := engine.Limits{Depth: 9}
	kept := engine.New(def, engine.Options{})
	first, second := search(t, kept, def.Start(), limits), search(t, kept, def.Start(), limits)
	if second.Nodes >= first.Nodes || second.Score != first.Score {
		t.Errorf("got %d nodes and score %d, then %d and %d; want fewer and the same", first.Nodes, first.Score, second.Nodes, second.Score)
	}
	if len(second.PV) != 9 {
		t.Errorf("got a line of %d plies, want all 9: the table must not cut it short", len(second.PV))
	}
}

// Scores stay right with a transposition table of a single bucket, which evicts all the time.
func TestSmallTable(t *testing.T) {
	if testing.Short() {
		t.Skip("long; one thread only")
	}
	def := tictactoe.Standard
	e := engine.New(def, engine.Options{TableBytes: 1})
	random := rand.New(rand.NewPCG(5, 0))
	for range 30 {
		p := wander(def.Start(), random.IntN(7), random)
		if r := search(t, e, p, engine.Limits{}); r.Score != reference(def, p, 9, false) {
			t.Errorf("%s: got score %d, want %d", def.Format(p), r.Score, reference(def, p, 9, false))
		}
	}
}
