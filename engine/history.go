// SPDX-License-Identifier: Apache-2.0

package engine

import "cairn/game"

// kind is the place of a move in the tables of an engine: quiet moves have that
// of their slot, captures that of theirs from game.Slots on.
type kind uint16

const (
	kinds  = 2 * game.Slots
	noKind = kind(kinds)
)

func kindOf(s game.Sketch) kind {
	if s.Takes > 0 {
		return kind(s.Slot%game.Slots + game.Slots)
	}
	return kind(s.Slot % game.Slots)
}

func (k kind) takes() bool { return k >= game.Slots }

const (
	historyMax   = 1 << 14 // scores stay within it
	historyBonus = 1 << 11 // of one refutation, at most
)

// history scores for one side how well each move has done wherever it was
// tried: whether it refuted what the opponent had played.
type history [kinds]int16

// reward moves a score up, or down if the move was tried in vain. The closer a
// score is to its bound the less it moves, so that what is new counts more than
// what was long ago.
func (h *history) reward(k kind, bonus int) {
	s := &h[k%kinds]
	*s += int16(bonus - int(*s)*max(bonus, -bonus)/historyMax)
}

// forget empties what a thread remembers of moves.
func (t *thread[P, M]) forget() {
	for i := range t.killers {
		t.killers[i] = [2]kind{noKind, noKind}
	}
	for s := range t.history {
		clear(t.history[s][:])
		for k := range t.counters[s] {
			t.counters[s][k] = noKind
		}
	}
	t.played[0] = noKind
}

// refuted notes that the last of the moves tried, which begin at a place of the
// order, was good enough to make further search of n needless.
func (t *thread[P, M]) refuted(n *node[P], tried []ranked) {
	turn, last := n.pos.Turn(), len(tried)-1
	k := tried[last].kind()
	if !k.takes() {
		if killers := &t.killers[n.ply]; !t.options.NoKillers && killers[0] != k {
			killers[0], killers[1] = k, killers[0]
		}
		if before := t.played[n.ply]; !t.options.NoCounters && before != noKind {
			t.counters[turn][before%kinds] = k
		}
	}
	if t.options.NoHistory {
		return
	}
	bonus := min(16*n.depth*n.depth, historyBonus)
	t.history[turn].reward(k, bonus)
	for _, other := range tried[:last] {
		if o := other.kind(); !o.takes() || k.takes() {
			t.history[turn].reward(o, -bonus)
		}
	}
}

// counter returns the move that last refuted the one just played.
func (t *thread[P, M]) counter(ply int, turn game.Side) kind {
	if before := t.played[ply]; before != noKind {
		return t.counters[turn][before%kinds]
	}
	return noKind
}
