// SPDX-License-Identifier: Apache-2.0

package fanorona

import (
	"math/bits"

	"cairn/game"
)

// AppendMoves implements game.Position. Moves are listed by starting point, a
// chain just before its continuations.
func (p Position) AppendMoves(dst []Move) []Move {
	if p.foes == 0 {
		return dst
	}
	capturers := p.capturers()
	if capturers == 0 {
		return p.appendPaikas(dst)
	}
	g := generator{dst, p.onlyOne()}
	for ; capturers != 0; capturers &= capturers - 1 {
		c := p.begin(place(bits.TrailingZeros64(capturers)))
		g.extend(stay(c.at), c, c.captures())
	}
	return g.moves
}

// capturers returns the stones of the side to move that can capture: stones one
// step before an empty place that has a foe beyond it, or one step before an
// empty place with a foe at their back.
func (p Position) capturers() uint64 {
	empty, found := p.empty(), uint64(0)
	for d := range directions {
		ahead, behind := before(d, p.foes), before(d.opposite(), p.foes)
		found |= before(d, empty&ahead) | before(d, empty)&behind
	}
	return found & p.own
}

// generator collects the capturing turns of a position.
type generator struct {
	moves []Move
	once  bool // the first capture ends the turn
}

// extend appends every turn that goes on from m, whose stone stands at c, with
// one of the given steps and then as far as it likes.
func (g *generator) extend(m Move, c chain, options steps) {
	for ; options != 0; options &= options - 1 {
		s := step(bits.TrailingZeros16(uint16(options)))
		row := c.row(s)
		next, after := m.then(s, row), c.after(s, row)
		g.moves = append(g.moves, next)
		further := after.captures() &^ either(s.direction())
		if further != 0 && !g.once {
			g.extend(next, after, further)
		}
	}
}

// appendPaikas appends the plain steps.
func (p Position) appendPaikas(dst []Move) []Move {
	empty := p.empty()
	for own := p.own; own != 0; own &= own - 1 {
		from := place(bits.TrailingZeros64(own))
		for to := spots[from&63].near & empty; to != 0; to &= to - 1 {
			dst = append(dst, paika(from, place(bits.TrailingZeros64(to))))
		}
	}
	return dst
}

// The functions below are the fast paths of a search, which need no list of all moves.

// over reports whether the side to move has no move.
func over(p Position) bool { return p.foes == 0 || !p.mobile() }

// appendTakes appends the turns that capture. Captures are mandatory.
func appendTakes(p Position, dst []Move) []Move {
	if p.capturers() == 0 {
		return dst
	}
	return p.AppendMoves(dst)
}

// sketch describes moves to an engine by where they begin and end.
func sketch(_ Position, moves []Move, dst []game.Sketch) {
	dst = dst[:len(moves)]
	for i := range moves {
		m := &moves[i]
		dst[i] = game.Sketch{Slot: uint16(m.from()<<6 | m.to()), Takes: uint8(m.takes())}
	}
}
