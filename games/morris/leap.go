// SPDX-License-Identifier: Apache-2.0

package morris

import "cairn/game"

// leaps holds one remembered move from mill to mill for each side, the side to
// move in the lower half; a half of zero is none. A move is five bits from and
// five bits to.
type leaps uint32

const (
	leapBits = 10
	leapMask = 1<<leapBits - 1
)

func newLeap(from, to uint8) leaps { return leaps(from) | leaps(to)<<5 }

func (l leaps) from() uint8 { return uint8(l & 31) }
func (l leaps) to() uint8   { return uint8(l >> 5 & 31) }

// swap exchanges the halves.
func (l leaps) swap() leaps { return l>>leapBits | l&leapMask<<leapBits }

// lastOf returns the remembered move of a side.
func (p Position) lastOf(s game.Side) leaps {
	if s == p.Turn() {
		return p.last & leapMask
	}
	return p.last >> leapBits
}

// remember returns the remembered moves after m: m itself when it goes from mill
// to mill, and the opponent's move unless its man is taken.
func (p Position) remember(m Move) leaps {
	theirs := p.last >> leapBits
	if theirs != 0 && m.taken>>theirs.to()&1 != 0 {
		theirs = 0
	}
	var ours leaps
	if r := p.rules(); !m.places() {
		from, to := point(m.own&p.own), point(m.own&^p.own)
		if r.Mills(p.own, from) > 0 && r.Mills(p.own^m.own, to) > 0 {
			ours = newLeap(from, to)
		}
	}
	return (ours | theirs<<leapBits).swap()
}

// bars reports whether the way from one point to the other is the remembered
// one taken back.
func (l leaps) bars(from, to uint8) bool { return l&leapMask != 0 && l&leapMask == newLeap(to, from) }
