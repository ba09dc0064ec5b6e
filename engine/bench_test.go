// SPDX-License-Identifier: Apache-2.0

package engine_test

import (
	"math/rand/v2"
	"testing"

	"cairn/engine"
	"cairn/game"
	"cairn/game/gametest/tictactoe"
	"cairn/games/fanorona"
	"cairn/games/morris"
	"cairn/games/yote"
)

// checkAllocs compares the allocations of a small and of a large search: they do not grow
// with the number of nodes.
func checkAllocs[P game.Position[P, M], M comparable](t *testing.T, def game.Def[P, M], p P) {
	t.Helper()
	e := engine.New(def, engine.Options{})
	allocs := func(nodes uint64, lines int) float64 {
		return testing.AllocsPerRun(3, func() {
			e.Clear()
			search(t, e, p, engine.Limits{Nodes: nodes, Lines: lines})
		})
	}
	for _, lines := range []int{0, 3} {
		if lines > 0 && testing.Short() {
			continue // long; one thread only
		}
		few, many := allocs(1_000, lines), allocs(101_000, lines)
		if perNode := (many - few) / 100_000; perNode > 0.01 {
			t.Errorf("%s, %d lines: got %.3f allocations for a node (%.0f for few nodes, %.0f for many), want none", def.ID, lines, perNode, few, many)
		}
	}
}

func TestNoAllocationPerNode(t *testing.T) {
	random := rand.New(rand.NewPCG(10, 0))
	checkAllocs(t, tictactoe.Standard, tictactoe.Standard.Start())
	checkAllocs(t, morris.Nine, wander(morris.Nine.Start(), 24, random))
	checkAllocs(t, fanorona.Standard, wander(fanorona.Standard.Start(), 8, random))
	checkAllocs(t, yote.Standard, wander(yote.Standard.Start(), 20, random))
}

// benchmark measures searches of positions of random games at fixed nodes.
func benchmark[P game.Position[P, M], M comparable](b *testing.B, def game.Def[P, M], plies int) {
	b.Run(def.ID, func(b *testing.B) {
		b.ReportAllocs()
		const nodes = 200_000
		e := engine.New(def, engine.Options{})
		random := rand.New(rand.NewPCG(11, 0))
		visited, depth := uint64(0), 0
		for b.Loop() {
			e.Clear()
			r := search(b, e, wander(def.Start(), plies, random), engine.Limits{Nodes: nodes})
			visited, depth = visited+r.Nodes, depth+r.Depth
		}
		b.ReportMetric(float64(visited)/b.Elapsed().Seconds(), "nodes/s")
		b.ReportMetric(float64(depth)/float64(b.N), "plies")
	})
}

func BenchmarkSearch(b *testing.B) {
	benchmark(b, morris.Six, 16)
	benchmark(b, morris.Nine, 24)
	benchmark(b, morris.Morabaraba, 30)
	benchmark(b, fanorona.Standard, 12)
	benchmark(b, yote.Standard, 20)
}
