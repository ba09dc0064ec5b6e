// SPDX-License-Identifier: Apache-2.0

package fanorona

import "cairn/game"

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
