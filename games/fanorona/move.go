// SPDX-License-Identifier: Apache-2.0

package fanorona

import (
	"math/bits"

	"cairn/game"
)

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

// step is a capturing step: its direction, plus 8 when it captures by
// withdrawal.
type step uint8

func approach(d direction) step   { return step(d) }
func withdrawal(d direction) step { return step(d) | 8 }

func (s step) direction() direction { return direction(s & 7) }
func (s step) withdraws() bool      { return s&8 != 0 }

// The two ways of capturing.
var (
	byApproach   = game.Label{Name: "approach", Letter: "A"}
	byWithdrawal = game.Label{Name: "withdrawal", Letter: "W"}
)

// label returns the way of capturing.
func (s step) label() game.Label {
	if s.withdraws() {
		return byWithdrawal
	}
	return byApproach
}

// outward leads from one captured stone to the next.
func (s step) outward() place {
	if s.withdraws() {
		return -offsets[s.direction()]
	}
	return offsets[s.direction()]
}

// ascending holds, by step, all ones where outward leads to higher places.
var ascending = func() (table [16]uint64) {
	for s := range step(len(table)) {
		if s.outward() > 0 {
			table[s] = ^uint64(0)
		}
	}
	return table
}()

// steps is a set of steps, with a bit for each.
type steps uint16

func only(s step) steps { return 1 << (s & 15) }

// either holds both ways of capturing with a step in direction d.
func either(d direction) steps { return only(approach(d)) | only(withdrawal(d)) }
