// SPDX-License-Identifier: Apache-2.0

package catalog_test

import (
	"math/rand/v2"
	"testing"

	"cairn/catalog"
)

// A decision by search alone agrees with the tables.
func TestDecide(t *testing.T) {
	alone, err := catalog.Standard().Find("three")
	if err != nil {
		t.Fatal(err)
	}
	solved, _ := catalog.Standard().Find("three")
	solved.UseTables(t.TempDir())
	random, decided, kept := rand.New(rand.NewPCG(1, 1)), 0, 0
	for range 100 {
		for state := alone.Start(); !state.Result().Over(); {
			moves := state.Moves()
			d, err := alone.Decide(t.Context(), state, 7)
			if err != nil {
				t.Fatal(err)
			}
			other, err := solved.Parse(state.String())
			if err != nil {
				t.Fatal(err)
			}
			j, err := solved.ProbeMoves(t.Context(), other)
			if err != nil {
				t.Fatal(err)
			}
			if d.Known {
				decided++
				if d.Value != j.Value.Sign() || d.Plies > 0 && d.Plies != j.Plies {
					t.Errorf("%s: got %d in %d, want %s in %d", state, d.Value, d.Plies, j.Value, j.Plies)
				}
				for i, m := range d.Moves {
					if m.Keeps != (j.Moves[i].Value.Sign() == j.Value.Sign()) || m.Move != j.Moves[i].Move {
						t.Errorf("%s, %s: got %v, want the other", state, m.Move, m.Keeps)
					}
					if m.Keeps {
						kept++
					}
				}
			}
			if state, err = state.Play(moves[random.IntN(len(moves))].Text); err != nil {
				t.Fatal(err)
			}
		}
	}
	if decided < 100 || kept < decided {
		t.Errorf("%d positions decided, %d moves keep the value", decided, kept)
	}
}
