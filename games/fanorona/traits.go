// SPDX-License-Identifier: Apache-2.0

package fanorona

import "cairn/game"

// The methods below are for the numbering of positions for tables. Sets of stones have
// a bit for each place of the grid, which PlaceOf gives.

// PlaceOf returns the place of a point of a board, its bit in sets of stones.
func PlaceOf(b *game.Board, p game.Point) game.Point { return game.Point(placeOf(b, p)) }

// Near returns the places one step from a place.
func Near(at game.Point) uint64 { return spots[at&63].near }

// Stones returns the stones of the side to move and of the other.
func (p Position) Stones() (own, foes uint64) { return p.own, p.foes }

// Empty returns the places of the board without a stone.
func (p Position) Empty() uint64 { return p.empty() }

// FirstTurns reports whether a restricted first turn is still to come.
func (p Position) FirstTurns() bool { return p.state&firstMask != 0 }

// CanTake reports whether the side to move has a capture.
func (p Position) CanTake() bool { return p.capturers() != 0 }

// With returns the position of the same rule set and turn with other stones. Its
// clock is zero and no restricted first turn is to come.
func (p Position) With(own, foes uint64) Position {
	return Position{own: own, foes: foes, state: p.state &^ firstMask}
}
