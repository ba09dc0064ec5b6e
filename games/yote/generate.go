// SPDX-License-Identifier: Apache-2.0

package yote

import (
	"math/bits"

	"cairn/game"
)

// AppendMoves implements game.Position: jumps, then steps, then placements.
func (p Position) AppendMoves(dst []Move) []Move {
	if p.tooFew() {
		return dst
	}
	s, empty := p.traits(), p.empty()
	dst = s.appendJumps(dst, 0, p.men.own, p.men.opp, empty)
	for way := range Ways {
		for set := p.steps(s, way, empty); set != 0; set &= set - 1 {
			to := first(set)
			dst = append(dst, newStep(s.Back(way, to), to))
		}
	}
	if p.hand.own > 0 {
		for ; empty != 0; empty &= empty - 1 {
			dst = append(dst, newPlacement(first(empty)))
		}
	}
	return dst
}

// steps returns the cells that steps in a direction lead to.
func (p Position) steps(s *Traits, way int, empty uint64) uint64 {
	to := s.Shift(way, p.men.own) & empty
	if l := p.last.own; s.next(way, l.to()) == l.from() { // never when there is none
		to &^= bit(l.from())
	}
	return to
}

// jumps returns the cells that jumps of own stones in a direction lead to.
func (s *Traits) jumps(way int, own, opp, empty uint64) uint64 {
	return s.Shift(way, s.Shift(way, own)&opp) & empty
}

// appendJumps appends the turns that go on from m, which may be the zero Move,
// with a jump of one of the jumpers.
func (s *Traits) appendJumps(dst []Move, m Move, jumpers, opp, empty uint64) []Move {
	for way := range Ways {
		for set := s.jumps(way, jumpers, opp, empty); set != 0; set &= set - 1 {
			to := first(set)
			over := s.Back(way, to)
			from := s.Back(way, over)
			dst = s.appendExtras(dst, m.jump(way, from, to), over, opp&^bit(over),
				(empty|bit(over)|bit(from))&^bit(to))
		}
	}
	return dst
}

// appendExtras appends m, whose last jump has just been made, with each extra
// stone it may take, and where chains are allowed the turns that go on from there.
func (s *Traits) appendExtras(dst []Move, m Move, over game.Point, opp, empty uint64) []Move {
	if opp == 0 {
		return append(dst, m.extra(over))
	}
	for set := opp; set != 0; set &= set - 1 {
		c := first(set)
		dst = append(dst, m.extra(c))
		if s.Chains {
			dst = s.appendJumps(dst, m.extra(c), bit(m.to()), opp&^bit(c), empty|bit(c))
		}
	}
	return dst
}

// Play implements game.Position.
func (p Position) Play(m Move) Position {
	var last leap
	var clock uint16
	switch m.kind() {
	case placing:
		p.men.own |= bit(m.to())
		p.hand.own--
	case stepping:
		p.men.own ^= bit(m.from()) | bit(m.to())
		clock = min(p.clock+1, game.MaxClock)
		if p.traits().Barred {
			last = newLeap(m.from(), m.to())
		}
	default:
		p.men.own = p.men.own&^bit(m.from()) | bit(m.to())
		s, at, code := p.traits(), m.from(), m>>hopShift
		for range m.jumps() {
			h := s.hop(code, at)
			p.men.opp &^= bit(h.over) | bit(h.extra)
			at, code = h.to, code>>hopBits
		}
		if p.men.opp&bit(p.last.opp.to()) == 0 {
			p.last.opp = 0
		}
	}
	return Position{
		men:  p.men.swap(),
		hand: p.hand.swap(),
		last: pair[leap]{p.last.opp, last},
		rest: rest{clock, p.turn.Other(), p.rules},
	}
}

// Resets implements game.Position.
func (p Position) Resets(m Move) bool { return m.kind() != stepping }

// Takes implements game.Position: two for each jump, as far as there are stones.
func (p Position) Takes(m Move) int { return min(2*m.jumps(), bits.OnesCount64(p.men.opp)) }

// The functions below are the fast paths of a search, which need no list of all moves.

// over reports whether the side to move has no turn.
func over(p Position) bool { return p.tooFew() || !p.canMove() }

// appendTakes appends the turns that capture.
func appendTakes(p Position, dst []Move) []Move {
	return p.traits().appendJumps(dst, 0, p.men.own, p.men.opp, p.empty())
}

// sketch describes moves to an engine: a quiet one by where it comes from and
// goes to, a jump by where it ends and the extra stone of its first capture.
func sketch(p Position, moves []Move, dst []game.Sketch) {
	dst = dst[:len(moves)]
	opposing := bits.OnesCount64(p.men.opp)
	for i, m := range moves {
		from := m.from()
		switch m.kind() {
		case placing:
			from = m.to()
		case stepping:
		default:
			from = game.Point(m >> (hopShift + wayBits) & (maxCells - 1))
		}
		dst[i] = game.Sketch{Slot: uint16(from)<<6 | uint16(m.to()), Takes: uint8(min(2*m.jumps(), opposing))}
	}
}
