// SPDX-License-Identifier: Apache-2.0

package engine_test

import (
	"context"
	"math/rand/v2"
	"testing"

	"cairn/engine"
	"cairn/game"
	"cairn/game/gametest/tictactoe"
	"cairn/games/fanorona"
	"cairn/games/morris"
	"cairn/games/yote"
)

// checkAnswers compares the optional functions of a rule set with the methods of its
// positions, in random games.
func checkAnswers[P game.Position[P, M], M comparable](t *testing.T, defs []game.Def[P, M]) {
	for _, def := range defs {
		t.Run(def.ID, func(t *testing.T) {
			random := rand.New(rand.NewPCG(15, 0))
			for range 20 {
				p := def.Start()
				for range 150 {
					moves := p.AppendMoves(nil)
					if got, want := def.Over(p), len(moves) == 0; got != want {
						t.Fatalf("%s: got over %v, want %v", def.Format(p), got, want)
					}
					if len(moves) == 0 {
						break
					}
					checkTakes(t, def, p, moves)
					checkSketches(t, def, p, moves)
					p = p.Play(moves[random.IntN(len(moves))])
				}
			}
		})
	}
}

func checkTakes[P game.Position[P, M], M comparable](t *testing.T, def game.Def[P, M], p P, moves []M) {
	t.Helper()
	want := map[M]int{}
	for _, m := range moves {
		if p.Takes(m) > 0 {
			want[m]++
		}
	}
	got := def.AppendTakes(p, moves[:1:1])[1:]
	for _, m := range got {
		want[m]--
	}
	for m, n := range want {
		if n != 0 {
			t.Fatalf("%s: capture %s is appended %d times too few", def.Format(p), def.FormatMove(p, m), n)
		}
	}
}

// checkSketches compares sketches with the moves. Quiet moves of a position must have
// different slots.
func checkSketches[P game.Position[P, M], M comparable](t *testing.T, def game.Def[P, M], p P, moves []M) {
	t.Helper()
	sketches := make([]game.Sketch, len(moves))
	def.Sketch(p, moves, sketches)
	quiet := map[uint16]M{}
	for i, s := range sketches {
		m := moves[i]
		if int(s.Takes) != p.Takes(m) || s.Slot >= game.Slots {
			t.Fatalf("%s %s: got %+v, want %d taken and a slot below %d", def.Format(p), def.FormatMove(p, m), s, p.Takes(m), game.Slots)
		}
		if other, twice := quiet[s.Slot]; twice && s.Takes == 0 {
			t.Fatalf("%s: %s and %s have the same slot", def.Format(p), def.FormatMove(p, m), def.FormatMove(p, other))
		}
		if s.Takes == 0 {
			quiet[s.Slot] = m
		}
	}
}

func TestQuickAnswers(t *testing.T) {
	checkAnswers(t, morris.Defs)
	checkAnswers(t, fanorona.Defs)
	checkAnswers(t, yote.Defs)
}

// Several threads find the score of one thread, and stay within the limit of nodes. Under
// the race detector this also tests the shared table.
func TestThreadsAgree(t *testing.T) {
	e := engine.New(tictactoe.Standard, engine.Options{Threads: 3, TableBytes: 1 << 12})
	random := rand.New(rand.NewPCG(17, 0))
	for range 40 {
		p := wander(tictactoe.Standard.Start(), random.IntN(6), random)
		r := search(t, e, p, engine.Limits{Depth: 9})
		if want := reference(tictactoe.Standard, p, 9, false); r.Score != want {
			t.Errorf("%s: got %s, want %s", tictactoe.Standard.Format(p), words(r.Score), words(want))
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
