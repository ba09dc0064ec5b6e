// SPDX-License-Identifier: Apache-2.0

package engine

import (
	"slices"

	"cairn/game"
)

// roots is the search seen from the root: its moves, best first as far as is
// known, and what has been found.
type roots[P game.Position[P, M], M comparable] struct {
	*thread[P, M]
	node    node[P]
	choices []rootMove[M]
	best    Result[M]
	pace    pace
	known   *Value         // of the root, where tables know it but not how to reach it
	worse   []rootMove[M]  // that do not keep it, the best first
	ranked  bool           // lines are wanted
	multiPV *multiPV[P, M] // nil where one line is wanted
}

// rootMove is a move of the root.
type rootMove[M comparable] struct {
	move  M
	kind  moveKind
	score int // of the iteration that runs
}

// newRoots ranks the moves of p, of which there must be one at least.
func newRoots[P game.Position[P, M], M comparable](t *thread[P, M], p P) *roots[P, M] {
	r := &roots[P, M]{thread: t, node: node[P]{pos: p, key: p.Hash(), alpha: -infinite, beta: infinite}}
	t.lookUp(&r.node)
	t.moves = p.AppendMoves(t.moves)
	for {
		next, ok := t.next(&r.node, 0, len(r.choices))
		if !ok {
			break
		}
		r.choices = append(r.choices, rootMove[M]{move: t.moves[next.index()], kind: next.kind()})
	}
	t.moves, t.order = t.moves[:0], t.order[:0]
	r.best.Move = r.choices[0].move
	r.best.PV = []M{r.best.Move}
	r.probeRoot()
	return r
}

// deepen searches one ply deeper at a time until a limit, a proof or the
// context ends it.
func (r *roots[P, M]) deepen(limit int, report func(Result[M])) {
	if limit <= 0 || limit > maxDepth {
		limit = maxDepth
	}
	for depth := 1; depth <= limit && !r.poll(); depth++ {
		if !r.deeper(depth) {
			break
		}
		if report != nil {
			report(r.summary())
		}
		if r.complete() || r.enough() {
			break
		}
	}
}

// proven reports whether a deeper search could find nothing better.
func (r *roots[P, M]) proven() bool {
	// A full search of n plies has seen every end within n plies.
	if plies, ok := MateIn(r.best.Score); ok && plies <= r.best.Depth {
		return true
	}
	return r.best.Depth == 1 && !r.judged // by the rules and by tables alone
}

const (
	aspireFrom  = 4   // plies from which on a score is expected near the last
	aspireWidth = 30  // how near at first
	aspireMost  = 500 // and up to where it is guessed again
)

// aspire searches to a depth, at first expecting a score near that of the last
// iteration: most searches of a narrow window are quick. It reports whether it
// came to the end.
func (r *roots[P, M]) aspire(depth int) bool {
	alpha, beta, width := -infinite, infinite, aspireWidth
	if _, ok := Promises(r.best.Score); !ok && depth >= aspireFrom && !r.options.NoAspiration {
		alpha, beta = r.best.Score-width, r.best.Score+width
	}
	first := r.best.Move
	r.pace.fell, r.judged = false, false
	for {
		score, ok := r.iterate(depth, alpha, beta)
		if !ok {
			return false
		}
		if width *= 4; width > aspireMost {
			width = 2 * infinite
		}
		switch {
		case score <= alpha && alpha > -infinite:
			alpha = max(score-width, -infinite)
			r.pace.fell = true
			r.extendDeadline()
		case score >= beta && beta < infinite:
			beta = min(score+width, infinite)
		default:
			if r.pace.stable++; r.best.Move != first {
				r.pace.stable = 0
			}
			return true
		}
	}
}

// iterate searches all moves to a depth and returns the best score, which is
// exact within the window. Ok is false if it did not come to the end. What it
// found before it was stopped counts: the move that was best so far comes first,
// so any other that is recorded is better at this depth.
func (r *roots[P, M]) iterate(depth, alpha, beta int) (best int, ok bool) {
	r.node.depth, r.node.beta = depth, beta
	best = -infinite
	for i := range r.choices {
		move := &r.choices[i]
		score := r.try(move, max(alpha, best), i)
		if r.spent {
			return best, false
		}
		move.score = score
		if score > best && score > alpha {
			r.record(*move)
			r.promote(i)
		}
		if best = max(best, score); best >= beta {
			return best, true
		}
	}
	return best, true
}

// try scores a move of the root if it is better than alpha.
func (r *roots[P, M]) try(move *rootMove[M], alpha, number int) int {
	reduced := r.reduction(&r.node, newRanked(rankPlain, 0, move.kind), number)
	return r.follow(&r.node, move.move, move.kind, alpha, number > 0 && !r.options.NoScout, reduced)
}

// promote brings move i to the front and keeps the order of the others.
func (r *roots[P, M]) promote(i int) {
	move := r.choices[i]
	copy(r.choices[1:], r.choices[:i])
	r.choices[0] = move
}

// record makes a move and the line after it the best that is known.
func (r *roots[P, M]) record(move rootMove[M]) {
	r.extend(&r.node, move.move)
	r.best.Move, r.best.Score = move.move, move.score
	r.best.PV = r.line()
}

// line returns a copy of the line of the root.
func (r *roots[P, M]) line() []M { return slices.Clone(r.lines[0].moves[:r.lines[0].length]) }
