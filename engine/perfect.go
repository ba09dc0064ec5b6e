// SPDX-License-Identifier: Apache-2.0

package engine

import (
	"cmp"
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"cairn/game"
)

// perfect plays by exact values: it keeps the result, wins as soon and loses as late as it
// can. Among equal moves it prefers the move after which most replies are mistakes, hard
// ones above all, and then the move with the best evaluation. A draw by repetition or by
// the clock counts as a draw, whatever the tables say.
//
// If the tables do not have all moves it searches, and avoids moves that lose by the
// tables. Random chooses among the moves that are equal in all of this.
func (e *Engine[P, M]) perfect(ctx context.Context, p P, recent []uint64, l Limits, random *rand.Rand) (Result[M], error) {
	s := &perfectMoves[P, M]{blindSearch: e.newBlindSearch(ctx, recent, l), tables: e.tables, root: p}
	whole, err := s.weigh(ctx, l)
	if err != nil {
		return Result[M]{}, err
	}
	if !whole || s.winning() && s.choices[0].Plies < 0 {
		r, err := e.search(ctx, p, recent, e.tables, l, nil)
		if err == nil && !s.allows(r.Move) {
			r.Move, r.Score = s.choices[0].move, 0
			r.PV = []M{r.Move}
		}
		return r, err
	}
	if err := s.narrow(); err != nil {
		return Result[M]{}, err
	}
	return s.result(random), nil
}

// perfectMoves narrows the moves of a position by their exact values.
type perfectMoves[P game.Position[P, M], M comparable] struct {
	*blindSearch[P, M]
	tables  Prober[P]
	root    P
	choices []weighedMove[P, M] // the best moves so far
}

// weighedMove is a move with its worth for the side that makes it.
type weighedMove[P any, M comparable] struct {
	Solved
	move  M
	after P
	drawn bool // by repetition or by the clock, whatever its worth
}

// result returns the value of a move, a draw if it is not known.
func (w *weighedMove[P, M]) result() Value {
	if !w.Known || w.drawn {
		return Drawn
	}
	return w.Value
}

// weigh finds the values of all moves, and keeps the moves with the best result. It
// reports whether every value that matters is known.
func (s *perfectMoves[P, M]) weigh(ctx context.Context, l Limits) (whole bool, err error) {
	if l.Time > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, l.Time/2) // the rest is for a search
		defer cancel()
	}
	unknown := false
	for _, m := range s.root.AppendMoves(nil) {
		w := weighedMove[P, M]{move: m, after: s.root.Play(m)}
		after, err := s.tables.Value(ctx, w.after)
		if err != nil {
			return false, err
		}
		w.Solved, w.drawn = after.before(), s.drawn(w.after)
		unknown = unknown || !w.Known && !w.drawn
		s.choices = append(s.choices, w)
	}
	s.choices = keepBest(s.choices, func(w *weighedMove[P, M]) int { return int(w.result()) })
	return !unknown || s.winning(), nil
}

// winning reports whether the choices win.
func (s *perfectMoves[P, M]) winning() bool { return s.choices[0].result() == Won }

// allows reports whether a move is among the choices.
func (s *perfectMoves[P, M]) allows(m M) bool {
	return slices.ContainsFunc(s.choices, func(w weighedMove[P, M]) bool { return w.move == m })
}

// keepBest returns the elements that a function values most, in the memory of the list.
func keepBest[T any](list []T, worth func(*T) int) []T {
	most, kept := math.MinInt, list[:0]
	for _, element := range list {
		n := worth(&element)
		if n > most {
			most, kept = n, kept[:0]
		}
		if n == most {
			kept = append(kept, element)
		}
	}
	return kept
}

// narrow drops choices until the remaining ones are equal in all criteria.
func (s *perfectMoves[P, M]) narrow() (err error) {
	for _, worth := range []func(*weighedMove[P, M]) int{
		s.inTime,
		func(w *weighedMove[P, M]) int { return w.Score() },
		s.fresh,
		func(w *weighedMove[P, M]) int {
			share, failed := s.mistakes(w)
			err = cmp.Or(failed, err)
			return share
		},
		s.evaluationOf,
	} {
		s.choices = keepBest(s.choices, worth)
	}
	return err
}

// inTime prefers, in a won position, moves that win before the quiet limit: short wins,
// and moves that reset the clock.
func (s *perfectMoves[P, M]) inTime(w *weighedMove[P, M]) int {
	limit := s.def.QuietLimit(w.after)
	if w.result() == Won && limit > 0 && w.after.Clock()+w.Plies > limit {
		return 0
	}
	return 1
}

// fresh prefers positions that are new in this game, in which the other side may still
// make a mistake.
func (s *perfectMoves[P, M]) fresh(w *weighedMove[P, M]) int {
	if slices.Contains(s.recent, w.after.Hash()) {
		return 0
	}
	return 1
}

// farSight is the distance in plies from which on no player is expected to see a loss.
const farSight = 30

// mistakes returns the share of replies that give a result away, in thousandths. A reply
// that loses soon counts less, since most players see it.
func (s *perfectMoves[P, M]) mistakes(w *weighedMove[P, M]) (int, error) {
	replies, wrong := w.after.AppendMoves(nil), 0
	for _, m := range replies {
		reply, err := s.tables.Probe(w.after.Play(m))
		if err != nil {
			return 0, err
		}
		switch {
		case !reply.Known || reply.Value <= w.Value:
		case reply.Value == Won:
			wrong += min(max(reply.Plies, 1), farSight)
		default:
			wrong += farSight
		}
	}
	return 1000 * wrong / (farSight * max(len(replies), 1)), nil
}

// lookAhead is the depth of the search of evaluationOf.
const lookAhead = 2

// evaluationOf returns the score of a move by a short search, 0 when the budget is spent.
func (s *perfectMoves[P, M]) evaluationOf(w *weighedMove[P, M]) int {
	score := -s.score(w.after, -infinite, infinite, lookAhead, 1)
	if s.spent {
		return 0
	}
	return score
}

// result returns a random choice.
func (s *perfectMoves[P, M]) result(random *rand.Rand) Result[M] {
	w := s.choices[random.IntN(len(s.choices))]
	return Result[M]{Move: w.move, Score: solved(w.result(), w.Plies, 0), Nodes: s.nodes, PV: []M{w.move}, Elapsed: s.elapsed()}
}
