// SPDX-License-Identifier: Apache-2.0

package engine

import "cairn/game/gametest/tictactoe"

// Parts of the engine whose faults a whole search would hide, exported to its tests.

// HistoryScore returns the score of a move after some rewards.
func HistoryScore(rewards []int) int {
	var h history
	for _, r := range rewards {
		h.reward(7, r)
	}
	return int(h[7])
}

// Memory is a transposition table of one bucket.
type Memory struct {
	thread thread[tictactoe.Position, tictactoe.Move]
}

// NewMemory returns an empty memory.
func NewMemory() *Memory {
	m := &Memory{}
	m.thread.table = newTable(bucketBytes)
	return m
}

// NextSearch begins a search: stored entries become old.
func (m *Memory) NextSearch() { m.thread.table.nextAge() }

// Keep stores the exact score of a position searched at a ply to a depth.
func (m *Memory) Keep(key uint64, score, depth, ply int) {
	n := node[tictactoe.Position]{key: key, alpha: -infinite, beta: infinite, depth: depth, ply: ply}
	m.thread.storeNode(&n, score, 0)
}

// Recall looks a position up that is to be searched at a ply to a depth.
func (m *Memory) Recall(key uint64, depth, ply int) (score int, ok bool) {
	return m.thread.lookUp(&node[tictactoe.Position]{key: key, alpha: 0, beta: 1, depth: depth, ply: ply})
}

// Tear leaves a slot as two concurrent writes may: with the check of one entry and the
// data of the other.
func (m *Memory) Tear(one, other uint64) {
	b := m.thread.table.bucket(one)
	for i := range b {
		if data := b[i].data.Load(); b[i].check.Load()^data == one {
			b[i].check.Store(other ^ tableEntry{score: 1, mark: uint8(exact)}.pack())
		}
	}
}
