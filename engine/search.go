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

// nearQuiet is how close to the limit, in plies, positions of the table also
// differ by their clock: a search that can see a draw by the clock must not take the
// score of the same position with time left, nor give it its own.
const nearQuiet = 32

// search returns the score of p for its side to move. When the budget is spent
// the value means nothing and the caller must drop it.
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

// repeated reports whether the position at a place of the path is a draw by
// repetition. One return to a position of this search is enough: a side that
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
// position that is not decided, and gives positions close to it a key of their own.
func (t *thread[P, M]) readClock(n *node[P]) bool {
	limit, clock := t.quietLimit(n.pos), n.pos.Clock()
	if limit == 0 || clock+nearQuiet < limit {
		return false
	}
	n.key ^= game.Mix(uint64(clock) + 1)
	return clock >= limit
}

// lookUp asks the table about a node: for a move to try first and, where that
// is enough, for the score. Where the window is open the line is wanted too.
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

// follow scores a move for the side that plays it. A scouted move is first
// asked only whether it is better than alpha, which is quick when it is not; a
// reduced one is first asked so at less depth.
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

// storeNode stores what was found of a node in the table.
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
		score: int32(toTable(score, n.ply)),
		move:  uint16(min(move, noMove)),
		depth: uint8(n.depth),
	}, kind)
}

// What is not searched in full because it is unlikely to matter. None of this
// is exact: its errors cost less than the deeper search of the rest gains.

const (
	futileDepth = 2   // plies left up to which hopeless quiet moves are skipped
	futileMan   = 100 // what a side is given for each of them

	reducedFrom  = 3 // plies left from which on late moves are searched less deep
	reducedAfter = 3 // moves that are never late

	thinFrom = 4 // plies left from which on a node without a known move loses one
)

// nodePlan is how much of a node is searched.
type nodePlan struct {
	futile bool // quiet moves bring less than is missing and are skipped
	most   int  // what they could bring
}

// plan decides how a node is searched, and may take a ply of its depth.
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

// skips reports whether a move and all after it are not even tried. The first
// always is.
func (p *nodePlan) skips(next ranked, number int) bool {
	return p.futile && number > 0 && !next.kind().takes()
}

// reductions holds the plies taken from a move, by depth and number of the move.
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

// reduction returns how many plies less deep a move is searched at first.
func (t *thread[P, M]) reduction(n *node[P], next ranked, number int) int {
	if t.options.NoReductions || next.kind().takes() || next.rank() >= rankCounter-historyMax {
		return 0
	}
	return min(int(reductions[min(n.depth, 63)][min(number, 63)]), n.depth-1)
}

// leaf scores p at the end of the depth, as search does. Most nodes are leaves
// and need little: a node is made of those only that can capture.
func (t *thread[P, M]) leaf(p P, alpha, beta, depth, ply, since int) int {
	if here := t.base + ply; since < here { // after a move that cannot be undone nothing repeats
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

// quiesce scores a leaf by its captures and by its evaluation. The evaluation is
// unreliable in the middle of an exchange, so captures are followed to their end or
// to maxCaptures. The score is at least the evaluation, as if the side to move could
// always make a quiet move.
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

// evaluate returns the evaluation of the game, limited so that it is never a win or
// loss.
func (t *thread[P, M]) evaluate(p P) int {
	t.judged = true
	if t.def.Eval == nil {
		return 0
	}
	return min(max(t.def.Eval(p), 1-assured), assured-1)
}
