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

// readClock reports whether the clock has reached its limit, which draws any
// position that is not decided, and tells positions close to it apart.
func (t *thread[P, M]) readClock(n *node[P]) bool {
	limit, clock := t.def.QuietLimit(n.pos), n.pos.Clock()
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
	if t.table == nil || n.depth <= 0 {
		return 0, false
	}
	e := t.table.find(n.key)
	if e == nil {
		return 0, false
	}
	n.hint = int(e.move)
	score, ok = e.cutoff(n.alpha, n.beta, n.depth, n.ply)
	return score, ok && n.beta-n.alpha == 1
}

// judge scores a node that has moves, by tables, by search or by evaluation.
func (t *thread[P, M]) judge(n *node[P]) int {
	if t.probe != nil {
		if value, plies, ok := t.probe(n.pos); ok {
			return solved(value, plies, n.ply)
		}
	}
	// No line from here wins before the next ply or loses before this one.
	n.alpha, n.beta = max(n.alpha, n.ply-Win), min(n.beta, Win-n.ply-1)
	if n.alpha >= n.beta {
		return n.alpha
	}
	if n.depth <= 0 {
		return t.settle(n)
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
	alpha, best, move := n.alpha, -infinite, int32(noMove)
	start := len(t.order)
	t.rank(n)
	for i := start; i < len(t.order); i++ {
		next := t.pick(i)
		m := t.moves[n.first+int(next.index)]
		score := t.follow(n, m, alpha, i > start && !t.options.NoScout)
		if t.spent {
			return 0
		}
		if score > best {
			best, move = score, next.index
		}
		if score > alpha {
			alpha = score
			t.extend(n.ply, next.index)
		}
		if alpha >= n.beta {
			t.refuted(n, m)
			break
		}
	}
	t.keep(n, best, move)
	return best
}

// follow scores a move for the side that plays it. A scouted move is first
// asked only whether it is better than alpha, which is quick when it is not.
func (t *thread[P, M]) follow(n *node[P], m M, alpha int, scout bool) int {
	child, since := n.pos.Play(m), n.since
	if n.pos.Resets(m) {
		since = t.base + n.ply + 1
	}
	if scout && n.beta-alpha > 1 {
		score := -t.search(child, -alpha-1, -alpha, n.depth-1, n.ply+1, since)
		if score <= alpha || score >= n.beta || t.spent {
			return score
		}
	}
	return -t.search(child, -n.beta, -alpha, n.depth-1, n.ply+1, since)
}

// keep stores what was found of a node in the table.
func (t *thread[P, M]) keep(n *node[P], score int, move int32) {
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
	t.table.store(entry{
		key:   n.key,
		score: int32(toTable(score, n.ply)),
		move:  uint16(min(move, noMove)),
		depth: uint8(n.depth),
	}, kind)
}
