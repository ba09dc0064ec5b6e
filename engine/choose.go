// SPDX-License-Identifier: Apache-2.0

package engine

import (
	"context"
	"math/rand/v2"
)

// Choose finds a move as a player of that level would. Limits replace those of
// the level: if l sets none the level's own hold; otherwise time and nodes are
// as l says, and so is the depth if l sets it. A novice does not search and
// needs no limits. Random decides what the level leaves to chance; nil stands
// for a source of its own. The same limits, unless they are of time, and the
// same numbers give the same move.
//
// Errors are ErrOver and an unknown level.
func (e *Engine[P, M]) Choose(ctx context.Context, p P, recent []uint64, level Level, l Limits, random *rand.Rand) (Result[M], error) {
	if _, err := ParseLevel(string(level)); err != nil {
		return Result[M]{}, err
	}
	if random == nil {
		random = rand.New(rand.NewPCG(rand.Uint64(), rand.Uint64()))
	}
	if level == Novice {
		return e.novice(p, random)
	}
	skill := skills[level]
	l = skill.within(l)
	if len(p.AppendMoves(nil)) == 1 {
		l.Depth = 1 // nothing to think about
	}
	if skill.noise == 0 {
		return e.Search(ctx, p, recent, l, nil)
	}
	r, err := e.begin(ctx, p, recent, l, true)
	if err != nil {
		return Result[M]{}, err
	}
	r.deepen(l.Depth, nil)
	return r.misjudged(skill.noise, random), nil
}

// misjudged returns the move that looks best to somebody who errs by up to
// noise in each. A win or a loss that was seen is seen rightly.
func (r *roots[P, M]) misjudged(noise int, random *rand.Rand) Result[M] {
	if r.best.Depth == 0 {
		return r.best // stopped before there was anything to judge
	}
	best, most := choice[M]{}, -infinite-1
	for _, move := range r.byScore() {
		// Two dice: small errors are common, great ones rare.
		looks := move.score + random.IntN(noise+1) - random.IntN(noise+1)
		if _, ok := MateIn(move.score); ok {
			looks = move.score
		}
		if looks > most {
			best, most = move, looks
		}
	}
	if best.move != r.best.Move {
		r.best.Move, r.best.Score, r.best.PV = best.move, best.score, []M{best.move}
	}
	return r.best
}
