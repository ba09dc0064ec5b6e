// SPDX-License-Identifier: Apache-2.0

package yote

import "cairn/game"

// The functions below are for package index. Sets of cells have a bit for each cell,
// directions are numbers below Ways.

// TraitsOf returns the traits of the rule set of p.
func TraitsOf(p Position) *Traits { return p.traits() }

// Position returns the position of these stones and last steps with empty hands,
// White to move. The zero Leap is no step.
func (t *Traits) Position(own, other uint64, last, otherLast game.Leap) Position {
	return Position{
		men:  pair[uint64]{own, other},
		last: pair[leap]{newLeap(last.From, last.To), newLeap(otherLast.From, otherLast.To)},
		rest: rest{rules: t.number},
	}
}

// Placement returns the stones on the board of the side to move and of the other.
func (p Position) Placement() (own, other uint64) { return p.men.own, p.men.opp }

// Hands returns the stones in hand of the side to move and of the other.
func (p Position) Hands() (own, other uint8) { return p.hand.own, p.hand.opp }

// LastSteps returns the steps of the side to move and of the other whose way back
// is barred; the zero Leap is none.
func (p Position) LastSteps() (own, other game.Leap) {
	return game.Leap{From: p.last.own.from(), To: p.last.own.to()}, game.Leap{From: p.last.opp.from(), To: p.last.opp.to()}
}

// Step returns where a step begins and ends; ok is false for other moves.
func (m Move) Step() (from, to game.Point, ok bool) { return m.from(), m.to(), m.kind() == stepping }
