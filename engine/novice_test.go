// SPDX-License-Identifier: Apache-2.0

package engine_test

import (
	"math/rand/v2"
	"testing"

	"cairn/engine"
	"cairn/game/gametest/tictactoe"
)

// counts returns how often the novice takes each point in n games.
func counts(t *testing.T, taste func(tictactoe.Position, tictactoe.Move) int, pos string, n int) (taken [9]int) {
	t.Helper()
	def := tictactoe.Standard
	def.Greed = taste
	e := engine.New(def, engine.Options{})
	p := board(t, pos)
	random := rand.New(rand.NewPCG(9, 0))
	for range n {
		taken[choose(t, e, p, engine.Novice, engine.Limits{}, random).Move]++
	}
	return taken
}

// Of several best moves each is played about equally often: within a fifth of
// the mean, which a fair choice misses once in a million tests.
func TestNoviceBreaksTiesEvenly(t *testing.T) {
	corners := func(_ tictactoe.Position, m tictactoe.Move) int {
		if m%2 == 0 && m != 4 {
			return 3
		}
		return 1
	}
	tests := []struct {
		name  string
		taste func(tictactoe.Position, tictactoe.Move) int
		pos   string
		want  [9]bool
	}{
		{"the best value wins", corners, "3/3/3 w 0", [9]bool{0: true, 2: true, 6: true, 8: true}},
		{"no value at all", func(tictactoe.Position, tictactoe.Move) int { return 0 }, "3/1w1/3 b 0", [9]bool{true, true, true, true, false, true, true, true, true}},
		{"worse than none", func(tictactoe.Position, tictactoe.Move) int { return -7 }, "wbw/bwb/3 w 0", [9]bool{6: true, 7: true, 8: true}},
		{"no taste: a win at once", nil, "ww1/bb1/3 w 0", [9]bool{2: true}},
		{"no taste and no win", nil, "w1w/1b1/3 b 0", [9]bool{1: true, 3: true, 5: true, 6: true, 7: true, 8: true}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			tied := 0
			for _, wanted := range test.want {
				if wanted {
					tied++
				}
			}
			const mean = 1000
			for point, n := range counts(t, test.taste, test.pos, mean*tied) {
				if test.want[point] && (n < mean*4/5 || n > mean*6/5) || !test.want[point] && n > 0 {
					t.Errorf("point %d: taken %d times, want about %d: %v", point, n, mean, test.want[point])
				}
			}
		})
	}
}

// A game without a taste of its own is played for captures.
func TestNoviceTakesMost(t *testing.T) {
	def := define(&graph{stops: [16]stop{
		0: {edges: []edge{{to: 1}, {to: 2, takes: 1}, {to: 3, takes: 2}, {to: 4, takes: 2}}},
		1: {edges: []edge{{to: 5}}}, 2: {edges: []edge{{to: 5}}}, 3: {edges: []edge{{to: 5}}}, 4: {edges: []edge{{to: 5}}},
	}})
	var played [4]bool
	for seed := range uint64(50) {
		r := choose(t, engine.New(def, engine.Options{}), def.Start(), engine.Novice, engine.Limits{}, rand.New(rand.NewPCG(seed, 0)))
		played[r.Move] = true
	}
	if want := [4]bool{2: true, 3: true}; played != want {
		t.Errorf("got moves played %v, want %v", played, want)
	}
}
