// SPDX-License-Identifier: Apache-2.0

package yote

import "cairn/game"

// Traits are what the numbering of positions for tables needs to know of a rule
// set. Sets of cells have a bit for each cell, directions are numbers below Ways.
type Traits struct {
	Cells     uint64
	Delta     [Ways]int    // what a step in a direction adds to a cell
	Into      [Ways]uint64 // the cells that a step in a direction can reach
	ThreeDraw bool         // Few stones or fewer each is a draw
	Barred    bool         // a stone may not step straight back
	Chains    bool         // a jump may be followed by another

	shape uint8
}

// Bounds that hold in all rule sets.
const (
	Ways = ways
	Few  = few
)

// TraitsOf returns the traits of the rule set of p.
func TraitsOf(p Position) *Traits {
	s := p.form()
	return &Traits{
		Cells: s.cells, Delta: s.delta, Into: s.into,
		ThreeDraw: s.rules.threeDraw, Barred: s.rules.barred, Chains: s.rules.chains, shape: p.shape,
	}
}

// Position returns the position of those stones and last steps with empty hands,
// White to move. The zero Leap is no step.
func (t *Traits) Position(own, other uint64, last, otherLast game.Leap) Position {
	return Position{
		men:  pair[uint64]{own, other},
		last: pair[leap]{newLeap(last.From, last.To), newLeap(otherLast.From, otherLast.To)},
		rest: rest{shape: t.shape},
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
