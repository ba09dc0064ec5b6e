// SPDX-License-Identifier: Apache-2.0

package main

import (
	"bytes"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"cairn/games/yote"
)

// tuned runs the command with few and short games.
func tuned(t *testing.T, game string, more ...string) (string, error) {
	t.Helper()
	args := append([]string{"-games", "4", "-nodes", "40", "-match", "2", "-match-nodes", "40", "-rounds", "1"}, more...)
	var out bytes.Buffer
	err := run(t.Context(), append(args, game), &out)
	return out.String(), err
}

func TestTune(t *testing.T) {
	for game := range tuners {
		t.Run(game, func(t *testing.T) {
			first, err := tuned(t, game)
			if err != nil || !strings.Contains(first, "round 1: ") || !strings.Contains(first, "Weights{") {
				t.Fatalf("got %s and error %v, want one round and weights", first, err)
			}
			if again, _ := tuned(t, game); again != first {
				t.Errorf("the same seed gives %s, then %s", first, again)
			}
			if other, _ := tuned(t, game, "-seed", "2"); other == first {
				t.Error("another seed gives the same weights")
			}
			if other, _ := tuned(t, game, "-fresh"); other == first {
				t.Error("other weights to begin with give the same weights")
			}
		})
	}
}

func TestWrongUsage(t *testing.T) {
	tests := []struct {
		name string
		args []string
		want string
	}{
		{"no game", nil, `game "": want one of fanorona, lasker,`},
		{"unknown game", []string{"chess"}, `game "chess": want one of`},
		{"two games", []string{"nine", "six"}, `game "nine six": want one of`},
		{"no games", []string{"-games", "0", "nine"}, "below 1"},
		{"blind trust", []string{"-trust", "2", "nine"}, "trust 2: want a number from 0 to 1"},
		{"no nodes", []string{"-nodes", "0", "nine"}, "below 1"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			err := run(t.Context(), test.args, &bytes.Buffer{})
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("got error %v, want %s", err, test.want)
			}
		})
	}
}

// The terms of a position, weighted, are its evaluation.
func TestTerms(t *testing.T) {
	s := subject[yote.Position, yote.Move, yote.Weights]{def: yote.Standard, eval: yote.EvalWith, now: yote.Foundation}
	p, err := s.def.Parse("wb4/6/2w1b1/6/2b2b w 8,8 -,- 0")
	if err != nil {
		t.Fatal(err)
	}
	weights := s.now
	numbers, _ := fields(&weights)
	sum := 0.0
	for i, term := range s.terms()(p) {
		sum += term * float64(*numbers[i])
	}
	if want := yote.EvalWith(s.now)(p); int(sum) != want || want == 0 {
		t.Errorf("got %v, want %d and not 0", sum, want)
	}
}

// Fitted numbers are scaled to spread positions as the weights before.
func TestWeights(t *testing.T) {
	s := subject[yote.Position, yote.Move, yote.Weights]{now: yote.Weights{Placing: yote.Terms{Stone: 100}}}
	numbers, _ := fields(&yote.Weights{})
	fitted, terms := make([]float64, len(numbers)), make([]float64, len(numbers))
	fitted[0], fitted[1], terms[0] = 0.5, 0.1, 3
	got := s.weights(fitted, []observation{{terms: terms}})
	if diff := cmp.Diff(yote.Weights{Placing: yote.Terms{Stone: 100, Lead: 20}}, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

func TestLiteral(t *testing.T) {
	got := literal(yote.Weights{Placing: yote.Terms{Stone: 100, Hand: -5}})
	want := "Weights{\n\tPlacing: Terms{Stone: 100, Hand: -5},\n\tMoving: Terms{},\n}"
	if got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
