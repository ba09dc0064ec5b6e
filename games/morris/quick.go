// SPDX-License-Identifier: Apache-2.0

package morris

import (
	"math/bits"

	"cairn/game"
)

// What a search asks at every leaf, answered without a list of all moves.

// over reports whether the side to move has no move.
func over(p Position) bool {
	r := p.rules()
	switch {
	case r.lineWins:
		if r.milled(p.own)|r.milled(p.opposing) != 0 {
			return true
		}
	case p.total() < fewest || p.otherTotal() < fewest:
		return true
	}
	empty := r.full &^ p.occupied()
	if p.hand() > 0 || r.flies(p.own) {
		return empty == 0
	}
	return r.stuck(p.own, empty, p.last)
}

// stuck reports whether no man can step to an empty point. A way that is barred
// is barred only to a mill.
func (r *rules) stuck(own, empty uint32, last leaps) bool {
	if last == 0 {
		return own&r.layout.around(empty) == 0
	}
	for men := own; men != 0; men &= men - 1 {
		from := point(men)
		for reach := r.neighbours[from%maxPoints] & empty; reach != 0; reach &= reach - 1 {
			to := point(reach)
			if !last.bars(from, to) || r.mills(own&^(1<<from), to) == 0 {
				return false
			}
		}
	}
	return true
}

// appendTakes appends the moves that capture. Nearly always no point closes a
// mill, and that is seen first.
func appendTakes(p Position, dst []Move) []Move {
	r := p.rules()
	empty := r.full &^ p.occupied()
	closing := r.layout.lacking(p.own, empty)
	if closing == 0 || r.lineWins || p.opposing == 0 {
		return dst
	}
	g := generator{rules: r, own: p.own, opposing: p.opposing, hand: p.otherHand()}
	if p.hand() > 0 {
		dst = g.place(dst, closing)
		if !r.mixed {
			return dst
		}
	}
	return g.close(dst, closing, p.hand() == 0 && r.flies(p.own), p.last)
}

// close appends the steps, or flights, that close a mill on one of the points.
func (g *generator) close(dst []Move, closing uint32, flies bool, last leaps) []Move {
	for ; closing != 0; closing &= closing - 1 {
		to := point(closing)
		men := g.own
		if !flies {
			men &= g.neighbours[to%maxPoints]
		}
		for ; men != 0; men &= men - 1 {
			from := men & -men
			if others := g.own ^ from; g.closes(others, to) && !last.bars(point(from), to) {
				dst = g.take(dst, from|1<<to, others, to)
			}
		}
	}
	return dst
}

// sketch tells an engine what moves are about: a quiet one by where it comes
// from and goes to, a capture by where it closes the mill and whom it takes.
func sketch(p Position, moves []Move, dst []game.Sketch) {
	dst = dst[:len(moves)]
	r := p.rules()
	threats := r.layout.lacking(p.opposing, r.full&^p.occupied())
	for i, m := range moves {
		from, to := uint16(point(m.own&p.own)), uint16(point(m.own&^p.own))
		if m.taken != 0 {
			dst[i] = game.Sketch{Slot: to<<5 | uint16(point(m.taken)), Takes: uint8(bits.OnesCount32(m.taken))}
			continue
		}
		dst[i] = game.Sketch{Slot: from<<5 | to, Promise: int8(threats >> to & 1)}
	}
}
