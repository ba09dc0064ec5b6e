// SPDX-License-Identifier: Apache-2.0

package engine

import "cairn/game"

// ranked is the sort key of a move in move ordering, in one word so that the maximum is
// found quickly: from the top bit its rank, the complement of its index in the list of
// moves, and its kind. Moves stay where they were generated, so that indexes stay valid.
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

// Ranks, the highest first: the hash move, captures by their number, killers, the
// counter-move, then history around rankPlain.
const (
	rankTable   = 1 << 30
	rankTakes   = 1 << 20 // plus rankMan for every man
	rankMan     = 1 << 15
	rankKiller  = 1 << 19
	rankCounter = 1 << 18
	rankPromise = 1 << 13 // times Sketch.Promise
	rankPlain   = 1 << 16
)

// next returns the move of a node to try as that number. Moves after the first are
// ranked lazily: often the hash move causes a cutoff.
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

// rank appends the moves of a node except the hash move: the best one first, the others
// unsorted.
func (t *thread[P, M]) rank(n *node[P]) {
	turn, killers := n.pos.Turn(), t.killers[n.ply]
	counter, history := t.counter(n.ply, turn), &t.history[turn]
	order, best := t.order, ranked(0) // locals stay in registers
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
			order = append(order, min(best, r)) // best holds the maximum so far
			best = max(best, r)
		}
	}
	if first := len(t.order); first < len(order) {
		order[first] = best // replaces the initial 0
	}
	t.order = order
}

// rankTakes ranks the captures of a leaf.
func (t *thread[P, M]) rankTakes(n *node[P]) {
	turn := n.pos.Turn()
	for i, s := range t.sketch(n.pos, t.moves[n.first:]) {
		k := kindOf(s)
		t.order = append(t.order, newRanked(rankTakes+rankMan*int(s.Takes)+int(t.history[turn][k%kinds]), i, k))
	}
}

// pick swaps the best move from place i on to place i: a selection sort step, since most
// nodes need only the first few moves.
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

// moveKind is the index of a move in killers, counters and history: the slot of its
// sketch, plus game.Slots for captures.
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
	historyMax   = 1 << 14 // bound of scores
	historyBonus = 1 << 11 // largest bonus of one refutation
)

// history is the history heuristic of one side: how often each kind of move was a
// refutation.
type history [kinds]int16

// reward adds a bonus, or a malus if the move was tried in vain. It shrinks near the
// bound, so that recent results count more than old ones.
func (h *history) reward(k moveKind, bonus int) {
	s := &h[k%kinds]
	*s += int16(bonus - int(*s)*max(bonus, -bonus)/historyMax)
}

// forget clears killers, history and counter-moves.
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

// refuted updates killers, counter-moves and history: the last of the tried moves caused
// a beta cutoff of n.
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

// counter returns the move that last refuted the move before.
func (t *thread[P, M]) counter(ply int, turn game.Side) moveKind {
	if before := t.played[ply]; before != noKind {
		return t.counters[turn][before%kinds]
	}
	return noKind
}
