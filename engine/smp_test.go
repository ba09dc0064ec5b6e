// SPDX-License-Identifier: Apache-2.0

package engine_test

import (
	"context"
	"math/rand/v2"
	"testing"

	"cairn/engine"
	"cairn/game/gametest/tictactoe"
	"cairn/games/morris"
)

// Several threads find what one finds, and never visit more nodes than allowed.
// Under the race detector this shows that they share the table properly.
func TestThreadsAgree(t *testing.T) {
	e := engine.New(tictactoe.Standard, engine.Options{Threads: 3, TableBytes: 1 << 12})
	random := rand.New(rand.NewPCG(17, 0))
	for range 40 {
		p := wander(tictactoe.Standard.Start(), random.IntN(6), random)
		r := search(t, e, p, engine.Limits{Depth: 9})
		if want := reference(tictactoe.Standard, p, 9, false); r.Score != want {
			t.Errorf("%s: got %s, want %s", tictactoe.Standard.Format(p), tell(r.Score), tell(want))
		}
		follow(t, p, r)
	}
}

func TestThreadsShareTheNodes(t *testing.T) {
	random := rand.New(rand.NewPCG(18, 0))
	e := engine.New(morris.Nine, engine.Options{Threads: 4, TableBytes: 1 << 16})
	for _, limit := range []uint64{4, 5, 1000, 40_001} {
		p := wander(morris.Nine.Start(), 20, random)
		r := search(t, e, p, engine.Limits{Nodes: limit})
		if r.Nodes == 0 || r.Nodes > limit {
			t.Errorf("got %d nodes, want some and no more than %d", r.Nodes, limit)
		}
		follow(t, p, r)
	}
}

// Threads end with the search that began them, also when it is cancelled.
func TestThreadsEnd(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	e := engine.New(morris.Nine, engine.Options{Threads: 2})
	r, err := e.Search(ctx, morris.Nine.Start(), nil, engine.Limits{}, func(r engine.Result[morris.Move]) {
		if r.Depth == 4 {
			cancel()
		}
	})
	if err != nil || r.Depth < 4 {
		t.Errorf("got depth %d and error %v, want depth 4", r.Depth, err)
	}
	follow(t, morris.Nine.Start(), r)
}
