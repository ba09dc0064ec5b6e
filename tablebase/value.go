// SPDX-License-Identifier: Apache-2.0

package tablebase

import "cmp"

// Value is the exact value of a position to the side to move: win, draw or loss, and the
// plies to the end if the winner hurries and the loser delays. Values are ordered by
// preference, so that the value of the best move is the maximum:
//
//	  0 … 126  lost in 0, 2, 4 … 252 plies
//	127        drawn
//	128 … 255  won in 255, 253 … 3, 1 plies
//
// A game ends with a turn of the winner, so losses are even and wins odd. A finished game
// with the winner to move, which only a set-up position can be, is stored as won in 1;
// probing asks the rules first.
type Value uint8

// The best and the worst value, and the middle.
const (
	Lost  Value = 0
	Drawn Value = 127
	Won   Value = 255
)

// MaxPlies is the longest loss a Value can hold.
const MaxPlies = 2 * int(Drawn-1)

// LostIn returns the value of a loss in an even number of plies up to MaxPlies.
func LostIn(plies int) Value { return Value(plies / 2) }

// WonIn returns the value of a win in an odd number of plies up to MaxPlies+1.
func WonIn(plies int) Value { return Won - Value(plies/2) }

// EndsIn returns the value of a game that ends in up to MaxPlies+1 plies: an even number
// is a loss, an odd number a win.
func EndsIn(plies int) Value {
	if plies%2 == 1 {
		return WonIn(plies)
	}
	return LostIn(plies)
}

// Sign returns 1 for a win, 0 for a draw, -1 for a loss.
func (v Value) Sign() int {
	return cmp.Compare(v, Drawn)
}

// Plies returns the plies to the end, 0 for a draw.
func (v Value) Plies() int {
	switch {
	case v > Drawn:
		return 2*int(Won-v) + 1
	case v < Drawn:
		return 2 * int(v)
	}
	return 0
}

// Before returns the value of a move into a position of this value, for the side that
// makes the move. Losses stop at MaxPlies.
func (v Value) Before() Value {
	switch {
	case v < Drawn:
		return Won - v
	case v == Drawn:
		return Drawn
	case v <= Drawn+2:
		return Drawn - 1
	}
	return -v // won in n is lost in n+1 for the other: Lost + (Won - v) + 1
}

// String returns "win", "draw" or "loss".
func (v Value) String() string { return [...]string{"loss", "draw", "win"}[v.Sign()+1] }
