// SPDX-License-Identifier: Apache-2.0

package engine_test

import (
	"slices"
	"testing"

	"cairn/engine"
)

// Scores stay bounded, keep their order and forget: what was refuted once and
// fails ever after ends below what was never tried.
func TestHistory(t *testing.T) {
	const most = 1 << 14
	tests := []struct {
		name    string
		rewards []int
		low     int
		high    int
	}{
		{"never tried", nil, 0, 0},
		{"once", []int{100}, 100, 100},
		{"often", slices.Repeat([]int{2000}, 1000), most / 2, most},
		{"in vain", slices.Repeat([]int{-2000}, 1000), -most, -most / 2},
		{"good long ago", append(slices.Repeat([]int{2000}, 1000), slices.Repeat([]int{-2000}, 20)...), -most, -1},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if got := engine.HistoryScore(test.rewards); got < test.low || got > test.high {
				t.Errorf("got %d, want %d to %d", got, test.low, test.high)
			}
		})
	}
}
