// SPDX-License-Identifier: Apache-2.0

package yote

import "math/bits"

// Weights of the evaluation, in hundredths of a stone: as long as a side has
// stones in hand, and afterwards.
type Weights struct{ Placing, Moving Terms }

// Terms are the terms of the evaluation. A term of the side to move less the term of the
// other side, times its weight, is its share in the evaluation, unless it says
// whose it is.
type Terms struct {
	Stone  int
	Lead   int // stones in percent of all
	Hand   int // a stone in hand, which cannot be taken
	Line   int // a line a stone can be jumped along: one on the edge, none in a corner
	Step   int // a step a stone could make
	Room   int // an empty cell on which a stone could not be jumped
	Threat int // a jump of the side to move
	Danger int // a jump of the other side, if nothing is done about it
	Ready  int // the side to move has a jump, one or more
	Risk   int // the other side has
}

// Foundation are the weights of the first release, chosen by matches at three and
// four turns of search.
var Foundation = func() Weights {
	same := Terms{Stone: 100, Hand: 5, Line: -2, Threat: 60, Danger: -20}
	return Weights{same, same}
}()

// Fitted are the present weights, found by "go run ./lab/tune yote".
var Fitted = Weights{
	Placing: Terms{Stone: 119, Lead: -1, Hand: 7, Line: -2, Step: -1, Room: 2, Threat: 85, Danger: -99, Ready: 62, Risk: 80},
	Moving:  Terms{Stone: 98, Lead: -4, Line: -2, Step: 5, Room: 4, Threat: 64, Danger: -72, Ready: 95, Risk: 28},
}

// EvalWith returns an evaluation of positions for the side to move. It is
// linear in the weights.
func EvalWith(w Weights) func(Position) int { return w.eval }

// eval evaluates a position for the side to move.
func eval(p Position) int { return Fitted.eval(p) }

func (w *Weights) eval(p Position) int {
	own, opp := p.stones()
	t := &w.Moving
	if p.hand.own|p.hand.opp != 0 {
		t = &w.Placing
	}
	s, empty := p.traits(), p.empty()
	threats, dangers := s.countJumps(p.men.own, p.men.opp, empty), s.countJumps(p.men.opp, p.men.own, empty)
	return t.Stone*(own-opp) + t.Lead*(100*(own-opp)/max(own+opp, 1)) +
		t.Hand*(int(p.hand.own)-int(p.hand.opp)) +
		t.Line*(s.countLines(p.men.own)-s.countLines(p.men.opp)) +
		t.Step*(s.countSteps(p.men.own, empty)-s.countSteps(p.men.opp, empty)) +
		t.Room*(s.countSafe(p.men.opp, empty)-s.countSafe(p.men.own, empty)) +
		t.Threat*threats + t.Danger*dangers + t.Ready*min(threats, 1) + t.Risk*min(dangers, 1)
}

// countSteps counts steps, barred ones included.
func (s *Traits) countSteps(men, empty uint64) int {
	n := 0
	for way := range Ways {
		n += bits.OnesCount64(s.Shift(way, men) & empty)
	}
	return n
}

// countSafe counts the empty cells on which foes could not jump a stone.
func (s *Traits) countSafe(foes, empty uint64) int {
	var jumped uint64
	for way := range Ways {
		jumped |= s.Shift(way, foes) & s.Shift(way^1, empty)
	}
	return bits.OnesCount64(empty &^ jumped)
}

// countLines counts rows and columns in which stones have a cell on both sides.
func (s *Traits) countLines(stones uint64) int {
	return bits.OnesCount64(stones&s.Into[0]&s.Into[1]) + bits.OnesCount64(stones&s.Into[2]&s.Into[3])
}

// countJumps counts single jumps, whatever they take besides.
func (s *Traits) countJumps(own, opp, empty uint64) int {
	n := 0
	for way := range Ways {
		n += bits.OnesCount64(s.jumps(way, own, opp, empty))
	}
	return n
}

// greed is the novice's taste: the most stones first, then a position in which
// the opponent cannot jump.
func greed(p Position, m Move) int {
	value := 2 * p.Takes(m)
	if q := p.Play(m); q.traits().countJumps(q.men.own, q.men.opp, q.empty()) == 0 {
		value++
	}
	return value
}
