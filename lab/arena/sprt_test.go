// SPDX-License-Identifier: Apache-2.0

package arena_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"cairn/lab/arena"
)

// Ratios that the tester fastchess has in its tests for the logistic model.
func TestSPRTPublished(t *testing.T) {
	tests := map[string]struct {
		pairs      [5]int
		elo0, elo1 float64
		want       float64
	}{
		"one": {[5]int{223, 9863, 20279 + 1000, 10037, 246}, 0.5, 2.5, -3.07},
		"two": {[5]int{871, 26175, 55003 + 980, 26678, 821}, 0, 2, -4.98},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			got := arena.SPRT{Elo0: test.elo0, Elo1: test.elo1}.Ratio(test.pairs)
			if math.Abs(got-test.want) > 0.01 {
				t.Errorf("got %.4f, want %.2f", got, test.want)
			}
		})
	}
}

func TestSPRTBounds(t *testing.T) {
	lower, upper := arena.SPRT{Alpha: 0.05, Beta: 0.05}.Bounds()
	if math.Abs(lower+2.944) > 0.001 || math.Abs(upper-2.944) > 0.001 {
		t.Errorf("got %v and %v, want 2.944 below and above 0", lower, upper)
	}
}

// Few or one-sided results decide nothing wrong, and all ratios are finite.
func TestSPRTExtremes(t *testing.T) {
	test := arena.SPRT{Elo0: 0, Elo1: 10, Alpha: 0.05, Beta: 0.05}
	for pairs, sign := range map[[5]int]float64{
		{}: 0, {0, 0, 0, 0, 200}: 1, {200}: -1, {0, 0, 200}: -1, {50, 0, 0, 0, 50}: -1,
	} {
		got := test.Ratio(pairs)
		if math.IsNaN(got) || math.IsInf(got, 0) || got*sign < 0 {
			t.Errorf("%v: got %v, want a finite number of sign %v", pairs, got, sign)
		}
	}
}

// In simulated matches of known strength mistakes are as rare as was asked for.
func TestSPRTMistakes(t *testing.T) {
	test := arena.SPRT{Elo0: 0, Elo1: 40, Alpha: 0.1, Beta: 0.1}
	for elo, right := range map[float64]arena.Decision{test.Elo0: arena.H0, test.Elo1: arena.H1} {
		random, wrong, total := rand.New(rand.NewPCG(1, 2)), 0, 0
		const matches = 400
		for range matches {
			var s arena.Score
			decision := arena.Open
			for decision == arena.Open {
				s.Pairs[half(random, elo)+half(random, elo)]++
				total++
				decision = test.Decide(s)
			}
			if decision != right {
				wrong++
			}
		}
		if wrong > matches/10+15 { // two and a half deviations
			t.Errorf("%v Elo: %d of %d matches ended wrong, want about a tenth", elo, wrong, matches)
		}
		if mean := total / matches; mean > 300 {
			t.Errorf("%v Elo: %d pairs a match, want about a hundred", elo, mean)
		}
	}
}

// half returns the half points of a game between players of that difference, a
// third of whose games are drawn.
func half(random *rand.Rand, elo float64) int {
	share := 1 / (1 + math.Pow(10, -elo/400))
	switch x := random.Float64(); {
	case x < 1.0/3:
		return 1
	case x < 1.0/3+share-1.0/6:
		return 2
	}
	return 0
}
