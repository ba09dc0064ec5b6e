// SPDX-License-Identifier: Apache-2.0

package morris

import (
	"math/bits"

	"cairn/game"
)

// Fewest is how many men a side needs to be able to close a mill, and how many
// it has when it flies.
const Fewest = 3

// Position is the state between two turns, as the side to move sees it. It is
// packed into four words because a larger value would not be kept in registers:
// with a struct of small fields perft is less than half as fast.
type Position struct {
	own, opposing uint32 // men on the board; bit i is point i
	state         uint32 // hands, turn, rule set and clock: see below
	last          leaps  // remembered only where a way back may be barred
}

// The parts of Position.state, from the lowest bit:
//
//	4 bits  men in hand of the side to move
//	4 bits  men in hand of the other side
//	1 bit   the side to move
//	4 bits  place in ruleSets
//	the rest is the clock
const (
	handBits  = 4
	handMask  = 1<<handBits - 1
	handsMask = 1<<(2*handBits) - 1
	turnShift = 2 * handBits
	turnBit   = 1 << turnShift
	setShift  = turnShift + 1
	setMask   = 15
	clockStep = 1 << (setShift + 4)
	clockMask = ^uint32(clockStep - 1)
	clockEnd  = game.MaxClock * clockStep
)

// Move is a turn as a change: the points whose own men come or go (one when a
// man is placed, two when it is moved), and the men taken.
type Move struct{ own, taken uint32 }

func (m Move) places() bool { return m.own&(m.own-1) == 0 }

func (p Position) hand() int      { return int(p.state & handMask) }
func (p Position) otherHand() int { return int(p.state >> handBits & handMask) }
func (p Position) rules() *Traits { return &ruleSets[p.state>>setShift&setMask] }
func (p Position) occupied() uint32 {
	return p.own | p.opposing
}

// Turn implements game.Position.
func (p Position) Turn() game.Side { return game.Side(p.state >> turnShift & 1) }

// Clock implements game.Position.
func (p Position) Clock() int { return int(p.state / clockStep) }

// Takes implements game.Position.
func (p Position) Takes(m Move) int { return bits.OnesCount32(m.taken) }

// Resets implements game.Position.
func (p Position) Resets(m Move) bool { return m.taken != 0 || m.places() }

// Play implements game.Position.
func (p Position) Play(m Move) Position {
	state := p.state
	switch {
	case m.places():
		state = state&^clockMask - 1 // a man leaves the hand
	case m.taken != 0:
		state &^= clockMask
	case state < clockEnd:
		state += clockStep
	}
	hands := state & handsMask
	state = state ^ hands ^ turnBit | hands>>handBits | hands<<handBits&handsMask
	var last leaps
	if p.rules().Barred {
		last = p.remember(m)
	}
	return Position{own: p.opposing &^ m.taken, opposing: p.own ^ m.own, state: state, last: last}
}

// Result implements game.Position.
func (p Position) Result() game.Result {
	r, us := p.rules(), p.Turn()
	switch {
	case r.LineWins && r.Milled(p.own) != 0:
		return game.Result{Verdict: game.Wins(us), Reason: game.Line}
	case r.LineWins && r.Milled(p.opposing) != 0:
		return game.Result{Verdict: game.Wins(us.Other()), Reason: game.Line}
	case !r.LineWins && p.total() < Fewest:
		return game.Result{Verdict: game.Wins(us.Other()), Reason: game.TooFewMen}
	case !r.LineWins && p.otherTotal() < Fewest:
		return game.Result{Verdict: game.Wins(us), Reason: game.TooFewMen}
	case r.fullDraws && p.occupied() == r.Full:
		return game.Result{Verdict: game.Draw, Reason: game.FullBoard}
	case over(p): // no case above, so no move is left
		return game.Result{Verdict: game.Wins(us.Other()), Reason: game.NoMoves}
	}
	return game.Result{}
}

// Hash implements game.Position. Without a barred way back it is one to one.
func (p Position) Hash() uint64 {
	h := game.Mix(uint64(p.own) | uint64(p.opposing)<<24 | uint64(p.state&(handsMask|turnBit))<<48)
	if p.last != 0 {
		h = game.Mix(h ^ uint64(p.last))
	}
	return h
}

// total returns the men of the side to move, on the board and in hand.
func (p Position) total() int { return bits.OnesCount32(p.own) + p.hand() }

// otherTotal returns the men of the other side.
func (p Position) otherTotal() int { return bits.OnesCount32(p.opposing) + p.otherHand() }

// men returns the men of a side on the board.
func (p Position) men(s game.Side) uint32 {
	if s == p.Turn() {
		return p.own
	}
	return p.opposing
}

// handOf returns the men of a side in hand.
func (p Position) handOf(s game.Side) int {
	if s == p.Turn() {
		return p.hand()
	}
	return p.otherHand()
}

// phase returns the phase of a side.
func (p Position) phase(s game.Side) game.Phase {
	r, hand, men := p.rules(), p.handOf(s), p.men(s)
	switch {
	case hand > 0 && r.Mixed && men != 0:
		return game.Mixed
	case hand > 0:
		return game.Placing
	case r.Flies(men):
		return game.Flying
	default:
		return game.Sliding
	}
}

// Flies reports whether a side with these men and an empty hand may fly.
func (t *Traits) Flies(men uint32) bool {
	return t.roaming || t.Flying && bits.OnesCount32(men) == Fewest
}

// leaps holds one remembered move from mill to mill for each side, the side to
// move in the lower half; a half of zero is none. A move is five bits from and
// five bits to.
type leaps uint32

const (
	leapBits = 10
	leapMask = 1<<leapBits - 1
)

func newLeap(from, to uint8) leaps { return leaps(from) | leaps(to)<<5 }

func (l leaps) from() uint8 { return uint8(l & 31) }
func (l leaps) to() uint8   { return uint8(l >> 5 & 31) }

// swap exchanges the halves.
func (l leaps) swap() leaps { return l>>leapBits | l&leapMask<<leapBits }

// lastOf returns the remembered move of a side.
func (p Position) lastOf(s game.Side) leaps {
	if s == p.Turn() {
		return p.last & leapMask
	}
	return p.last >> leapBits
}

// remember returns the remembered moves after m: m itself when it goes from mill
// to mill, and the opponent's move unless its man is taken.
func (p Position) remember(m Move) leaps {
	theirs := p.last >> leapBits
	if theirs != 0 && m.taken>>theirs.to()&1 != 0 {
		theirs = 0
	}
	var ours leaps
	if r := p.rules(); !m.places() {
		from, to := point(m.own&p.own), point(m.own&^p.own)
		if r.Mills(p.own, from) > 0 && r.Mills(p.own^m.own, to) > 0 {
			ours = newLeap(from, to)
		}
	}
	return (ours | theirs<<leapBits).swap()
}

// bars reports whether the way from one point to the other is the remembered
// one taken back.
func (l leaps) bars(from, to uint8) bool { return l&leapMask != 0 && l&leapMask == newLeap(to, from) }
