// SPDX-License-Identifier: Apache-2.0

package fanorona

import "cairn/game"

// Position is a board between two turns, as the side to move sees it. It has
// four fields because a struct of more is kept in memory, not in registers.
type Position struct {
	own   uint64 // stones of the side to move, by place of the grid
	foes  uint64 // stones of the other side
	clock uint16 // turns since the last capture
	state state
}

// state packs the side to move (bit 0), the sides whose first turn is still to
// come and restricted (bit 1 White, bit 2 Black) and the variant (from bit 3).
type state uint8

const (
	turnBit      state = 1
	firstShift         = 1
	firstMask    state = 3 << firstShift
	variantShift       = 3
)

func (s state) turn() game.Side { return game.Side(s & turnBit) }

// firstBit is the bit of the side to move in the set of first turns to come.
func (s state) firstBit() state { return 1 << firstShift << (s & turnBit) }

// next returns the state after a turn.
func (s state) next() state { return s&^s.firstBit() ^ turnBit }

// Turn implements game.Position.
func (p Position) Turn() game.Side { return p.state.turn() }

// Clock implements game.Position.
func (p Position) Clock() int { return int(p.clock) }

// Resets implements game.Position: captures are irreversible.
func (p Position) Resets(m Move) bool { return m.taken != 0 }

// Takes implements game.Position.
func (p Position) Takes(m Move) int { return m.takes() }

// Play implements game.Position.
func (p Position) Play(m Move) Position {
	clock := min(p.clock+1, game.MaxClock)
	if m.taken != 0 {
		clock = 0
	}
	return Position{
		own:   p.foes &^ m.taken,
		foes:  p.own ^ m.from().bit() ^ m.to().bit(),
		clock: clock,
		state: p.state.next(),
	}
}

// Result implements game.Position.
func (p Position) Result() game.Result {
	us := p.Turn()
	switch {
	case p.own == 0:
		return game.Result{Verdict: game.Wins(us.Other()), Reason: game.NoMen}
	case p.foes == 0:
		return game.Result{Verdict: game.Wins(us), Reason: game.NoMen}
	case !p.mobile():
		return game.Result{Verdict: game.Wins(us.Other()), Reason: game.NoMoves}
	}
	return game.Result{}
}

// Hash implements game.Position. Stones take the low 45 bits of their words.
func (p Position) Hash() uint64 {
	return game.Mix(game.Mix(p.own|uint64(p.state)<<56) + p.foes)
}

// variant returns the rule set of p.
func (p Position) variant() *variant { return &variants[p.state>>variantShift&3] }

func (p Position) empty() uint64 { return p.variant().window &^ (p.own | p.foes) }

// onlyOne reports that this turn may make only one capture.
func (p Position) onlyOne() bool { return p.state&p.state.firstBit() != 0 }

// mobile reports whether the side to move can make a step, and so a move: every
// capture is a step, and where there is none a paika is allowed.
func (p Position) mobile() bool {
	empty := p.empty()
	for d := range directions {
		if p.own&before(d, empty) != 0 {
			return true
		}
	}
	return false
}

// stones returns the stones of each side, by point of the board.
func (p Position) stones() (points [2]uint64) {
	b, us := p.variant().info.Board, p.Turn()
	points[us], points[us.Other()] = gather(b, p.own), gather(b, p.foes)
	return points
}

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
