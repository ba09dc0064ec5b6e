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
// The two highest levels ask the tables of SetTables; those below play alike with
// and without. [Perfect] plays by exact values, see perfect.
//
// Errors are ErrOver, an unknown level, ErrNoTables for Perfect without tables,
// and tables that cannot be read.
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
	case level == Perfect && e.tables == nil:
		return Result[M]{}, ErrNoTables
	case level == Perfect:
		return e.perfect(ctx, p, recent, l, random)
	case level == Novice:
		return e.novice(p, random), nil
	case len(moves) == 1:
		l.Depth = 1 // nothing to think about
	}
	if sight := sight(e.skill(level).Blind); !sight.whole() {
		return e.overlook(ctx, p, recent, sight, l, random.Uint64()), nil
	}
	if level == Master {
		return e.search(ctx, p, recent, e.tables, l, nil)
	}
	return e.search(ctx, p, recent, nil, l, nil)
}
