// SPDX-License-Identifier: Apache-2.0

package engine

import (
	"math"

	"cairn/game"
)

// node is a position within the search.
type node[P any] struct {
	pos         P
	key         uint64 // of its entry in the table
	alpha, beta int    // scores outside the window need not be exact
	depth, ply  int    // plies left, and from the root
	since       int    // index in path of the first position after the last irreversible move
	first       int    // index of its first move on the stack
	hint        int    // index of the hash move, or noMove
}

// closed reports whether the window is a null window.
func (n *node[P]) closed() bool { return n.beta-n.alpha == 1 }

// bounded is mate distance pruning: a position with moves does not win before the next
// ply or lose before the one after. It narrows the window and reports whether it is empty.
func (n *node[P]) bounded() bool {
	n.alpha, n.beta = max(n.alpha, n.ply-Win), min(n.beta, Win-n.ply-1)
	return n.alpha >= n.beta
}

// nearQuiet is the distance to the quiet limit, in plies, from which on keys include the
// clock: positions that differ only in the clock then have different scores.
const nearQuiet = 32

// search returns the score of p for its side to move, by principal variation search. When
// the budget is spent the score is invalid and the caller must drop it.
func (t *thread[P, M]) search(p P, alpha, beta, depth, ply, since int) int {
	t.lines[ply].length = 0
	if !t.countNode() {
		return 0
	}
	if depth <= 0 {
		return t.leaf(p, alpha, beta, depth, ply, since)
	}
	n := node[P]{pos: p, key: p.Hash(), alpha: alpha, beta: beta, depth: depth, ply: ply, since: since, first: len(t.moves)}
	t.path[t.base+ply] = n.key
	if t.repeated(t.base+ply, since) {
		return 0
	}
	quiet := t.readClock(&n)
	if score, ok := t.lookUp(&n); ok && !quiet {
		return score
	}
	ranked := len(t.order)
	t.moves = p.AppendMoves(t.moves)
	var score int
	switch {
	case len(t.moves) == n.first:
		score = outcome(p.Result(), p.Turn(), ply)
	case !quiet:
		score = t.scoreNode(&n)
	}
	t.moves, t.order = t.moves[:n.first], t.order[:ranked]
	return score
}

// repeated reports whether the position at an index of the path is a draw by repetition.
// Within the search a second occurrence is enough: a side that could return once can
// return again. Positions before the root count by the rules, since a player may deviate.
//
// It does not use game.History: the path is a fixed array, half of which is scanned in
// reverse, without allocations or calls in the inner loop.
func (t *thread[P, M]) repeated(here, since int) bool {
	needed := t.def.Draws.Repetition
	if needed == 0 {
		return false
	}
	for i := here - 2; i >= since; i -= 2 { // in between the other side is to move
		if t.path[i] != t.path[here] {
			continue
		}
		if needed--; i >= t.base || needed <= 1 {
			return true
		}
	}
	return false
}

// quietLimit is Def.QuietLimit, inlined by hand for speed.
func (t *thread[P, M]) quietLimit(p P) int {
	if t.def.Quiet == nil {
		return t.def.Draws.Quiet
	}
	return t.def.Quiet(p)
}

// readClock reports whether the clock has reached its limit, which draws any undecided
// position, and mixes the clock into the key near the limit.
func (t *thread[P, M]) readClock(n *node[P]) bool {
	limit, clock := t.quietLimit(n.pos), n.pos.Clock()
	if limit == 0 || clock+nearQuiet < limit {
		return false
	}
	n.key ^= game.Mix(uint64(clock) + 1)
	return clock >= limit
}

// lookUp looks a node up in the transposition table: the hash move, and the score if it
// causes a cutoff. In an open window there is no cutoff, to get the whole variation.
func (t *thread[P, M]) lookUp(n *node[P]) (score int, ok bool) {
	n.hint = noMove
	if t.table == nil {
		return 0, false
	}
	e := t.table.find(n.key)
	if e.bound() == noBound {
		return 0, false
	}
	n.hint = int(e.move)
	score, ok = e.cutoff(n.alpha, n.beta, n.depth, n.ply)
	return score, ok && n.closed()
}

// scoreNode scores a node that has moves, by tables or by search.
func (t *thread[P, M]) scoreNode(n *node[P]) int {
	if score, ok := t.probeNode(n); ok {
		return score
	}
	if n.bounded() {
		return n.alpha
	}
	return t.expand(n)
}

// outcome scores the end of a game at a ply for the side to move.
func outcome(r game.Result, turn game.Side, ply int) int {
	winner, ok := r.Verdict.Winner()
	switch {
	case !ok:
		return 0
	case winner == turn:
		return Win - ply
	default:
		return ply - Win
	}
}

// expand scores a node by all its moves.
func (t *thread[P, M]) expand(n *node[P]) int {
	alpha, best, move := n.alpha, -infinite, noMove
	start := len(t.order)
	plan := t.plan(n)
	for number := 0; ; number++ {
		next, ok := t.next(n, start, number)
		if !ok {
			break
		}
		if plan.skips(next, number) {
			best = max(best, plan.most)
			break
		}
		m := t.moves[n.first+next.index()]
		score := t.follow(n, m, next.kind(), alpha, number > 0 && !t.options.NoScout, t.reduction(n, next, number))
		if t.spent {
			return 0
		}
		if score > best {
			best, move = score, next.index()
		}
		if score > alpha {
			alpha = score
			t.extend(n, m)
		}
		if alpha >= n.beta {
			t.refuted(n, t.order[start:start+number+1])
			break
		}
	}
	t.storeNode(n, best, move)
	return best
}

// follow returns the score of a move for the side that plays it. A scouted move is first
// searched with a null window, a reduced move first also at less depth.
func (t *thread[P, M]) follow(n *node[P], m M, k moveKind, alpha int, scout bool, reduced int) int {
	child, since, ply := n.pos.Play(m), n.since, n.ply+1
	t.played[ply] = k
	if n.pos.Resets(m) {
		since = t.base + ply
	}
	if reduced > 0 {
		score := -t.search(child, -alpha-1, -alpha, n.depth-1-reduced, ply, since)
		if score <= alpha || t.spent {
			return score
		}
	}
	if scout && n.beta-alpha > 1 {
		score := -t.search(child, -alpha-1, -alpha, n.depth-1, ply, since)
		if score <= alpha || score >= n.beta || t.spent {
			return score
		}
	}
	return -t.search(child, -n.beta, -alpha, n.depth-1, ply, since)
}

// storeNode stores the result of a node in the transposition table.
func (t *thread[P, M]) storeNode(n *node[P], score, move int) {
	if t.table == nil {
		return
	}
	kind := exact
	switch {
	case score >= n.beta:
		kind = atLeast
	case score <= n.alpha:
		kind = atMost
	}
	t.table.store(n.key, tableEntry{
		score: int32(shiftResult(score, n.ply)),
		move:  uint16(min(move, noMove)),
		depth: uint8(n.depth),
	}, kind)
}

// Reductions and pruning of moves that are unlikely to matter. They are not exact: their
// errors cost less than the saved time gains.

const (
	futileDepth = 2   // plies left up to which futility pruning applies
	futileMan   = 100 // margin for each ply

	reducedFrom  = 3 // plies left from which on late moves are reduced
	reducedAfter = 3 // moves that are never reduced

	thinFrom = 4 // plies left from which on a node without a hash move is reduced by one
)

// nodePlan is the pruning of a node.
type nodePlan struct {
	futile bool // quiet moves are pruned: even with a margin they stay below alpha
	most   int  // upper estimate of their score
}

// plan decides the pruning of a node, and may reduce its depth.
func (t *thread[P, M]) plan(n *node[P]) (p nodePlan) {
	if n.hint == noMove && n.depth >= thinFrom && t.table != nil && !t.options.NoThinning {
		n.depth--
	}
	if t.options.NoFutility || t.options.NoTakesFirst || n.depth > futileDepth || !n.closed() || t.def.Eval == nil || n.alpha <= -assured {
		return p
	}
	p.most = t.evaluate(n.pos) + futileMan*n.depth
	p.futile = p.most <= n.alpha
	return p
}

// skips reports whether a move and all later ones are pruned. The first move never is.
func (p *nodePlan) skips(next ranked, number int) bool {
	return p.futile && number > 0 && !next.kind().takes()
}

// reductions holds the late move reductions by depth and number of the move.
var reductions = func() (table [64][64]uint8) {
	for depth := range table {
		for number := range table[depth] {
			if depth >= reducedFrom && number >= reducedAfter {
				table[depth][number] = uint8(0.5 + math.Log(float64(depth))*math.Log(float64(number))/2.5)
			}
		}
	}
	return table
}()

// reduction returns the late move reduction of a move, in plies.
func (t *thread[P, M]) reduction(n *node[P], next ranked, number int) int {
	if t.options.NoReductions || next.kind().takes() || next.rank() >= rankCounter-historyMax {
		return 0
	}
	return min(int(reductions[min(n.depth, 63)][min(number, 63)]), n.depth-1)
}

// leaf is search at depth 0. Most nodes are leaves: it builds a node only if p has
// captures.
func (t *thread[P, M]) leaf(p P, alpha, beta, depth, ply, since int) int {
	if here := t.base + ply; since < here { // after an irreversible move nothing repeats
		t.path[here] = p.Hash()
		if t.repeated(here, since) {
			return 0
		}
	}
	if t.def.Over(p) {
		return outcome(p.Result(), p.Turn(), ply)
	}
	if limit := t.quietLimit(p); limit > 0 && p.Clock() >= limit {
		return 0
	}
	if ply == 1 {
		if score, ok := t.probeNode(&node[P]{pos: p, ply: ply}); ok {
			return score
		}
	}
	best := t.evaluate(p)
	if t.options.NoQuiescence || t.def.Eval == nil || best >= beta || depth <= -maxCaptures {
		return best
	}
	first := len(t.moves)
	if t.moves = t.def.AppendTakes(p, t.moves); len(t.moves) == first {
		return best
	}
	return t.quiesce(&node[P]{pos: p, alpha: max(alpha, best), beta: beta, depth: depth, ply: ply, since: since, first: first}, best)
}

// quiesce is the quiescence search: captures are searched to their end or to maxCaptures
// plies, since evaluations are unreliable within an exchange. The score is at least the
// evaluation (stand pat).
func (t *thread[P, M]) quiesce(n *node[P], best int) int {
	start := len(t.order)
	t.rankTakes(n)
	for i := start; i < len(t.order); i++ {
		next := t.pick(i)
		m := t.moves[n.first+next.index()]
		score := t.follow(n, m, next.kind(), n.alpha, false, 0)
		if t.spent {
			return 0
		}
		best = max(best, score)
		if score > n.alpha {
			t.extend(n, m)
			n.alpha = score
		}
		if score >= n.beta {
			break
		}
	}
	t.moves, t.order = t.moves[:n.first], t.order[:start]
	return best
}

// evaluate returns the evaluation of the game, clamped below any promised result.
func (t *thread[P, M]) evaluate(p P) int {
	t.judged = true
	if t.def.Eval == nil {
		return 0
	}
	return min(max(t.def.Eval(p), 1-assured), assured-1)
}
