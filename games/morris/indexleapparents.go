// SPDX-License-Identifier: Apache-2.0

package morris

// AppendParents implements game.Parenter: a move without a mill taken back. Such a
// move is not remembered; the position before may remember an own move of any
// kind, and of the other side what this one still does, or a move whose way back
// ended where the man has gone now.
func (ix *leapIndex) AppendParents(dst []Position, p Position) []Position {
	if p.last>>leapBits != 0 {
		return dst // that closed a mill
	}
	empty := ix.full &^ p.occupied()
	for men := p.opposing; men != 0; men &= men - 1 {
		to := point(men)
		if ix.mills(p.opposing, to) > 0 {
			continue
		}
		for from := ix.reach(p.opposing, to) & empty; from != 0; from &= from - 1 {
			if p.last == 0 || p.last.from() != point(from) { // nobody can have stood there
				dst = ix.appendBefore(dst, p, point(from), to)
			}
		}
	}
	return dst
}

// appendBefore appends the positions before the other side's move.
func (ix *leapIndex) appendBefore(dst []Position, p Position, from, to uint8) []Position {
	before := Position{own: p.opposing ^ 1<<from ^ 1<<to, opposing: p.own, state: p.state ^ turnBit}
	before.last = p.last << leapBits
	dst = ix.appendOwn(dst, before)
	if p.last != 0 {
		return dst
	}
	for _, l := range ix.live(before.opposing, 1<<to) {
		before.last = l << leapBits
		dst = ix.appendOwn(dst, before)
	}
	return dst
}

// appendOwn appends p with every move the side to move may remember.
func (ix *leapIndex) appendOwn(dst []Position, p Position) []Position {
	dst = append(dst, p)
	for _, l := range ix.live(p.own, ix.full&^p.occupied()) {
		q := p
		q.last |= l
		dst = append(dst, q)
	}
	return dst
}
