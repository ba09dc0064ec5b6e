// SPDX-License-Identifier: Apache-2.0

package catalog

import (
	"context"
	"math/rand/v2"

	"cairn/engine"
)

// choose finds a move at a level. The two highest ask tables; those below play
// alike with and without.
func (t *thinker[P, M]) choose(ctx context.Context, p P, q Question, random *rand.Rand) (engine.Result[M], error) {
	t.SetProbe(nil)
	switch q.Level {
	case engine.Master:
		t.SetProbe(t.probe())
	case engine.Perfect:
		prober, err := t.solved(ctx)
		if err != nil {
			return engine.Result[M]{}, err
		}
		t.SetProbe(t.probe())
		return t.Perfect(ctx, p, q.Recent, oracle[P, M]{prober.NewSearch()}, q.Limits, random)
	}
	return t.Choose(ctx, p, q.Recent, q.Level, q.Limits, random)
}
