// SPDX-License-Identifier: Apache-2.0

package engine

import "cairn/game/gametest/tictactoe"

// Tests reach the small parts here whose faults a whole search would hide.

// HistoryScores rewards moves in turn at a depth and returns the score of each
// at the end.
func HistoryScores(moves []int, depth int) []int {
	h := newHistory[int]()
	for _, m := range moves {
		h.reward(m, depth)
	}
	scores := make([]int, len(moves))
	for i, m := range moves {
		scores[i] = int(h.slot(m).score)
	}
	return scores
}

// Memory is a search with a table of one bucket and nothing else.
type Memory struct {
	thread thread[tictactoe.Position, tictactoe.Move]
}

// NewMemory returns an empty memory.
func NewMemory() *Memory {
	m := &Memory{}
	m.thread.table = newTable(bucketBytes)
	return m
}

// NextSearch makes what is stored old.
func (m *Memory) NextSearch() { m.thread.table.nextAge() }

// Keep stores the exact score of a position searched at a ply to a depth.
func (m *Memory) Keep(key uint64, score, depth, ply int) {
	n := node[tictactoe.Position]{key: key, alpha: -infinite, beta: infinite, depth: depth, ply: ply}
	m.thread.keep(&n, score, 0)
}

// Recall asks for that position at a ply, to be searched to a depth.
func (m *Memory) Recall(key uint64, depth, ply int) (score int, ok bool) {
	return m.thread.recall(&node[tictactoe.Position]{key: key, alpha: 0, beta: 1, depth: depth, ply: ply})
}
