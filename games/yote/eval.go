// SPDX-License-Identifier: Apache-2.0

package yote

import "math/bits"

// Weights of the evaluation, in hundredths of a stone. They were chosen by
// matches at three and four turns of search. Without the small terms of hand
// and lines a side scored a fifth of 250 points, without those of jumps next to
// nothing.
const (
	stoneWeight  = 100
	handWeight   = 5  // more for a stone in hand, which nobody can take
	lineWeight   = 2  // less for each line a stone can be jumped along: one on the edge, none in a corner
	threatWeight = 60 // a jump the side to move can make
	dangerWeight = 20 // a jump the opponent can make, if nothing is done about it
)

// eval judges a position for the side to move.
func eval(p Position) int {
	own, opp := p.stones()
	s, empty := p.form(), p.empty()
	return stoneWeight*(own-opp) +
		handWeight*(int(p.hand.own)-int(p.hand.opp)) -
		lineWeight*(s.countLines(p.men.own)-s.countLines(p.men.opp)) +
		threatWeight*s.countJumps(p.men.own, p.men.opp, empty) -
		dangerWeight*s.countJumps(p.men.opp, p.men.own, empty)
}

// countLines counts rows and columns in which stones have a cell on both sides.
func (s *shape) countLines(stones uint64) int {
	return bits.OnesCount64(stones&s.into[0]&s.into[1]) + bits.OnesCount64(stones&s.into[2]&s.into[3])
}

// countJumps counts single jumps, whatever they take besides.
func (s *shape) countJumps(own, opp, empty uint64) int {
	n := 0
	for way := range ways {
		n += bits.OnesCount64(s.jumps(way, own, opp, empty))
	}
	return n
}

// greed is the novice's taste: the most stones first, then a position in which
// the opponent cannot jump.
func greed(p Position, m Move) int {
	value := 2 * p.Takes(m)
	if q := p.Play(m); q.form().countJumps(q.men.own, q.men.opp, q.empty()) == 0 {
		value++
	}
	return value
}
