// SPDX-License-Identifier: Apache-2.0

// Package torere is Mū tōrere, a game of the Māori of Aotearoa New Zealand, on a
// star of eight points (kewai) around a centre (pūtahi). Each side has four
// stones. A turn moves one stone to the next empty kewai, from the pūtahi to an
// empty kewai, or from a kewai to the empty pūtahi if an opposing stone is beside
// it. Nothing is taken. A side that cannot move has lost.
//
// Source: Marcia Ascher, "Mu Torere: An Analysis of a Maori Game", Mathematics
// Magazine 60 (1987). Disputed: some players restrict the way to the pūtahi in
// the first turns only; here it is restricted always, as Ascher writes.
package torere

import (
	"math/bits"

	"cairn/game"
)

// The points, and the ring of kewai in their order.
//
//	      d7
//	  b6      f6
//	a4    d4    g4
//	  b2      f2
//	      d1
const (
	d7 = iota
	b6
	f6
	a4
	d4
	g4
	b2
	f2
	d1

	putahi = d4
	points = 9
)

var ring = [8]uint8{d7, f6, g4, f2, d1, b2, a4, b6}

// beside has the two kewai next to each kewai, as bits.
var beside = func() (masks [points]uint16) {
	for i, p := range ring {
		masks[p] = 1<<ring[(i+1)%8] | 1<<ring[(i+7)%8]
	}
	return masks
}()

// Position is a position: the stones of both sides by point.
type Position struct {
	stones [2]uint16
	clock  uint16
	turn   game.Side
}

// Move moves a stone.
type Move struct{ From, To uint8 }

// Turn implements game.Position.
func (p Position) Turn() game.Side { return p.turn }

// AppendMoves implements game.Position.
func (p Position) AppendMoves(dst []Move) []Move {
	own, other := p.stones[p.turn], p.stones[p.turn.Other()]
	empty := uint8(bits.TrailingZeros16(^(own | other))) // there is one only
	for from := range uint8(points) {
		if own>>from&1 != 0 && p.reaches(from, empty) {
			dst = append(dst, Move{from, empty})
		}
	}
	return dst
}

// reaches reports whether a stone of the side to move may go to the empty point.
func (p Position) reaches(from, to uint8) bool {
	switch {
	case from == putahi:
		return true
	case to == putahi:
		return beside[from]&p.stones[p.turn.Other()] != 0
	}
	return beside[from]>>to&1 != 0
}

// Play implements game.Position.
func (p Position) Play(m Move) Position {
	p.stones[p.turn] ^= 1<<m.From | 1<<m.To
	p.clock = min(p.clock+1, game.MaxClock)
	p.turn = p.turn.Other()
	return p
}

// Resets implements game.Position: nothing is taken or placed.
func (Position) Resets(Move) bool { return false }

// Takes implements game.Position.
func (Position) Takes(Move) int { return 0 }

// Result implements game.Position.
func (p Position) Result() game.Result {
	var buffer [4]Move
	if len(p.AppendMoves(buffer[:0])) > 0 {
		return game.Result{}
	}
	return game.Result{Verdict: game.Wins(p.turn.Other()), Reason: game.NoMoves}
}

// Clock implements game.Position.
func (p Position) Clock() int { return int(p.clock) }

// Hash implements game.Position.
func (p Position) Hash() uint64 {
	return game.Mix(uint64(p.stones[0]) | uint64(p.stones[1])<<16 | uint64(p.turn)<<32 | 1<<40)
}
