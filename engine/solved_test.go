// SPDX-License-Identifier: Apache-2.0

package engine_test

import (
	"context"
	"testing"

	"cairn/engine"
	"cairn/game"
	"cairn/game/gametest/tictactoe"
)

// probing is a Prober that calls a function.
type probing[P any] func(P) (engine.Value, int, bool)

func (f probing[P]) Probe(p P) (engine.Solved, error) {
	v, plies, known := f(p)
	return engine.Solved{Known: known, Value: v, Plies: plies}, nil
}

func (f probing[P]) Value(_ context.Context, p P) (engine.Solved, error) { return f.Probe(p) }

// solve returns the value of a position of tic-tac-toe, with or without its plies.
func solve(p tictactoe.Position, distances bool) (engine.Value, int, bool) {
	score := reference(tictactoe.Standard, p, 9, false)
	value, decided := engine.Promises(score)
	plies, _ := engine.MateIn(score)
	switch {
	case !decided:
		return engine.Drawn, 0, true
	case !distances:
		return value, -1, true
	}
	return value, plies, true
}

// With all tables a search of one ply plays perfectly.
func TestProbe(t *testing.T) {
	def := tictactoe.Standard
	asked := 0
	probe := probing[tictactoe.Position](func(p tictactoe.Position) (engine.Value, int, bool) {
		asked++
		return solve(p, true)
	})
	e := engine.New(def, engine.Options{})
	for _, pos := range []string{"3/3/w1b w 0", "w2/1b1/2w b 0", "w1w/1b1/b2 w 0", "w2/bw1/2b w 0"} {
		p := board(t, pos)
		e.SetTables(probe)
		e.Clear()
		got := search(t, e, p, engine.Limits{Depth: 1})
		e.SetTables(nil)
		e.Clear()
		want := search(t, e, p, engine.Limits{})
		if got.Score != want.Score {
			t.Errorf("%s: got score %s, want %s", pos, words(got.Score), words(want.Score))
		}
	}
	if asked == 0 {
		t.Error("the probe was never asked")
	}
}

// Unknown probes change nothing, and the draw rules come before a probe.
func TestProbeWithoutAnswer(t *testing.T) {
	def := tictactoe.Standard
	e := engine.New(def, engine.Options{})
	e.SetTables(probing[tictactoe.Position](func(tictactoe.Position) (engine.Value, int, bool) { return engine.Won, 1, false }))
	r, err := e.Search(context.Background(), def.Start(), nil, engine.Limits{}, nil)
	if err != nil || r.Score != 0 {
		t.Errorf("got score %d and error %v, want a draw", r.Score, err)
	}
}

// A win by tables that is farther away than the search has come does not end the search:
// there may be a shorter one.
func TestProbeDoesNotEndTheSearch(t *testing.T) {
	def := define(&graph{stops: [16]stop{
		0: {edges: []edge{{to: 1}, {to: 2}}},
		1: {edges: []edge{{to: 5}}},
		2: {edges: []edge{{to: 3}}}, 3: {edges: []edge{{to: 4}}},
		4: {outcome: -1},
	}})
	e := engine.New(def, engine.Options{})
	e.SetTables(probing[token](func(p token) (engine.Value, int, bool) { return engine.Lost, 8, p.at == 1 }))
	if r := search(t, e, def.Start(), engine.Limits{}); words(r.Score) != "win 3" {
		t.Errorf("got %s, want win 3", words(r.Score))
	}
}

// With tables without distances the search finds the way: it wins every won position
// against every defence.
func TestProbeWithoutDistances(t *testing.T) {
	def := tictactoe.Standard
	e := engine.New(def, engine.Options{})
	e.SetTables(probing[tictactoe.Position](func(p tictactoe.Position) (engine.Value, int, bool) { return solve(p, false) }))
	for _, pos := range []string{"w1w/1b1/b2 w 0", "w2/bw1/2b w 0", "3/1w1/1b1 w 0"} {
		p := board(t, pos)
		r := search(t, e, p, engine.Limits{Nodes: 300})
		if v, ok := engine.Promises(r.Score); !ok || v != engine.Won {
			t.Errorf("%s: got %s, want a win", pos, words(r.Score))
		}
		winAll(t, e, p.Turn(), p)
	}
}

// winAll plays for a side against every reply, and must win.
func winAll(t *testing.T, e *engine.Engine[tictactoe.Position, tictactoe.Move], us game.Side, p tictactoe.Position) {
	t.Helper()
	if r := p.Result(); r.Over() {
		if winner, ok := r.Verdict.Winner(); !ok || winner != us {
			t.Errorf("not won: %s", tictactoe.Standard.Format(p))
		}
		return
	}
	if p.Turn() == us {
		winAll(t, e, us, p.Play(search(t, e, p, engine.Limits{Nodes: 300}).Move))
		return
	}
	for _, m := range p.AppendMoves(nil) {
		winAll(t, e, us, p.Play(m))
	}
}

// In a position that tables know to be drawn only moves that keep the draw are searched,
// and the evaluation decides among them: stop 2 is better.
func TestProbeOfADraw(t *testing.T) {
	def := define(&graph{stops: [16]stop{
		0: {edges: []edge{{to: 1}, {to: 2}, {to: 3}}},
		1: {edges: []edge{{to: 5}}, eval: 10}, 2: {edges: []edge{{to: 5}}, eval: -50}, 3: {edges: []edge{{to: 5}}, eval: -90},
		5: {edges: []edge{{to: 6}}}, 6: {edges: []edge{{to: 7}}},
	}})
	e := engine.New(def, engine.Options{})
	e.SetTables(probing[token](func(p token) (engine.Value, int, bool) {
		if p.at == 3 {
			return engine.Won, 9, true // for the other side
		}
		return engine.Drawn, 0, p.at < 3
	}))
	r := search(t, e, def.Start(), engine.Limits{Depth: 1})
	if r.Move != 1 || r.Score != 0 {
		t.Errorf("got move %d of score %d, want 1 of 0", r.Move, r.Score)
	}
}

// In a won position without distances, moves into earlier positions are avoided if another
// move wins too.
func TestProbeDoesNotGoRound(t *testing.T) {
	def := define(&graph{stops: [16]stop{
		0: {edges: []edge{{to: 1}, {to: 2}}},
		1: {edges: []edge{{to: 3}}, eval: -300}, 2: {edges: []edge{{to: 3}}, eval: 100},
		3: {edges: []edge{{to: 4}}}, 4: {edges: []edge{{to: 5}}},
	}})
	e := engine.New(def, engine.Options{})
	e.SetTables(probing[token](func(p token) (engine.Value, int, bool) { return engine.Won - 2*engine.Value(p.turn), -1, true }))
	before := token{at: 1, turn: game.Black}.Hash()
	for name, test := range map[string]struct {
		recent []uint64
		move   hop
	}{
		"new":          {nil, 0},
		"there before": {[]uint64{before, token{at: 3}.Hash(), token{at: 4, turn: game.Black}.Hash(), token{}.Hash()}, 1},
	} {
		r, err := e.Search(context.Background(), def.Start(), test.recent, engine.Limits{Depth: 1}, nil)
		if err != nil || r.Move != test.move {
			t.Errorf("%s: got move %d and error %v, want %d", name, r.Move, err, test.move)
		}
	}
}
