// SPDX-License-Identifier: Apache-2.0

package engine

import "cairn/game"

// ranked is a move's place in the order of trial, in one word so that the
// greatest of many is found quickly: from the top bit its rank, the complement
// of its index in the position's list of moves, and its kind. Moves themselves
// stay where they were generated, so that their index remains true.
type ranked uint64

const (
	kindBits  = 13
	indexBits = 20
	indexMask = 1<<indexBits - 1
	rankShift = kindBits + indexBits
)

func newRanked(rank, index int, k moveKind) ranked {
	return ranked(rank)<<rankShift | ranked(indexMask-index)<<kindBits | ranked(k)
}

func (r ranked) rank() int      { return int(r >> rankShift) }
func (r ranked) index() int     { return indexMask - int(r>>kindBits&indexMask) }
func (r ranked) kind() moveKind { return moveKind(r & (kinds - 1)) }

// Ranks, the highest first: the move the table knows, captures by their
// number, killers, the counter-move, then history around rankPlain.
const (
	rankTable   = 1 << 30
	rankTakes   = 1 << 20 // and rankMan more for every man
	rankMan     = 1 << 15
	rankKiller  = 1 << 19
	rankCounter = 1 << 18
	rankPromise = 1 << 13 // for every step of a promise
	rankPlain   = 1 << 16
)

// next returns the move of a node to be tried as that number. Those after the
// first are ranked only when they are needed: often the move of the table is
// enough.
func (t *thread[P, M]) next(n *node[P], start, number int) (r ranked, ok bool) {
	place, hinted := start+number, n.hint < len(t.moves)-n.first
	switch {
	case number == 0 && hinted:
		m := t.moves[n.first+n.hint:][:1]
		t.order = append(t.order, newRanked(rankTable, n.hint, kindOf(t.sketch(n.pos, m)[0])))
	case number == 0 || number == 1 && hinted:
		t.rank(n)
	case place < len(t.order):
		return t.pick(place), true
	}
	if place >= len(t.order) {
		return 0, false
	}
	return t.order[place], true
}

// rank appends a node's moves but for the table's, the most promising first and
// the others as they come.
func (t *thread[P, M]) rank(n *node[P]) {
	turn, killers := n.pos.Turn(), t.killers[n.ply]
	counter, history := t.counter(n.ply, turn), &t.history[turn]
	order, best := t.order, ranked(0) // not in memory while they change
	for i, s := range t.sketch(n.pos, t.moves[n.first:]) {
		k, rank := kindOf(s), rankPlain
		switch {
		case k.takes():
			if !t.options.NoTakesFirst {
				rank = rankTakes + rankMan*int(s.Takes)
			}
		case k == killers[0]:
			rank = rankKiller + rankMan
		case k == killers[1]:
			rank = rankKiller
		case k == counter:
			rank = rankCounter
		default:
			rank += rankPromise * int(s.Promise)
		}
		if i != n.hint {
			r := newRanked(rank+int(history[k%kinds]), i, k)
			order = append(order, min(best, r)) // the best so far is held back
			best = max(best, r)
		}
	}
	if first := len(t.order); first < len(order) {
		order[first] = best // where the 0 of the beginning went
	}
	t.order = order
}

// rankTakes appends the order of trial of a leaf's captures.
func (t *thread[P, M]) rankTakes(n *node[P]) {
	turn := n.pos.Turn()
	for i, s := range t.sketch(n.pos, t.moves[n.first:]) {
		k := kindOf(s)
		t.order = append(t.order, newRanked(rankTakes+rankMan*int(s.Takes)+int(t.history[turn][k%kinds]), i, k))
	}
}

// pick brings the most promising move from place i on to place i. Most nodes
// need only the first few, so sorting all would be waste.
func (t *thread[P, M]) pick(i int) ranked {
	order := t.order[i:]
	best, place := order[0], 0
	for j, r := range order {
		if r > best {
			best, place = r, j
		}
	}
	order[0], order[place] = best, order[0]
	return best
}

// moveKind is the place of a move in the tables of an engine: quiet moves have that
// of their slot, captures that of theirs from game.Slots on.
type moveKind uint16

const (
	kinds  = 2 * game.Slots
	noKind = moveKind(kinds)
)

func kindOf(s game.Sketch) moveKind {
	if s.Takes > 0 {
		return moveKind(s.Slot%game.Slots + game.Slots)
	}
	return moveKind(s.Slot % game.Slots)
}

func (k moveKind) takes() bool { return k >= game.Slots }

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
func (h *history) reward(k moveKind, bonus int) {
	s := &h[k%kinds]
	*s += int16(bonus - int(*s)*max(bonus, -bonus)/historyMax)
}

// forget empties what a thread remembers of moves.
func (t *thread[P, M]) forget() {
	for i := range t.killers {
		t.killers[i] = [2]moveKind{noKind, noKind}
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
func (t *thread[P, M]) counter(ply int, turn game.Side) moveKind {
	if before := t.played[ply]; before != noKind {
		return t.counters[turn][before%kinds]
	}
	return noKind
}
