// SPDX-License-Identifier: Apache-2.0

package engine

import (
	"cmp"
	"slices"

	"cairn/game"
)

// roots is the search at the root: its moves, the best first, and the result so far.
type roots[P game.Position[P, M], M comparable] struct {
	*thread[P, M]
	node      node[P]
	choices   []rootMove[M]
	best      Result[M]
	stable    int            // iterations since the best move changed
	failedLow bool           // in the last iteration
	known     *Value         // of the root, if tables have it but not the way to reach it
	worse     []rootMove[M]  // moves that do not keep it, the best first
	ranked    bool           // lines are wanted
	multiPV   *multiPV[P, M] // nil if one line is wanted
}

// rootMove is a move of the root.
type rootMove[M comparable] struct {
	move  M
	kind  moveKind
	score int // of the current iteration
}

// newRoots ranks the moves of p, which must have at least one.
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
	r.probeRoot()
	r.best.Move = r.choices[0].move
	r.best.PV = []M{r.best.Move}
	return r
}

// deepen is iterative deepening until a limit, a proof or the context ends it.
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

// proven reports whether a deeper search cannot find a better move.
func (r *roots[P, M]) proven() bool {
	// A full search of n plies has seen every end within n plies.
	if plies, ok := MateIn(r.best.Score); ok && plies <= r.best.Depth {
		return true
	}
	return r.best.Depth == 1 && !r.judged // by the rules and by tables alone
}

const (
	aspireFrom  = 4   // plies from which on aspiration windows are used
	aspireWidth = 30  // half of the first window
	aspireMost  = 500 // beyond which the window is opened
)

// aspire searches to a depth with an aspiration window around the last score. It reports
// whether it finished.
func (r *roots[P, M]) aspire(depth int) bool {
	alpha, beta, width := -infinite, infinite, aspireWidth
	if _, ok := Promises(r.best.Score); !ok && depth >= aspireFrom && !r.options.NoAspiration {
		alpha, beta = r.best.Score-width, r.best.Score+width
	}
	first := r.best.Move
	r.failedLow, r.judged = false, false
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
			r.failedLow = true
			r.extendDeadline()
		case score >= beta && beta < infinite:
			beta = min(score+width, infinite)
		default:
			if r.stable++; r.best.Move != first {
				r.stable = 0
			}
			return true
		}
	}
}

// iterate searches all moves to a depth and returns the best score, which is exact within
// the window. Ok is false if it was stopped. Its result counts even then: the best move
// so far is searched first, so any other recorded move is better at this depth.
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
			first := *move
			r.extend(&r.node, first.move)
			r.best.Move, r.best.Score, r.best.PV = first.move, score, r.line()
			copy(r.choices[1:], r.choices[:i]) // the others keep their order
			r.choices[0] = first
		}
		if best = max(best, score); best >= beta {
			return best, true
		}
	}
	return best, true
}

// try returns the score of a root move, exact if it is above alpha.
func (r *roots[P, M]) try(move *rootMove[M], alpha, number int) int {
	reduced := r.reduction(&r.node, newRanked(rankPlain, 0, move.kind), number)
	return r.follow(&r.node, move.move, move.kind, alpha, number > 0 && !r.options.NoScout, reduced)
}

// line returns a copy of the principal variation of the root.
func (r *roots[P, M]) line() []M { return slices.Clone(r.lines[0].moves[:r.lines[0].length]) }

// multiPV searches the lines after the first. It has a thread and a transposition table
// of its own, so that the first line is identical, node by node, to a search for one line.
type multiPV[P game.Position[P, M], M comparable] struct {
	*roots[P, M]
	most   int         // lines, the first not counted
	found  []Result[M] // of the last finished iteration, the first line included
	proven bool        // a deeper search cannot change them
}

// newMultiPV returns the search for further lines, nil if none are wanted.
func (e *Engine[P, M]) newMultiPV(r *roots[P, M], p P, recent []uint64, tables Prober[P], l Limits) *multiPV[P, M] {
	if l.Lines <= 1 {
		return nil
	}
	e.second = e.prepare(r.ctx, e.second, p, recent, tables, Limits{})
	e.second.budget = r.budget
	o := &multiPV[P, M]{roots: newRoots(e.second, p), most: l.Lines - 1}
	r.budget = o.budget
	return o
}

// deeper searches the first line to a depth, unless it is proven, then the other lines,
// and reports whether it finished.
func (r *roots[P, M]) deeper(depth int) bool {
	if !r.proven() {
		if !r.aspire(depth) {
			return false
		}
		r.best.Depth = depth
	}
	o := r.multiPV
	if o == nil {
		return true
	}
	o.budget = r.budget
	ok := o.search(depth, r.best)
	r.budget = o.budget
	return ok
}

// complete reports whether a deeper search cannot change any line.
func (r *roots[P, M]) complete() bool {
	return r.proven() && (r.multiPV == nil || r.multiPV.proven)
}

// search finds the best moves after the first to a depth. Scores are exact between the
// scores of the last and the first line, which is their upper bound.
func (o *multiPV[P, M]) search(depth int, first Result[M]) bool {
	o.node.depth, o.node.beta, o.judged = depth, first.Score+1, false
	lines := []Result[M]{first}
	number := 0
	for i := range o.choices {
		move := o.choices[i]
		if move.move == first.Move {
			continue
		}
		alpha, late := -infinite, 0
		if len(lines) > o.most {
			alpha, late = lines[o.most].Score, number
		}
		if alpha >= first.Score {
			break
		}
		score := o.try(&move, alpha, late)
		if o.spent {
			return false
		}
		if number++; score > alpha {
			move.score = min(score, first.Score)
			lines = o.insert(lines, move)
		}
	}
	o.found = lines
	o.lead(lines)
	o.proven = !slices.ContainsFunc(lines[1:], func(l Result[M]) bool {
		plies, ok := MateIn(l.Score)
		return !ok || plies > depth
	}) || depth == 1 && !o.judged
	return true
}

// insert puts a move after all lines that are as good, and drops the last of too many.
func (o *multiPV[P, M]) insert(lines []Result[M], move rootMove[M]) []Result[M] {
	o.extend(&o.node, move.move)
	line := Result[M]{Move: move.move, Score: move.score, Depth: o.node.depth, PV: o.line()}
	if o.node.closed() {
		line.PV = []M{move.move}
	}
	at := 1
	for at < len(lines) && lines[at].Score >= line.Score {
		at++
	}
	lines = slices.Insert(lines, at, line)
	return lines[:min(len(lines), o.most+1)]
}

// lead moves the moves of the lines to the front, for the next iteration.
func (o *multiPV[P, M]) lead(lines []Result[M]) {
	place := func(c rootMove[M]) int {
		if i := slices.IndexFunc(lines, func(l Result[M]) bool { return l.Move == c.move }); i >= 0 {
			return i
		}
		return len(lines)
	}
	slices.SortStableFunc(o.choices, func(a, b rootMove[M]) int { return cmp.Compare(place(a), place(b)) })
}

// ranking returns the lines after the best one, of the last iteration if the best one is
// newer, and then the moves that tables prove to be worse.
func (r *roots[P, M]) ranking() []Result[M] {
	var lines []Result[M]
	if r.multiPV == nil {
		return lines
	}
	for _, line := range r.multiPV.found {
		if line.Move != r.best.Move {
			line.Score = r.settled(min(line.Score, r.best.Score))
			lines = append(lines, line)
		}
	}
	for _, move := range r.worse {
		lines = append(lines, Result[M]{Move: move.move, Score: move.score, Depth: r.best.Depth, PV: []M{move.move}})
	}
	return lines[:min(len(lines), r.multiPV.most)]
}
