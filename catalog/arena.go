// SPDX-License-Identifier: Apache-2.0

package catalog

import (
	"context"

	"cairn/engine/arena"
	"cairn/games/fanorona"
	"cairn/games/morris"
	"cairn/games/yote"
)

// contestable is what lets computer players of a game meet.
type contestable interface {
	// Match plays a match of a against b and returns the score of a; see
	// arena.Play for its errors.
	Match(ctx context.Context, a, b arena.Spec, plan arena.Plan) (arena.Score, error)
}

func (b *binding[P, M]) Match(ctx context.Context, first, second arena.Spec, plan arena.Plan) (arena.Score, error) {
	old := foundationEval[P]()
	return arena.Play(ctx, &b.def, arena.New(b.def, first, old), arena.New(b.def, second, old), plan)
}

// foundationEval returns how the first release judged positions of that type,
// nil where it did not know them.
func foundationEval[P any]() func(P) int {
	for _, eval := range []any{
		morris.EvalWith(morris.Foundation), fanorona.EvalWith(fanorona.Foundation), yote.EvalWith(yote.Foundation),
	} {
		if f, ok := eval.(func(P) int); ok {
			return f
		}
	}
	return nil
}
