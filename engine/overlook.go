// SPDX-License-Identifier: Apache-2.0

package engine

import (
	"context"
	"slices"

	"cairn/game"
)

// blindness is how many quiet moves of a hundred a player overlooks: own moves at the
// root, and later ones. Captures are overlooked captureFactor times less often, and a win
// in one move never.
type blindness [2]uint8

const captureFactor = 4

// none reports whether no move is overlooked.
func (s blindness) none() bool { return s == blindness{} }

// notices reports whether a move is noticed, given a random number.
func (s blindness) notices(ply, takes int, chance uint64) bool {
	blind := uint64(s[min(ply, 1)])
	if takes > 0 {
		return chance%(100*captureFactor) >= blind
	}
	return chance%100 >= blind
}

// blindSearch is a small search that overlooks moves: plain alpha-beta with captures at
// the leaves. What it overlooks depends only on position, seed and ply, and it shares no
// technique with the full search, so that the strength of a level stays as measured.
type blindSearch[P game.Position[P, M], M comparable] struct {
	budget
	def       *game.Def[P, M]
	blindness blindness
	seed      uint64
	recent    []uint64
	stack     []M // the moves of all nodes from the root to here
}

// overlook finds a move of p, which has one, by a blindSearch.
func (e *Engine[P, M]) overlook(ctx context.Context, p P, recent []uint64, s blindness, l Limits, seed uint64) Result[M] {
	g := e.newBlindSearch(ctx, recent, l)
	g.blindness, g.seed = s, seed
	moves := g.push(p, 0)
	best := Result[M]{Move: moves[0]}
	for depth := 1; depth <= max(l.Depth, 1) && !g.poll(); depth++ {
		if !g.iterate(p, moves, depth, &best) {
			break
		}
		best.Depth = depth
	}
	best.PV, best.Nodes, best.Elapsed = []M{best.Move}, g.nodes, g.elapsed()
	return best
}

// newBlindSearch returns a search that overlooks nothing.
func (e *Engine[P, M]) newBlindSearch(ctx context.Context, recent []uint64, l Limits) *blindSearch[P, M] {
	return &blindSearch[P, M]{budget: newBudget(ctx, e.options.Now, l), def: &e.def, recent: recent}
}

// iterate searches all moves to a depth, moves the best to the front, and reports whether
// it finished.
func (g *blindSearch[P, M]) iterate(p P, moves []M, depth int, best *Result[M]) bool {
	highest := -infinite
	for i, m := range moves {
		score := -g.score(p.Play(m), -infinite, -highest, depth-1, 1)
		if g.spent {
			return false
		}
		if score > highest {
			highest = score
			best.Move, best.Score = m, score
			copy(moves[1:], moves[:i])
			moves[0] = m
		}
	}
	return true
}

// push puts the noticed moves on the stack, captures first, and returns them. There is
// at least one.
func (g *blindSearch[P, M]) push(p P, ply int) []M {
	first := len(g.stack)
	g.stack = p.AppendMoves(g.stack)
	all, kept, chance := g.stack[first:], 0, game.Mix(g.seed^p.Hash())
	for i, m := range all {
		if g.blindness.notices(ply, p.Takes(m), game.Mix(chance+uint64(i))) || ply == 0 && p.Play(m).Result().Over() {
			all[kept] = m
			kept++
		}
	}
	all = all[:min(max(kept, 1), len(all))]
	g.stack = g.stack[:first+len(all)]
	slices.SortStableFunc(all, func(a, b M) int { return p.Takes(b) - p.Takes(a) })
	return all
}

// score returns the score of p for its side to move. It is invalid when the budget is
// spent.
func (g *blindSearch[P, M]) score(p P, alpha, beta, depth, ply int) int {
	if !g.countNode() || g.drawn(p) {
		return 0
	}
	first := len(g.stack)
	moves := g.push(p, ply)
	defer func() { g.stack = g.stack[:first] }()
	if len(moves) == 0 {
		return outcome(p.Result(), p.Turn(), ply)
	}
	best := -infinite
	if depth <= 0 {
		best = g.evaluate(p)
	}
	for _, m := range moves {
		if best >= beta || depth <= 0 && (p.Takes(m) == 0 || depth <= -maxCaptures) {
			break
		}
		best = max(best, -g.score(p.Play(m), -beta, -max(alpha, best), depth-1, ply+1))
		if g.spent {
			break
		}
	}
	return best
}

// evaluate returns the evaluation of the game, limited so that it is never a win or loss.
func (g *blindSearch[P, M]) evaluate(p P) int {
	if g.def.Eval == nil {
		return 0
	}
	return min(max(g.def.Eval(p), 1-decisive), decisive-1)
}

// drawn reports whether the draw rules of the platform apply to p after the moves so far.
// A result by the rules of the game takes precedence over the quiet limit.
//
// It counts in recent instead of pushing to a game.History, whose entries are allocated.
func (g *blindSearch[P, M]) drawn(p P) bool {
	if limit := g.def.QuietLimit(p); limit > 0 && p.Clock() >= limit {
		return !p.Result().Over()
	}
	hash, count := p.Hash(), 1
	for _, before := range g.recent {
		if before == hash {
			count++
		}
	}
	return g.def.Draws.Repetition > 0 && count >= g.def.Draws.Repetition
}
