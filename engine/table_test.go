// SPDX-License-Identifier: Apache-2.0

package engine_test

import (
	"slices"
	"testing"

	"cairn/engine"
)

// Wins and losses count their plies from the root, wherever they were found.
func TestTableKeepsDistances(t *testing.T) {
	tests := []struct {
		name           string
		score          int
		from, to, want int
	}{
		{"a win found early", engine.Win - 5, 2, 6, engine.Win - 9},
		{"a win found late", engine.Win - 9, 6, 2, engine.Win - 5},
		{"a loss found early", 5 - engine.Win, 2, 6, 9 - engine.Win},
		{"a loss found late", 9 - engine.Win, 6, 2, 5 - engine.Win},
		{"an evaluation", 137, 2, 6, 137},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			m := engine.NewMemory()
			m.Keep(7, test.score, 3, test.from)
			if got, ok := m.Recall(7, 3, test.to); !ok || got != test.want {
				t.Errorf("got %d, %v, want %d", got, ok, test.want)
			}
		})
	}
}

func TestTableAnswersUpToItsDepth(t *testing.T) {
	m := engine.NewMemory()
	m.Keep(7, 50, 3, 0)
	for depth, want := range []bool{1: true, 2: true, 3: true, 4: false} {
		if _, ok := m.Recall(7, depth, 0); depth > 0 && ok != want {
			t.Errorf("depth %d: got an answer %v, want %v", depth, ok, want)
		}
	}
	if _, ok := m.Recall(8, 1, 0); ok {
		t.Error("got an answer for another position")
	}
}

// A bucket holds four positions. The fifth replaces the least valuable one, and a position
// has at most one entry.
func TestTableReplaces(t *testing.T) {
	m := engine.NewMemory()
	for range 4 {
		m.Keep(1, 10, 9, 0) // would fill the bucket if each call added an entry
	}
	m.NextSearch()
	m.Keep(2, 20, 5, 0)
	m.Keep(3, 30, 4, 0)
	m.Keep(4, 40, 6, 0)
	m.Keep(5, 50, 1, 0) // in place of 1: deeper than all, but old
	m.Keep(6, 60, 2, 0) // in place of 5: the shallowest
	m.Keep(2, 70, 1, 0) // in place of itself
	for key, want := range map[uint64]int{2: 70, 3: 30, 4: 40, 6: 60} {
		if got, ok := m.Recall(key, 1, 0); !ok || got != want {
			t.Errorf("position %d: got %d, %v, want %d", key, got, ok, want)
		}
	}
	for _, key := range []uint64{1, 5} {
		if got, ok := m.Recall(key, 1, 0); ok {
			t.Errorf("position %d: got %d, want it gone", key, got)
		}
	}
}

// A torn slot is an entry of neither position.
func TestTableRejectsTornEntries(t *testing.T) {
	m := engine.NewMemory()
	m.Keep(7, 50, 3, 0)
	m.Tear(7, 8)
	for _, key := range []uint64{7, 8} {
		if got, ok := m.Recall(key, 1, 0); ok {
			t.Errorf("position %d: got %d from a torn entry", key, got)
		}
	}
}

// History scores stay bounded, keep their order and decay: a move that refuted once and has
// failed since ends below a move that was never tried.
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
