// SPDX-License-Identifier: Apache-2.0

package tablebase

import (
	"context"
	"errors"

	"cairn/game"
)

// Decision is the proven value of a position, with its moves.
type Decision struct {
	Known bool // Value, and Keeps of every move, are proven
	Value int  // 1 for a win, 0 for a draw, -1 for a loss, for the side to move
	Plies int  // until the win; 0 if not known or no win
	Depth int  // of the search; 0 if tables had all moves
	Moves []MoveDecision
}

// MoveDecision is the proven value of a move.
type MoveDecision struct {
	Move  string
	Keeps bool // the value of the position
	Plies int
}

// decideNodes bounds the positions of a search for a decision.
const decideNodes = 40_000

// Decide finds out which moves of a position keep its value, by a search of at most
// plies plies that reaches tables or ends of the game in all lines. Most positions of a
// game cannot be decided.
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
	if !d.Known { // every move loses
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

// split proves for every move that it forces the goal, or that the other side forces
// more than the goal allows. Decided is false if the search can prove neither for some
// move; it gives up early if few moves are proven within two or three plies.
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

// claim says that a side can force at least a goal, with timed within the depth of the
// search.
type claim struct {
	hash  uint64
	side  game.Side
	goal  int // 1 for a win, 0 for a draw
	timed bool
}

// horizon holds the results of searches for a claim: the least depth that proved it and the
// greatest depth that did not, both plus one so that zero means none.
type horizon struct{ yes, no uint8 }

// decider searches to ends of games and to tables. A goal beyond the depth counts as not
// reached.
type decider[P game.Position[P, M], M comparable] struct {
	tables *Prober[P, M]
	known  map[claim]horizon
	moves  []M
	left   int // positions
	err    error
}

// forces reports whether a claim about a position is proven within a depth.
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

// probe returns the value of a position by tables or rules.
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

// expand tries the moves of a position, captures first.
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
