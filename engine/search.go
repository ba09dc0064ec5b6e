// SPDX-License-Identifier: Apache-2.0

package engine

import "cairn/game"

// node is a position within the search.
type node[P any] struct {
	pos         P
	key         uint64 // of its entry in the table
	alpha, beta int    // scores up to alpha and from beta on need not be exact
	depth, ply  int    // plies still to search, and from the root
	since       int    // place in the path of the first position after the last irreversible move
	first       int    // place of its first move on the stack
	hint        int    // index of the move the table would try first, or noMove
}

// closed reports whether the only question is if the score is above alpha.
func (n *node[P]) closed() bool { return n.beta-n.alpha == 1 }

// bounded narrows the window to what a position with moves can score, for no
// line from it wins before the next ply or loses before this one, and reports
// whether nothing is left of it.
func (n *node[P]) bounded() bool {
	n.alpha, n.beta = max(n.alpha, n.ply-Win), min(n.beta, Win-n.ply-1)
	return n.alpha >= n.beta
}

// nearQuiet is how close to the limit the clock tells positions of the table
// apart, in plies: a search that can see a draw by the clock must not take the
// score of the same position with time left, nor give it its own.
const nearQuiet = 32

// search returns the score of p for its side to move. When the budget is spent
// the value means nothing and the caller must drop it.
func (t *thread[P, M]) search(p P, alpha, beta, depth, ply, since int) int {
	t.lines[ply].length = 0
	if !t.visit() {
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
	if score, ok := t.recall(&n); ok && !quiet {
		return score
	}
	ranked := len(t.order)
	t.moves = p.AppendMoves(t.moves)
	var score int
	switch {
	case len(t.moves) == n.first:
		score = outcome(p.Result(), p.Turn(), ply)
	case !quiet:
		score = t.judge(&n)
	}
	t.moves, t.order = t.moves[:n.first], t.order[:ranked]
	return score
}

// repeated reports whether the position at a place of the path is a draw by
// repetition. One return to a position of this search is enough, for whoever
// could return once can do so again; positions before the root count as the
// rules say, since play may leave them another way.
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

// quietLimit is Def.QuietLimit, whose call is too costly here.
func (t *thread[P, M]) quietLimit(p P) int {
	if t.def.Quiet == nil {
		return t.def.Draws.Quiet
	}
	return t.def.Quiet(p)
}

// readClock reports whether the clock has reached its limit, which draws any
// position that is not decided, and tells positions close to it apart.
func (t *thread[P, M]) readClock(n *node[P]) bool {
	limit, clock := t.quietLimit(n.pos), n.pos.Clock()
	if limit == 0 || clock+nearQuiet < limit {
		return false
	}
	n.key ^= game.Mix(uint64(clock) + 1)
	return clock >= limit
}

// recall asks the table about a node: for a move to try first and, where that
// is enough, for the score. Where the window is open the line is wanted too.
func (t *thread[P, M]) recall(n *node[P]) (score int, ok bool) {
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

// judge scores a node that has moves, by tables or by search.
func (t *thread[P, M]) judge(n *node[P]) int {
	if score, ok := t.ask(n); ok {
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
	t.keep(n, best, move)
	return best
}

// follow scores a move for the side that plays it. A scouted move is first
// asked only whether it is better than alpha, which is quick when it is not; a
// reduced one is first asked so at less depth.
func (t *thread[P, M]) follow(n *node[P], m M, k kind, alpha int, scout bool, reduced int) int {
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

// keep stores what was found of a node in the table.
func (t *thread[P, M]) keep(n *node[P], score, move int) {
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
	t.table.store(n.key, entry{
		score: int32(toTable(score, n.ply)),
		move:  uint16(min(move, noMove)),
		depth: uint8(n.depth),
	}, kind)
}
