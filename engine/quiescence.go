// SPDX-License-Identifier: Apache-2.0

package engine

// settle scores a leaf. A position in the middle of an exchange cannot be
// judged by its men, so captures are followed to their end or to maxCaptures;
// the side to move may always do something else instead, which is taken to be
// worth what the evaluation says.
func (t *thread[P, M]) settle(n *node[P]) int {
	best := t.evaluate(n.pos)
	if t.options.NoQuiescence || t.def.Eval == nil || best >= n.beta || n.depth <= -maxCaptures {
		return best
	}
	alpha := max(n.alpha, best)
	start := len(t.order)
	t.rankTakes(n)
	for i := start; i < len(t.order); i++ {
		next := t.pick(i)
		score := t.follow(n, t.moves[n.first+int(next.index)], alpha, false)
		if t.spent {
			return 0
		}
		best = max(best, score)
		if score > alpha {
			alpha = score
			t.extend(n.ply, next.index)
		}
		if alpha >= n.beta {
			break
		}
	}
	return best
}

// evaluate returns the game's own judgement, kept apart from scores that
// promise a win.
func (t *thread[P, M]) evaluate(p P) int {
	if t.def.Eval == nil {
		return 0
	}
	return min(max(t.def.Eval(p), 1-decisive), decisive-1)
}
