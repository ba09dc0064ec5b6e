// SPDX-License-Identifier: Apache-2.0

package engine

import (
	"context"
	"errors"
	"math/rand/v2"
)

// ErrNoTables says that a perfect player was asked for without solved tables.
var ErrNoTables = errors.New("the level perfect needs solved tables")

// Choose finds a move as a player of that level would. Limits replace those of
// the level: if l sets none the level's own hold; otherwise time and nodes are
// as l says, and so is the depth if l sets it. A novice does not search and
// needs no limits. Random decides what the level leaves to chance; nil stands
// for a source of its own. The same limits, unless they are of time, and the
// same numbers give the same move.
//
// Errors are ErrOver, an unknown level, and ErrNoTables for [Perfect], which
// [Engine.Perfect] plays.
func (e *Engine[P, M]) Choose(ctx context.Context, p P, recent []uint64, level Level, l Limits, random *rand.Rand) (Result[M], error) {
	if _, err := ParseLevel(string(level)); err != nil {
		return Result[M]{}, err
	}
	if random == nil {
		random = rand.New(rand.NewPCG(rand.Uint64(), rand.Uint64()))
	}
	moves := p.AppendMoves(nil)
	l = e.within(level, l)
	switch {
	case len(moves) == 0:
		return Result[M]{}, ErrOver
	case level == Perfect:
		return Result[M]{}, ErrNoTables
	case level == Novice:
		return e.novice(p, random), nil
	case len(moves) == 1:
		l.Depth = 1 // nothing to think about
	}
	if sight := sight(e.skill(level).Blind); !sight.whole() {
		return e.overlook(ctx, p, recent, sight, l, random.Uint64()), nil
	}
	return e.Search(ctx, p, recent, l, nil)
}
