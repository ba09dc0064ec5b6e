// SPDX-License-Identifier: Apache-2.0

package arena_test

import (
	"math"
	"testing"

	"cairn/lab/arena"
)

func TestElo(t *testing.T) {
	for share, want := range map[float64]float64{0.5: 0, 0.75: 190.85, 0.25: -190.85, 0.909090909: 400, 1: math.Inf(1), 0: math.Inf(-1)} {
		if got := arena.Elo(share); got != want && math.Abs(got-want) > 0.01 {
			t.Errorf("share %v: got %v, want %v", share, got, want)
		}
	}
}

func TestInterval(t *testing.T) {
	tests := []struct {
		name      string
		pairs     []float64 // points of each pair, 0 to 2
		low, high float64
	}{
		{"nothing", nil, 0, 1},
		{"all won", []float64{2, 2, 2, 2, 2, 2, 2, 2, 2, 2}, 0.7225, 1},
		{"all lost", []float64{0, 0, 0, 0, 0, 0, 0, 0, 0, 0}, 0, 0.2775},
		// Pairs of a win and a loss each say that the players are equal; ten of
		// them could be tosses of ten coins.
		{"shared", []float64{1, 1, 1, 1, 1, 1, 1, 1, 1, 1}, 0.2366, 0.7634},
		// Variance of a pair 1/16, a quarter of a coin's: 40 tosses.
		{"scattered", []float64{1.5, 0.5, 1.5, 0.5, 1.5, 0.5, 1.5, 0.5, 1.5, 0.5}, 0.3520, 0.6480},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			s := arena.ScoreOf(test.pairs...)
			low, high := s.Interval()
			if math.Abs(low-test.low) > 1e-4 || math.Abs(high-test.high) > 1e-4 {
				t.Errorf("got %.4f to %.4f, want %.4f to %.4f", low, high, test.low, test.high)
			}
		})
	}
}
