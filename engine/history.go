// SPDX-License-Identifier: Apache-2.0

package engine

import "hash/maphash"

const (
	historySlots = 1 << 11 // a power of two; quiet moves of a side are a few hundred
	historyMax   = 1 << 20
)

// history counts for one side how often a quiet move refuted the opponent's
// play, weighted by depth.
//
// It is a hash table of fixed size that never moves or drops a move. The hash
// differs from process to process, but what is found does not depend on it, so
// the same search always runs the same way.
type history[M comparable] struct {
	seed  maphash.Seed
	slots []historySlot[M]
	used  int
}

type historySlot[M comparable] struct {
	move  M
	score int32 // 0: the slot is free
}

func newHistory[M comparable]() history[M] {
	return history[M]{seed: maphash.MakeSeed(), slots: make([]historySlot[M], historySlots)}
}

func (h *history[M]) clear() {
	clear(h.slots)
	h.used = 0
}

// slot returns the place of a move, which is free when the move is not known.
func (h *history[M]) slot(m M) *historySlot[M] {
	for i := maphash.Comparable(h.seed, m); ; i++ {
		if s := &h.slots[i%historySlots]; s.score == 0 || s.move == m {
			return s
		}
	}
}

// reward notes that m refuted at that depth. Half of the slots stay free, so
// that every walk along them is short and ends.
func (h *history[M]) reward(m M, depth int) {
	s := h.slot(m)
	if s.score == 0 {
		if h.used >= historySlots/2 {
			return
		}
		h.used++
		s.move = m
	}
	s.score += int32(depth * depth)
	if s.score > historyMax {
		h.halve()
	}
}

func (h *history[M]) halve() {
	for i := range h.slots {
		h.slots[i].score -= h.slots[i].score / 2
	}
}
