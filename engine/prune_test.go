// SPDX-License-Identifier: Apache-2.0

package engine_test

import (
	"math/rand/v2"
	"testing"

	"cairn/engine"
	"cairn/games/morris"
)

// plain is the engine without the techniques that may err.
var plain = engine.Options{NoReductions: true, NoFutility: true, NoThinning: true}

// What is not searched in full may delay a win but not invent one: every win and
// loss the full engine sees is one by plain search, and every win that plain
// search sees is found a few plies later at most.
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
				t.Errorf("%s: got %s, want %s", morris.Six.Format(p), tell(got.Score), tell(want.Score))
			}
			continue
		}
		if plies, ok := engine.MateIn(got.Score); ok && plies <= depth {
			t.Errorf("%s: got %s, which plain search does not see", morris.Six.Format(p), tell(got.Score))
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
