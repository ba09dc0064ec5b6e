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

// row returns the stones a step captures: those at the beginning of its line up
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
