// SPDX-License-Identifier: Apache-2.0

package catalog

import (
	"context"
	"math/rand/v2"

	"cairn/engine"
	"cairn/game"
)

// Thinker is an engine that is kept over several questions: what it found out
// for one helps it with the next. It serves one at a time.
type Thinker interface {
	// Think finds a move; the error is engine.ErrOver when there is none.
	Think(ctx context.Context, q Question) (Answer, error)
	// Clear forgets what earlier questions have taught.
	Clear()
}

// thinkable is what makes engines of a game.
type thinkable interface {
	// NewThinker returns an engine of its own, with its own options.
	NewThinker(o engine.Options) Thinker
}

func (b *binding[P, M]) NewThinker(o engine.Options) Thinker { return b.thinker(o) }

func (b *binding[P, M]) thinker(o engine.Options) *thinker[P, M] {
	return &thinker[P, M]{engine.New(b.def, o), b}
}

type thinker[P game.Position[P, M], M comparable] struct {
	*engine.Engine[P, M]
	*binding[P, M]
}

func (t *thinker[P, M]) Think(ctx context.Context, q Question) (Answer, error) {
	p := t.fast(q.State)
	if q.Level != "" {
		random := rand.New(rand.NewPCG(q.Seed, p.Hash()))
		r, err := t.choose(ctx, p, q, random)
		return t.answer(p, r), err
	}
	var report func(engine.Result[M])
	if q.Report != nil {
		report = func(r engine.Result[M]) { q.Report(t.answer(p, r)) }
	}
	t.SetProbe(t.probe())
	r, err := t.Search(ctx, p, q.Recent, q.Limits, report)
	return t.answer(p, r), err
}
