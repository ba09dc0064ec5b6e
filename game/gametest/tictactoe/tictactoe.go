// SPDX-License-Identifier: Apache-2.0

// Package tictactoe is the smallest game that implements the contract: an example
// for new games, and a game for tests of packages that must not import a real one.
// It is not in the catalogue.
package tictactoe

import (
	"math/bits"

	"cairn/game"
)

// Position is a board of nine points, numbered row by row.
type Position struct {
	men   [2]uint16
	turn  game.Side
	clock uint16
}

// Move is the point to take.
type Move uint8

const full = 1<<9 - 1

var lines = [...]uint16{0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124}

// Turn implements game.Position.
func (p Position) Turn() game.Side { return p.turn }

// Clock implements game.Position.
func (p Position) Clock() int { return int(p.clock) }

// Resets implements game.Position: every turn places a man.
func (p Position) Resets(Move) bool { return true }

// Takes implements game.Position: no man is ever taken.
func (p Position) Takes(Move) int { return 0 }

// AppendMoves implements game.Position.
func (p Position) AppendMoves(dst []Move) []Move {
	if p.Result().Over() {
		return dst
	}
	for empty := full &^ (p.men[0] | p.men[1]); empty != 0; empty &= empty - 1 {
		dst = append(dst, Move(bits.TrailingZeros16(empty)))
	}
	return dst
}

// Play implements game.Position.
func (p Position) Play(m Move) Position {
	p.men[p.turn] |= 1 << m
	p.turn = p.turn.Other()
	p.clock = 0
	return p
}

// Result implements game.Position.
func (p Position) Result() game.Result {
	for _, s := range game.Sides {
		for _, line := range lines {
			if p.men[s]&line == line {
				return game.Result{Verdict: game.Wins(s), Reason: game.Line}
			}
		}
	}
	if p.men[0]|p.men[1] == full {
		return game.Result{Verdict: game.Draw, Reason: game.FullBoard}
	}
	return game.Result{}
}

// Hash implements game.Position.
func (p Position) Hash() uint64 {
	return game.Mix(uint64(p.men[0]) | uint64(p.men[1])<<16 | uint64(p.turn)<<32)
}
