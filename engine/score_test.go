// SPDX-License-Identifier: Apache-2.0

package engine_test

import (
	"context"
	"fmt"
	"testing"

	"cairn/engine"
	"cairn/game/gametest/tictactoe"
)

// tell writes a score as people would say it.
func tell(score int) string {
	plies, ok := engine.MateIn(score)
	switch {
	case !ok:
		return fmt.Sprint(score)
	case score > 0:
		return fmt.Sprint("win ", plies)
	default:
		return fmt.Sprint("loss ", plies)
	}
}

func TestMateIn(t *testing.T) {
	tests := []struct {
		name  string
		score int
		plies int
		ok    bool
	}{
		{"won already", engine.Win, 0, true},
		{"win in three", engine.Win - 3, 3, true},
		{"loss in four", 4 - engine.Win, 4, true},
		{"long win", engine.Win - 10_000, 10_000, true},
		{"a draw", 0, 0, false},
		{"nine men ahead", 900, 0, false},
		{"nine men behind", -900, 0, false},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			plies, ok := engine.MateIn(test.score)
			if ok != test.ok || ok && plies != test.plies {
				t.Errorf("got %d, %v, want %d, %v", plies, ok, test.plies, test.ok)
			}
		})
	}
}

// An evaluation beyond all bounds is still no promise of a win.
func TestEvalIsNoWin(t *testing.T) {
	for _, eval := range []int{1 << 40, -1 << 40} {
		def := define(&graph{stops: [16]stop{{edges: []edge{{to: 1}}}, {edges: []edge{{to: 2}}, eval: eval}}})
		r := search(t, engine.New(def, engine.Options{}), def.Start(), engine.Limits{Depth: 1})
		if _, ok := engine.MateIn(r.Score); ok || (r.Score < 0) != (eval > 0) {
			t.Errorf("eval %d: got score %d, want one of the other sign that promises nothing", eval, r.Score)
		}
	}
}

// With a table of every position one ply of search is perfect.
func TestProbe(t *testing.T) {
	def := tictactoe.Standard
	asked := 0
	probe := func(p tictactoe.Position) (engine.Value, int, bool) {
		asked++
		score := reference(def, p, 9, false)
		plies, decided := engine.MateIn(score)
		switch {
		case !decided:
			return engine.Drawn, 0, true
		case score > 0:
			return engine.Won, plies, true
		default:
			return engine.Lost, plies, true
		}
	}
	e := engine.New(def, engine.Options{})
	for _, pos := range []string{"3/3/w1b w 0", "w2/1b1/2w b 0", "w1w/1b1/b2 w 0", "w2/bw1/2b w 0"} {
		p := board(t, pos)
		e.SetProbe(probe)
		e.Clear()
		got := search(t, e, p, engine.Limits{Depth: 1})
		e.SetProbe(nil)
		e.Clear()
		want := search(t, e, p, engine.Limits{})
		if got.Score != want.Score {
			t.Errorf("%s: got score %s, want %s", pos, tell(got.Score), tell(want.Score))
		}
	}
	if asked == 0 {
		t.Error("the probe was never asked")
	}
}

// A probe that knows nothing changes nothing, and draws come before it.
func TestProbeWithoutAnswer(t *testing.T) {
	def := tictactoe.Standard
	e := engine.New(def, engine.Options{})
	e.SetProbe(func(tictactoe.Position) (engine.Value, int, bool) { return engine.Won, 1, false })
	r, err := e.Search(context.Background(), def.Start(), nil, engine.Limits{}, nil)
	if err != nil || r.Score != 0 {
		t.Errorf("got score %d and error %v, want a draw", r.Score, err)
	}
}

// A table may know of a win that is farther than the search has come: it goes
// on for a shorter one.
func TestProbeDoesNotEndTheSearch(t *testing.T) {
	def := define(&graph{stops: [16]stop{
		0: {edges: []edge{{to: 1}, {to: 2}}},
		1: {edges: []edge{{to: 5}}},
		2: {edges: []edge{{to: 3}}}, 3: {edges: []edge{{to: 4}}},
		4: {outcome: -1},
	}})
	e := engine.New(def, engine.Options{})
	e.SetProbe(func(p token) (engine.Value, int, bool) { return engine.Lost, 8, p.at == 1 })
	if r := search(t, e, def.Start(), engine.Limits{}); tell(r.Score) != "win 3" {
		t.Errorf("got %s, want win 3", tell(r.Score))
	}
}
