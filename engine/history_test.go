// SPDX-License-Identifier: Apache-2.0

package engine_test

import (
	"slices"
	"testing"

	"cairn/engine"
)

// Far more moves than the table holds: the first are kept, the others have no
// score, and which is which does not depend on chance.
func TestHistoryWhenFull(t *testing.T) {
	moves := make([]int, 10_000)
	for i := range moves {
		moves[i] = i
	}
	const kept = 1024
	for i, score := range engine.HistoryScores(moves, 3) {
		want := 9
		if i >= kept {
			want = 0
		}
		if score != want {
			t.Fatalf("move %d: got score %d, want %d", i, score, want)
		}
	}
}

// Scores stay bounded and keep their order.
func TestHistoryIsBounded(t *testing.T) {
	moves := slices.Concat([]int{3}, slices.Repeat([]int{1, 2, 1}, 1000))
	scores := engine.HistoryScores(moves, 100)
	other, often, rarely := scores[0], scores[1], scores[2]
	if often > 1<<20 || often <= rarely || rarely <= other || other <= 0 {
		t.Errorf("got %d, %d and %d for moves that refuted 2000 times, 1000 times and once, want them falling and at most %d", often, rarely, other, 1<<20)
	}
}
