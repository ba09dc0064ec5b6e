// SPDX-License-Identifier: Apache-2.0

package morris

import (
	"math/bits"

	"cairn/game"
)

// AppendMoves implements game.Position: placements in the order of points, then
// steps man by man.
func (p Position) AppendMoves(dst []Move) []Move {
	r := p.rules()
	switch {
	case r.LineWins:
		if r.Milled(p.own)|r.Milled(p.opposing) != 0 {
			return dst
		}
	case p.total() < Fewest || p.otherTotal() < Fewest:
		return dst
	}
	return p.appendTurns(r, dst)
}

// appendTurns appends the moves of a game not decided by the number of men or by a line.
func (p Position) appendTurns(r *Traits, dst []Move) []Move {
	g := generator{Traits: r, own: p.own, opposing: p.opposing, hand: p.otherHand()}
	empty := r.Full &^ p.occupied()
	if p.hand() > 0 {
		dst = g.place(dst, empty)
		if r.Mixed {
			dst = g.move(dst, empty, false, 0)
		}
		return dst
	}
	return g.move(dst, empty, r.Flies(p.own), p.last)
}

// generator finds the moves of one position. The list of moves is a parameter and not
// a field, so that it stays in registers.
type generator struct {
	*Traits
	own, opposing uint32
	hand          int    // the opponent's
	targets       uint32 // men that may be taken, once a mill has been closed
}

func (g *generator) place(dst []Move, empty uint32) []Move {
	own, closing := g.own, g.layout.lacking(g.own, empty)
	for ; empty != 0; empty &= empty - 1 {
		to := empty & -empty
		if closing&to != 0 {
			dst = g.take(dst, to, own, point(to))
		} else {
			dst = append(dst, Move{own: to})
		}
	}
	return dst
}

// move appends steps, or flights; last may bar one of them from closing a mill.
func (g *generator) move(dst []Move, empty uint32, flies bool, last leaps) []Move {
	closing := g.layout.lacking(g.own, empty) // some only if the man that goes there also stayed
	men := g.own
	if !flies {
		men &= g.layout.around(empty)
	}
	for ; men != 0; men &= men - 1 {
		from := men & -men
		others, reach := g.own^from, empty
		if !flies {
			reach &= g.Neighbours[point(from)%MaxPoints]
		}
		for ; reach != 0; reach &= reach - 1 {
			to := reach & -reach
			switch {
			case closing&to == 0 || !g.closes(others, point(to)):
				dst = append(dst, Move{own: from | to})
			case !last.bars(point(from), point(to)):
				dst = g.take(dst, from|to, others, point(to))
			}
		}
	}
	return dst
}

// closes reports whether a man on to closes a mill with the others.
func (g *generator) closes(others uint32, to uint8) bool {
	pairs := &g.pairs[to%MaxPoints]
	return others&pairs[0] == pairs[0] || others&pairs[1] == pairs[1] ||
		others&pairs[2] == pairs[2] || others&pairs[3] == pairs[3]
}

// take appends the change with every capture it allows. Where the first line
// wins, or no opposing man is on the board, nothing is taken.
func (g *generator) take(dst []Move, change, others uint32, to uint8) []Move {
	if g.LineWins || g.opposing == 0 {
		return append(dst, Move{own: change})
	}
	if g.targets == 0 {
		g.targets = g.Takeable(g.opposing)
	}
	if g.Several {
		if n := g.Mills(others, to); n > 1 {
			return g.takeSeveral(dst, Move{own: change}, n, len(dst))
		}
	}
	for targets := g.targets; targets != 0; targets &= targets - 1 {
		dst = append(dst, Move{own: change, taken: targets & -targets})
	}
	return dst
}

// takeSeveral appends m with every set of n more men that can be taken one after
// the other. Different orders of one set are one move: the moves since start are
// searched for duplicates.
func (g *generator) takeSeveral(dst []Move, m Move, n, start int) []Move {
	left := g.opposing &^ m.taken
	if n == 0 || left == 0 || bits.OnesCount32(left)+g.hand < Fewest {
		for _, known := range dst[start:] {
			if known == m {
				return dst
			}
		}
		return append(dst, m)
	}
	for targets := g.Takeable(left); targets != 0; targets &= targets - 1 {
		dst = g.takeSeveral(dst, Move{own: m.own, taken: m.taken | targets&-targets}, n-1, start)
	}
	return dst
}

// The functions below are the fast paths of a search, which need no list of all moves.

// over reports whether the side to move has no move.
func over(p Position) bool {
	r := p.rules()
	switch {
	case r.LineWins:
		if r.Milled(p.own)|r.Milled(p.opposing) != 0 {
			return true
		}
	case p.total() < Fewest || p.otherTotal() < Fewest:
		return true
	}
	empty := r.Full &^ p.occupied()
	if p.hand() > 0 || r.Flies(p.own) {
		return empty == 0
	}
	return r.stuck(p.own, empty, p.last)
}

// stuck reports whether no man can step to an empty point. A way that is barred
// is barred only to a mill.
func (r *Traits) stuck(own, empty uint32, last leaps) bool {
	if last == 0 {
		return own&r.layout.around(empty) == 0
	}
	for men := own; men != 0; men &= men - 1 {
		from := point(men)
		for reach := r.Neighbours[from%MaxPoints] & empty; reach != 0; reach &= reach - 1 {
			to := point(reach)
			if !last.bars(from, to) || r.Mills(own&^(1<<from), to) == 0 {
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
	empty := r.Full &^ p.occupied()
	closing := r.layout.lacking(p.own, empty)
	if closing == 0 || r.LineWins || p.opposing == 0 {
		return dst
	}
	g := generator{Traits: r, own: p.own, opposing: p.opposing, hand: p.otherHand()}
	if p.hand() > 0 {
		dst = g.place(dst, closing)
		if !r.Mixed {
			return dst
		}
	}
	return g.close(dst, closing, p.hand() == 0 && r.Flies(p.own), p.last)
}

// close appends the steps, or flights, that close a mill on one of the points.
func (g *generator) close(dst []Move, closing uint32, flies bool, last leaps) []Move {
	for ; closing != 0; closing &= closing - 1 {
		to := point(closing)
		men := g.own
		if !flies {
			men &= g.Neighbours[to%MaxPoints]
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

// sketch describes moves to an engine: a quiet one by where it comes from and
// goes to, a capture by where it closes the mill and the man it takes.
func sketch(p Position, moves []Move, dst []game.Sketch) {
	dst = dst[:len(moves)]
	r := p.rules()
	threats := r.layout.lacking(p.opposing, r.Full&^p.occupied())
	for i, m := range moves {
		from, to := uint16(point(m.own&p.own)), uint16(point(m.own&^p.own))
		if m.taken != 0 {
			dst[i] = game.Sketch{Slot: to<<5 | uint16(point(m.taken)), Takes: uint8(bits.OnesCount32(m.taken))}
			continue
		}
		dst[i] = game.Sketch{Slot: from<<5 | to, Promise: int8(threats >> to & 1)}
	}
}
