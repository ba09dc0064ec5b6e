// SPDX-License-Identifier: Apache-2.0

package engine_test

import (
	"math/rand/v2"
	"testing"

	"cairn/engine"
	"cairn/games/morris"
)

// trap is a choice between a safe move, 0, and move 1, which looks better if one of its four
// replies is overlooked. That reply is a capture or quiet; the other three are harmless.
func trap(takes int) *graph {
	return &graph{stops: [16]stop{
		0: {edges: []edge{{to: 1}, {to: 2}}},
		1: {edges: []edge{{to: 3}}},
		2: {edges: []edge{{to: 4}, {to: 4}, {to: 4}, {to: 5, takes: takes}}},
		3: {edges: []edge{{to: 6}}, eval: 0},
		4: {edges: []edge{{to: 6}}, eval: 50},
		5: {edges: []edge{{to: 6}}, eval: -200},
		6: {edges: []edge{{to: 0}}},
	}}
}

// fallen returns how often of a thousand times, with different seeds, a level plays move 1.
func fallen(t *testing.T, level engine.Level, takes int) (n int) {
	t.Helper()
	def := define(trap(takes))
	for seed := range uint64(1000) {
		e := engine.New(def, engine.Options{TableBytes: 1 << 12})
		r := choose(t, e, def.Start(), level, engine.Limits{Depth: 2}, rand.New(rand.NewPCG(seed, 0)))
		n += int(r.Move)
	}
	return n
}

// Stronger levels overlook fewer replies, captures are overlooked less often than quiet
// moves, and strong levels overlook nothing.
func TestWeakLevelsOverlook(t *testing.T) {
	before := 1000
	for _, level := range []engine.Level{engine.Easy, engine.Casual, engine.Medium} {
		quiet, capture := fallen(t, level, 0), fallen(t, level, 1)
		t.Logf("%s: %d of 1000 overlook a quiet reply, %d a capture", level, quiet, capture)
		if quiet < 50 || quiet >= before {
			t.Errorf("%s: %d of 1000 overlook a quiet reply, want some, and fewer than %d", level, quiet, before)
		}
		if capture == 0 || 3*capture > 2*quiet {
			t.Errorf("%s: %d of 1000 overlook a capture, want some, and at most two thirds of %d", level, capture, quiet)
		}
		before = quiet
	}
	for _, level := range []engine.Level{engine.Skilled, engine.Strong, engine.Expert, engine.Master} {
		if n := fallen(t, level, 0); n > 0 {
			t.Errorf("%s: %d of 1000 overlook a reply, want none", level, n)
		}
	}
}

// What is overlooked differs from seed to seed, so that weak players vary.
func TestWeakLevelsVary(t *testing.T) {
	played := map[morris.Move]bool{}
	e := engine.New(morris.Nine, engine.Options{TableBytes: 1 << 12})
	for seed := range uint64(50) {
		r := choose(t, e, morris.Nine.Start(), engine.Easy, engine.Limits{}, rand.New(rand.NewPCG(seed, 0)))
		played[r.Move] = true
	}
	if len(played) < 5 {
		t.Errorf("got %d first moves in 50 games, want 5 at least", len(played))
	}
}

// Node limits are exact, wherever they stop the search.
func TestOverlookingIsBounded(t *testing.T) {
	e := engine.New(morris.Nine, engine.Options{TableBytes: 1 << 12})
	p := wander(morris.Nine.Start(), 20, rand.New(rand.NewPCG(5, 0)))
	for _, nodes := range []uint64{1, 2, 10, 100, 1000} {
		r := choose(t, e, p, engine.Medium, engine.Limits{Nodes: nodes}, rand.New(rand.NewPCG(1, 0)))
		if r.Nodes > nodes {
			t.Errorf("got %d nodes, want at most %d", r.Nodes, nodes)
		}
	}
}
