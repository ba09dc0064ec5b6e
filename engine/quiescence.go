// SPDX-License-Identifier: Apache-2.0

package engine

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
		if score, ok := t.ask(&node[P]{pos: p, ply: ply}); ok {
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
	return t.exchange(&node[P]{pos: p, alpha: max(alpha, best), beta: beta, depth: depth, ply: ply, since: since, first: first}, best)
}

// exchange scores a leaf by its captures and by what it is worth without: a
// position in the middle of an exchange cannot be judged by its men, so captures
// are followed to their end or to maxCaptures. The side to move may always do
// something else instead, which is taken to be worth what the evaluation says.
func (t *thread[P, M]) exchange(n *node[P], best int) int {
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

// evaluate returns the game's own judgement, kept apart from scores that
// promise a win.
func (t *thread[P, M]) evaluate(p P) int {
	t.judged = true
	if t.def.Eval == nil {
		return 0
	}
	return min(max(t.def.Eval(p), 1-assured), assured-1)
}
