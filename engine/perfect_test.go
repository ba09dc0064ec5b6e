// SPDX-License-Identifier: Apache-2.0

package engine_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"testing"

	"cairn/engine"
	"cairn/game"
	"cairn/game/gametest/tictactoe"
	"cairn/tablebase"
)

// solvedToy knows every value of tic-tac-toe by plain minimax.
type solvedToy map[tictactoe.Position]tablebase.Value

func (o solvedToy) at(p tictactoe.Position) tablebase.Value {
	v, known := o[p]
	if !known {
		v = o.minimax(p)
		o[p] = v
	}
	return v
}

func (o solvedToy) Probe(p tictactoe.Position) (engine.Solved, error) { return worth(o.at(p)), nil }

func (o solvedToy) Value(_ context.Context, p tictactoe.Position) (engine.Solved, error) {
	return o.Probe(p)
}

// worth converts a value of a table to a Solved.
func worth(v tablebase.Value) engine.Solved {
	return engine.Solved{Known: true, Value: engine.Value(v.Sign()), Plies: v.Plies()}
}

func (o solvedToy) minimax(p tictactoe.Position) tablebase.Value {
	if result := p.Result(); result.Over() {
		if winner, ok := result.Verdict.Winner(); !ok {
			return tablebase.Drawn
		} else if winner == p.Turn() {
			return tablebase.Won
		}
		return tablebase.Lost
	}
	best := tablebase.Lost
	for _, m := range p.AppendMoves(nil) {
		best = max(best, o.at(p.Play(m)).Before())
	}
	return best
}

// playPerfect returns the move of the level perfect.
func playPerfect[P game.Position[P, M], M comparable](
	e *engine.Engine[P, M], p P, recent []uint64, tables engine.Prober[P], l engine.Limits, random *rand.Rand,
) (engine.Result[M], error) {
	e.SetTables(tables)
	return e.Choose(context.Background(), p, recent, engine.Perfect, l, random)
}

// The level perfect keeps the result against every play of the other side.
func TestPerfectGivesNothingAway(t *testing.T) {
	def, values, random := tictactoe.Standard, solvedToy{}, rand.New(rand.NewPCG(4, 0))
	e := engine.New(def, engine.Options{TableBytes: 1 << 12})
	seen := map[tictactoe.Position]bool{}
	var walk func(us game.Side, p tictactoe.Position)
	walk = func(us game.Side, p tictactoe.Position) {
		if seen[p] || p.Result().Over() {
			return
		}
		seen[p] = true
		if p.Turn() != us {
			for _, m := range p.AppendMoves(nil) {
				walk(us, p.Play(m))
			}
			return
		}
		r, err := playPerfect(e, p, nil, values, engine.Limits{}, random)
		if err != nil {
			t.Fatal(err)
		}
		before, after := values.at(p), values.at(p.Play(r.Move))
		if after.Before() != before {
			t.Errorf("%s: got %s in %d, want %s in %d", def.Format(p), after.Before(), after.Before().Plies(), before, before.Plies())
		}
		walk(us, p.Play(r.Move))
	}
	for _, us := range game.Sides {
		walk(us, def.Start())
	}
}

// judged is a Prober with the values of some stops of a graph.
type judged struct {
	values map[uint8]tablebase.Value
	plain  bool
	fault  error
}

func (o judged) Probe(p token) (engine.Solved, error) {
	v, known := o.values[p.at]
	w := worth(v)
	w.Known = known
	if o.plain {
		w.Plies = -1
	}
	return w, o.fault
}

func (o judged) Value(_ context.Context, p token) (engine.Solved, error) { return o.Probe(p) }

// fork is a start with moves to stops 1, 2 and 3, which lead on to 4 and 5.
func fork(evals ...int) *graph {
	g := &graph{stops: [16]stop{
		0: {edges: []edge{{to: 1}, {to: 2}, {to: 3}}},
		1: {edges: []edge{{to: 4}, {to: 4}}}, 2: {edges: []edge{{to: 4}, {to: 5}}}, 3: {edges: []edge{{to: 4}}},
		4: {edges: []edge{{to: 6}}}, 5: {edges: []edge{{to: 6}}}, 6: {edges: []edge{{to: 0}}},
	}}
	for i, eval := range evals {
		g.stops[1+i].eval = eval
	}
	return g
}

func TestPerfectPrefers(t *testing.T) {
	drawn := map[uint8]tablebase.Value{1: tablebase.Drawn, 2: tablebase.Drawn, 3: tablebase.Drawn, 4: tablebase.Drawn, 5: tablebase.Drawn}
	with := func(changes map[uint8]tablebase.Value) map[uint8]tablebase.Value {
		values := map[uint8]tablebase.Value{}
		for at, v := range drawn {
			values[at] = v
		}
		for at, v := range changes {
			values[at] = v
		}
		return values
	}
	at := func(stop uint8) uint64 { return token{at: stop, turn: game.Black}.Hash() }
	tests := []struct {
		name   string
		values map[uint8]tablebase.Value
		recent []uint64
		want   hop
	}{
		{"a win", with(map[uint8]tablebase.Value{3: tablebase.LostIn(40)}), nil, 2},
		{"the shorter win", with(map[uint8]tablebase.Value{1: tablebase.LostIn(6), 2: tablebase.LostIn(2), 3: tablebase.LostIn(4)}), nil, 1},
		{"the longer loss", with(map[uint8]tablebase.Value{1: tablebase.WonIn(3), 2: tablebase.WonIn(5), 3: tablebase.WonIn(9)}), nil, 2},
		{"a draw to a loss", with(map[uint8]tablebase.Value{1: tablebase.WonIn(9), 2: tablebase.WonIn(99)}), nil, 2},
		{"replies that lose", with(map[uint8]tablebase.Value{5: tablebase.WonIn(7)}), nil, 1},
		{"replies that do not win", map[uint8]tablebase.Value{
			1: tablebase.WonIn(5), 2: tablebase.WonIn(5), 3: tablebase.WonIn(5), 4: tablebase.LostIn(4), 5: tablebase.Drawn,
		}, nil, 1},
		{"new positions", drawn, []uint64{at(1), at(3)}, 1},
		{"a draw by repetition to a loss", with(map[uint8]tablebase.Value{1: tablebase.WonIn(3), 2: tablebase.WonIn(5), 3: tablebase.WonIn(9)}), []uint64{at(1), at(1)}, 0},
		{"a slower win to a draw by repetition", with(map[uint8]tablebase.Value{1: tablebase.LostIn(2), 3: tablebase.LostIn(8)}), []uint64{at(1), at(1)}, 2},
		{"what is not known to a loss", map[uint8]tablebase.Value{1: tablebase.WonIn(3), 3: tablebase.WonIn(9)}, nil, 1},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			def := define(fork())
			e := engine.New(def, engine.Options{TableBytes: 1 << 12})
			for seed := range uint64(10) {
				random := rand.New(rand.NewPCG(seed, 0))
				r, err := playPerfect(e, def.Start(), test.recent, judged{values: test.values}, engine.Limits{Nodes: 1000}, random)
				if err != nil || r.Move != test.want {
					t.Fatalf("seed %d: got move %d and error %v, want move %d", seed, r.Move, err, test.want)
				}
			}
		})
	}
}

// Without distances the move of a search is played, if it keeps the win.
func TestPerfectWithPlainValues(t *testing.T) {
	def := define(fork(-10, -20, -90)) // evaluations for the other side: move 3 looks best
	e := engine.New(def, engine.Options{TableBytes: 1 << 12})
	values := judged{plain: true, values: map[uint8]tablebase.Value{1: tablebase.Lost, 2: tablebase.Lost, 3: tablebase.Drawn}}
	r, err := playPerfect(e, def.Start(), nil, values, engine.Limits{Depth: 1}, rand.New(rand.NewPCG(1, 0)))
	if err != nil || r.Move == 2 {
		t.Errorf("got move %d and error %v, want one that wins", r.Move, err)
	}
}

func TestPerfectFails(t *testing.T) {
	def, random := define(fork()), rand.New(rand.NewPCG(1, 0))
	e, broken := engine.New(def, engine.Options{TableBytes: 1 << 12}), errors.New("damaged")
	if _, err := playPerfect(e, def.Start(), nil, judged{fault: broken}, engine.Limits{}, random); !errors.Is(err, broken) {
		t.Errorf("tables that cannot be read: got error %v, want %v", err, broken)
	}
	over := token{graph: def.Start().graph, at: 15}
	if _, err := playPerfect(e, over, nil, judged{}, engine.Limits{}, random); !errors.Is(err, engine.ErrOver) {
		t.Errorf("a game that is over: got error %v, want %v", err, engine.ErrOver)
	}
}
