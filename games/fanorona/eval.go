// SPDX-License-Identifier: Apache-2.0

package fanorona

import "math/bits"

// Worth of a stone and of a step it could make, in hundredths of a stone.
const (
	stoneValue = 100
	stepValue  = 2
)

// eval judges p for the side to move by stones and by freedom to move.
func eval(p Position) int {
	stones := bits.OnesCount64(p.own) - bits.OnesCount64(p.foes)
	empty, freedom := p.empty(), 0
	for d := range directions {
		free := before(d, empty)
		freedom += bits.OnesCount64(p.own&free) - bits.OnesCount64(p.foes&free)
	}
	return stoneValue*stones + stepValue*freedom
}

// greed is the taste of a novice: to take as many stones as possible, then to
// leave the opponent as few as possible to take back.
func greed(p Position, m Move) int {
	const more = 100 // one stone taken weighs more than all that may be lost
	after, lost := p.Play(m), 0
	if after.capturers() == 0 {
		return more * m.takes()
	}
	for _, reply := range after.AppendMoves(nil) {
		lost = max(lost, reply.takes())
	}
	return more*m.takes() - lost
}
