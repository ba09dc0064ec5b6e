// SPDX-License-Identifier: Apache-2.0

package fanorona

import "math/bits"

// Move is a whole turn: a paika, or a capture with all its steps.
//
// A chain has at most 22 steps, since each takes at least one of at most 22
// stones. Three words hold it, so that it travels in registers.
type Move struct {
	taken uint64 // the captured stones
	last  uint64 // the last 16 steps, four bits each, the latest lowest
	rest  uint64 // end, start, number of steps: a byte each; the steps before the last 16 from bit 32
}

const (
	startShift  = 8
	countShift  = 16
	beforeShift = 32

	stepBits  = 4
	stepsHeld = 16 // in last
)

// stay begins the turn of a stone.
func stay(at place) Move { return Move{rest: uint64(at) | uint64(at)<<startShift} }

// paika is a plain step.
func paika(from, to place) Move { return Move{rest: uint64(to) | uint64(from)<<startShift} }

// then adds a capturing step to m. The end stays within its byte, so adding the
// offset to it carries nothing.
func (m Move) then(s step, taken uint64) Move {
	const low = 1<<beforeShift - 1
	before := m.rest&^low<<stepBits | m.last>>(64-stepBits)<<beforeShift
	return Move{
		taken: m.taken | taken,
		last:  m.last<<stepBits | uint64(s),
		rest:  (before | m.rest&low) + 1<<countShift + uint64(offsets[s&7]),
	}
}

func (m Move) from() place { return place(m.rest >> startShift & 63) }
func (m Move) to() place   { return place(m.rest & 63) }

func (m Move) isPaika() bool { return m.taken == 0 }

// count returns the number of capturing steps: none for a paika.
func (m Move) count() int { return int(m.rest >> countShift & 0xff) }

// step returns the capturing step of that number, from 0.
func (m Move) step(i int) step {
	back := m.count() - 1 - i
	if back < stepsHeld {
		return step(m.last >> (back * stepBits) & 15)
	}
	return step(m.rest >> (beforeShift + (back-stepsHeld)*stepBits) & 15)
}

// takes returns the number of captured stones.
func (m Move) takes() int { return bits.OnesCount64(m.taken) }
