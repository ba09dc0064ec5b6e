// SPDX-License-Identifier: Apache-2.0

package engine_test

import (
	"math/rand/v2"
	"testing"

	"cairn/game"
	"cairn/games/fanorona"
	"cairn/games/morris"
	"cairn/games/yote"
)

// checkAnswers compares what a rule set answers quickly with what its positions
// say, in random games.
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

// checkSketches also wants quiet moves of one position to be told apart.
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
