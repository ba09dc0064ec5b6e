// SPDX-License-Identifier: Apache-2.0

package engine_test

import (
	"fmt"
	"testing"

	"cairn/engine"
)

// words formats a score, as "win 3" if it promises a win.
func words(score int) string {
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

// However large an evaluation is, its score promises no win.
func TestEvalIsNoWin(t *testing.T) {
	for _, eval := range []int{1 << 40, -1 << 40} {
		def := define(&graph{stops: [16]stop{{edges: []edge{{to: 1}}}, {edges: []edge{{to: 2}}, eval: eval}}})
		r := search(t, engine.New(def, engine.Options{}), def.Start(), engine.Limits{Depth: 1})
		if _, ok := engine.MateIn(r.Score); ok || (r.Score < 0) != (eval > 0) {
			t.Errorf("eval %d: got score %d, want one of the other sign that promises nothing", eval, r.Score)
		}
	}
}

func TestPromises(t *testing.T) {
	tests := []struct {
		name  string
		score int
		value engine.Value
		ok    bool
	}{
		{"win in three", engine.Win - 3, engine.Won, true},
		{"loss in four", 4 - engine.Win, engine.Lost, true},
		{"a draw", 0, engine.Drawn, false},
		{"nine men ahead", 900, engine.Drawn, false},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if value, ok := engine.Promises(test.score); value != test.value || ok != test.ok {
				t.Errorf("got %d, %v, want %d, %v", value, ok, test.value, test.ok)
			}
		})
	}
}
