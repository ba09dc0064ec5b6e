// SPDX-License-Identifier: Apache-2.0

package tablebase

import (
	"context"
	"errors"

	"cairn/game"
)

// Decision is what a search has proven of a position.
type Decision struct {
	Known bool // the value, and of every move whether it keeps it
	Value int  // 1 for a win, 0 for a draw, -1 for a loss, for the side to move
	Plies int  // until the win, of the position as of its moves; 0 if it is not known or there is none
	Depth int  // plies that the search needed; 0 if tables knew the moves
	Moves []MoveDecision
}

// MoveDecision is what a search has proven of a move.
type MoveDecision struct {
	Move  string
	Keeps bool // it keeps the value of the position
	Plies int
}

// decideNodes is how many positions a search for a decision looks at, at most.
const decideNodes = 40_000

// Decide finds out which moves of a position keep its value, by a search of at most
// some plies that reaches tables or ends of the game whatever the other side plays.
// Most positions of a game are not decided so.
func (p *Prober[P, M]) Decide(ctx context.Context, s game.State, plies int) (Decision, error) {
	pos := game.MustFast[P, M](s)
	search := decider[P, M]{tables: p, known: map[claim]horizon{}, left: decideNodes}
	moves := pos.AppendMoves(nil)
	if len(moves) == 0 {
		return Decision{}, nil
	}
	d := Decision{Moves: make([]MoveDecision, len(moves))}
	for i, m := range moves {
		d.Moves[i].Move = p.def.FormatMove(pos, m)
	}
	for _, goal := range []int{1, 0} {
		decided, some := search.split(pos, moves, goal, plies, &d)
		if !decided || search.err != nil || ctx.Err() != nil {
			return Decision{Moves: d.Moves}, errors.Join(search.err, ctx.Err())
		}
		if some {
			d.Known, d.Value = true, goal
			break
		}
	}
	if !d.Known { // whatever is played
		d.Known, d.Value = true, -1
		for i := range d.Moves {
			d.Moves[i].Keeps = true
		}
	}
	if d.Value == 1 {
		search.measure(pos, moves, &d)
	}
	return d, search.err
}

// split finds out of every move whether it reaches a goal; it does not if the other
// side can force a draw, or a win where the goal is a draw. Decided is false if the
// search cannot; it gives up early if few moves are decided within two plies, or three.
func (s *decider[P, M]) split(pos P, moves []M, goal, plies int, d *Decision) (decided, some bool) {
	us, open := pos.Turn(), len(moves)
	done := make([]bool, len(moves))
	for depth := 0; depth < plies && open > 0; depth++ {
		if depth == 2 && 4*open > 3*len(moves) || depth == 3 && 2*open > len(moves) {
			return false, false
		}
		for i, m := range moves {
			if done[i] {
				continue
			}
			next := pos.Play(m)
			d.Moves[i].Keeps = s.forces(next, claim{side: us, goal: goal}, depth)
			done[i] = d.Moves[i].Keeps || s.forces(next, claim{side: us.Other(), goal: 1 - goal}, depth)
			if s.left <= 0 || s.err != nil {
				return false, false
			}
			if done[i] {
				open--
				some = some || d.Moves[i].Keeps
				d.Depth = max(d.Depth, depth)
			}
		}
	}
	return open == 0, some
}

// measure finds the plies of the moves that win within the depth of the search.
func (s *decider[P, M]) measure(pos P, moves []M, d *Decision) {
	s.left = 4 * decideNodes
	for depth := 0; depth <= d.Depth+1; depth++ {
		for i, m := range moves {
			if d.Moves[i].Keeps && d.Moves[i].Plies == 0 && s.forces(pos.Play(m), claim{side: pos.Turn(), goal: 1, timed: true}, depth) {
				d.Moves[i].Plies = depth + 1
				if d.Plies == 0 {
					d.Plies = depth + 1
				}
			}
		}
	}
	if s.left <= 0 { // a quicker win may have been missed
		d.Plies = 0
		for i := range d.Moves {
			d.Moves[i].Plies = 0
		}
	}
}

// claim asks whether a side can force at least a goal, and with timed whether it can
// within the depth of the search.
type claim struct {
	hash  uint64
	side  game.Side
	goal  int // 1 for a win, 0 for a draw
	timed bool
}

// horizon is what is known of a question: the depth from which the answer is yes, and
// the one up to which it is no, each one too high so that zero is none.
type horizon struct{ yes, no uint8 }

// decider searches to ends of games and to tables. What lies beyond its depth counts as
// not reached.
type decider[P game.Position[P, M], M comparable] struct {
	tables *Prober[P, M]
	known  map[claim]horizon
	moves  []M
	left   int // positions
	err    error
}

// forces answers a question of a position.
func (s *decider[P, M]) forces(pos P, q claim, depth int) bool {
	if v, plies, known := s.probe(pos); known {
		sign := v.Sign()
		if pos.Turn() != q.side {
			sign = -sign
		}
		return sign >= q.goal && (!q.timed || plies <= depth)
	}
	if s.left--; depth == 0 || s.left <= 0 || s.err != nil {
		return false
	}
	q.hash = pos.Hash()
	k := s.known[q]
	switch {
	case k.yes > 0 && int(k.yes) <= depth+1:
		return true
	case int(k.no) >= depth+1:
		return false
	}
	yes := s.expand(pos, q, depth)
	if s.left <= 0 || s.err != nil {
		return yes
	}
	if yes {
		k.yes = uint8(depth + 1)
	} else {
		k.no = uint8(depth + 1)
	}
	s.known[q] = k
	return yes
}

// probe asks tables and rules.
func (s *decider[P, M]) probe(pos P) (v Value, plies int, known bool) {
	v, _, err := s.tables.Probe(pos)
	if errors.Is(err, ErrMissing) {
		result := pos.Result() // a table may be missing that holds ends of games
		return Final(result, pos.Turn()), 0, result.Over()
	}
	s.err = errors.Join(s.err, err)
	if v != Drawn && !s.tables.Distances() {
		return v, MaxPlies, true
	}
	return v, v.Plies(), true
}

// expand tries the moves of a position, those that take first.
func (s *decider[P, M]) expand(pos P, q claim, depth int) bool {
	from := len(s.moves)
	s.moves = pos.AppendMoves(s.moves)
	to := len(s.moves)
	defer func() { s.moves = s.moves[:from] }()
	own := pos.Turn() == q.side
	for _, taking := range []bool{true, false} {
		for i := from; i < to; i++ {
			if m := s.moves[i]; pos.Takes(m) > 0 == taking && s.forces(pos.Play(m), q, depth-1) == own {
				return own
			}
		}
	}
	return !own
}
