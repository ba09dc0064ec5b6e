// SPDX-License-Identifier: Apache-2.0

package fanorona

import "cairn/game"

// What a search asks at every leaf, answered without a list of all moves.

// over reports whether the side to move has no move.
func over(p Position) bool { return p.foes == 0 || !p.mobile() }

// appendTakes appends the turns that capture. Whoever can capture must.
func appendTakes(p Position, dst []Move) []Move {
	if p.capturers() == 0 {
		return dst
	}
	return p.AppendMoves(dst)
}

// sketch tells an engine what moves are about: where they begin and end.
func sketch(_ Position, moves []Move, dst []game.Sketch) {
	dst = dst[:len(moves)]
	for i := range moves {
		m := &moves[i]
		dst[i] = game.Sketch{Slot: uint16(m.from()<<6 | m.to()), Takes: uint8(m.takes())}
	}
}
