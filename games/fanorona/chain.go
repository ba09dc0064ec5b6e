// SPDX-License-Identifier: Apache-2.0

package fanorona

import (
	"iter"
	"math/bits"
)

// chain is a capturing turn under way.
type chain struct {
	at   place  // where the stone stands
	free uint64 // empty places it has not stood on in this turn
	foes uint64 // opposing stones still on the board
}

// begin returns the turn of the stone at a place before its first step.
func (p Position) begin(at place) chain { return chain{at, p.empty(), p.foes} }

// captures returns the steps that capture from here, whatever the direction of
// the step before.
func (c chain) captures() steps {
	s, turn := &spots[c.at&63], int(centre-c.at)
	empty := bits.RotateLeft64(c.free&s.near, turn)
	near := bits.RotateLeft64(c.foes&s.near, turn)
	far := bits.RotateLeft64(c.foes&s.far, turn)
	return canLand[nearIndex(empty)] & (canWithdraw[nearIndex(near)] | canApproach[farIndex(far)])
}

// row returns the stones a step captures: the stones of its line up
// to the first gap, which is the lowest one or the highest as the line runs.
func (c chain) row(s step) uint64 {
	line := spots[c.at&63].line[s&15]
	gaps := line &^ c.foes
	low := gaps&-gaps - 1
	high := ^uint64(0) << (bits.Len64(gaps) & 63)
	return line & (high ^ (high^low)&ascending[s&15])
}

// after returns the chain once a step has taken its row. Captured stones leave
// at once, so the chain may go on through their places; the place the stone
// left is not free again.
func (c chain) after(s step, row uint64) chain {
	to := c.landing(s)
	return chain{to, (c.free | row) &^ to.bit(), c.foes &^ row}
}

// landing returns where a step ends.
func (c chain) landing(s step) place { return c.at + offsets[s.direction()] }

// nearest returns the first place of the row a step captures.
func (c chain) nearest(s step) place {
	if s.withdraws() {
		return c.at + s.outward()
	}
	return c.landing(s) + s.outward()
}

// steps replays the captures of m: each step with the chain just before it.
func (p Position) steps(m Move) iter.Seq2[chain, step] {
	return func(yield func(chain, step) bool) {
		c := p.begin(m.from())
		for i := range m.count() {
			s := m.step(i)
			if !yield(c, s) {
				return
			}
			c = c.after(s, c.row(s))
		}
	}
}

// The neighbourhood of a place, read as a number, is the index of a table that
// knows which steps it allows. Rotated so that the place itself stands at bit
// 20, the near places (n) and the far ones (f) are these bits:
//
//	 0 f         2 f         4 f
//	      10 n  11 n  12 n
//	18 f  19 n   20   21 n  22 f
//	      28 n  29 n  30 n
//	36 f        38 f        40 f
//
// A multiplication lays the three rows side by side. No two bits of the product
// meet, so nothing is carried.
const (
	centre = place(20)

	nearSize = 1 << 9
	farSize  = 1 << 11
)

// nearIndex makes nine bits of a rotated set of near places.
func nearIndex(set uint64) uint64 { return set * (1 | 1<<6 | 1<<12) >> 22 & (nearSize - 1) }

// farIndex makes eleven bits of a rotated set of far places.
func farIndex(set uint64) uint64 { return set * (1 | 1<<13 | 1<<30) >> 30 & (farSize - 1) }

// The steps that end on a free place, start next to an opposing stone behind, or end next
// to one ahead, by the index of the free places or opposing stones.
var canLand, canWithdraw, canApproach = func() (land, behind [nearSize]steps, ahead [farSize]steps) {
	for d := range directions {
		near, far := (centre + offsets[d]).bit(), (centre + 2*offsets[d]).bit()
		allow(land[:], nearIndex(near), either(d))
		allow(behind[:], nearIndex(near), only(withdrawal(d.opposite())))
		allow(ahead[:], farIndex(far), only(approach(d)))
	}
	return land, behind, ahead
}()

// allow adds steps to all entries of a table whose index has that bit.
func allow(table []steps, bit uint64, add steps) {
	for i := range table {
		if uint64(i)&bit != 0 {
			table[i] |= add
		}
	}
}
