// SPDX-License-Identifier: Apache-2.0

package yote

import (
	"math/bits"

	"cairn/game"
)

// What a search asks at every leaf, answered without a list of all moves.

// over reports whether the side to move has no turn.
func over(p Position) bool { return p.tooFew() || !p.canMove() }

// appendTakes appends the turns that capture.
func appendTakes(p Position, dst []Move) []Move {
	return p.form().appendJumps(dst, 0, p.men.own, p.men.opp, p.empty())
}

// sketch tells an engine what moves are about: a quiet one by where it comes
// from and goes to, a jump by where it ends and the extra stone of its first
// capture.
func sketch(p Position, moves []Move, dst []game.Sketch) {
	dst = dst[:len(moves)]
	opposing := bits.OnesCount64(p.men.opp)
	for i, m := range moves {
		from := m.from()
		switch m.kind() {
		case placing:
			from = m.to()
		case stepping:
		default:
			from = game.Point(m >> (hopShift + wayBits) & (maxCells - 1))
		}
		dst[i] = game.Sketch{Slot: uint16(from)<<6 | uint16(m.to()), Takes: uint8(min(2*m.jumps(), opposing))}
	}
}
