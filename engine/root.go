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
	choices []choice[M]
	best    Result[M]
	rate    bool // every move gets its exact score, not the best alone
}

// choice is a move of the root.
type choice[M comparable] struct {
	move  M
	index int32
	score int // of the last iteration finished; exact only if all are rated
	next  int // of the iteration that runs
}

// newRoots ranks the moves of p, of which there must be one at least.
func newRoots[P game.Position[P, M], M comparable](t *thread[P, M], p P, rate bool) *roots[P, M] {
	r := &roots[P, M]{thread: t, node: node[P]{pos: p, alpha: -infinite, beta: infinite, hint: noMove}, rate: rate}
	t.moves = p.AppendMoves(t.moves)
	t.rank(&r.node)
	for i := range t.order {
		next := t.pick(i)
		r.choices = append(r.choices, choice[M]{move: t.moves[next.index], index: next.index})
	}
	t.moves, t.order = t.moves[:0], t.order[:0]
	r.best.Move = r.choices[0].move
	r.best.PV = []M{r.best.Move}
	return r
}

// deepen searches one ply deeper at a time until a limit, a proof or the
// context ends it.
func (r *roots[P, M]) deepen(limit int, report func(Result[M])) Result[M] {
	if limit <= 0 || limit > maxDepth {
		limit = maxDepth
	}
	for depth := 1; depth <= limit && !r.poll(); depth++ {
		if !r.iterate(depth) {
			break
		}
		r.best.Depth = depth
		r.stamp()
		if report != nil {
			report(r.best)
		}
		// A full search of n plies has seen every end within n plies.
		if plies, ok := MateIn(r.best.Score); ok && plies <= depth {
			break
		}
	}
	r.stamp()
	return r.best
}

// stamp notes what has been spent so far.
func (r *roots[P, M]) stamp() {
	r.best.Nodes, r.best.Elapsed = r.nodes, r.elapsed()
}

// iterate searches all moves to a depth and reports whether it came to the
// end. What it found before it was stopped counts: the move that was best so
// far comes first, so any other that is recorded is better at this depth.
func (r *roots[P, M]) iterate(depth int) bool {
	r.node.depth = depth
	best := -infinite
	for i := range r.choices {
		move := &r.choices[i]
		alpha := best
		if r.rate {
			alpha = -infinite
		}
		move.next = r.follow(&r.node, move.move, alpha, alpha > -infinite && !r.options.NoScout)
		if r.spent {
			return false
		}
		if move.next > best {
			best = move.next
			r.record(*move)
			r.promote(i)
		}
	}
	for i := range r.choices {
		r.choices[i].score = r.choices[i].next
	}
	return true
}

// promote brings move i to the front and keeps the order of the others.
func (r *roots[P, M]) promote(i int) {
	move := r.choices[i]
	copy(r.choices[1:], r.choices[:i])
	r.choices[0] = move
}

// record makes a move and the line after it the best that is known.
func (r *roots[P, M]) record(move choice[M]) {
	r.extend(0, move.index)
	r.best.Move, r.best.Score = move.move, move.next
	r.best.PV = nil
	p, line := r.node.pos, &r.lines[0]
	for _, index := range line.moves[:line.length] {
		m := p.AppendMoves(nil)[index]
		r.best.PV = append(r.best.PV, m)
		p = p.Play(m)
	}
}

// byScore orders rated moves, the best first.
func (r *roots[P, M]) byScore() []choice[M] {
	moves := slices.Clone(r.choices)
	slices.SortStableFunc(moves, func(a, b choice[M]) int { return b.score - a.score })
	return moves
}
