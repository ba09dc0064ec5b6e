// SPDX-License-Identifier: Apache-2.0

package catalog

import (
	"context"
	"math/rand/v2"

	"cairn/engine"
	"cairn/engine/arena"
	"cairn/game"
)

// ladder is what lets levels of a game meet.
type ladder interface {
	// MeetLevels plays a match of a level against another, each within its own
	// limits but those of time; nodes, unless 0, is the most that either looks at
	// for a move. Errors are those of arena.Play, and that the level perfect has
	// no tables.
	MeetLevels(ctx context.Context, level, other engine.Level, nodes uint64, plan arena.Plan) (LevelScore, error)
}

// LevelScore is the outcome of a match between levels for the first.
type LevelScore struct {
	arena.Score
	Judged int // moves of a perfect first level whose results the tables know
	Lapses int // of these, moves that gave a result away
}

func (b *binding[P, M]) MeetLevels(ctx context.Context, level, other engine.Level, nodes uint64, plan arena.Plan) (LevelScore, error) {
	second := arena.New(b.def, b.levelSpec(other, nodes), nil)
	if level != engine.Perfect {
		score, err := arena.Play(ctx, &b.def, arena.New(b.def, b.levelSpec(level, nodes), nil), second, plan)
		return LevelScore{Score: score}, err
	}
	prober, err := b.solved(ctx)
	if err != nil {
		return LevelScore{}, err
	}
	first := &watched[P, M]{thinker: b.thinker(engine.Options{}), limits: b.levelSpec(level, nodes).Limits}
	first.SetProbe(b.probe())
	first.ask = func() oracle[P, M] { return oracle[P, M]{prober.NewSearch()} }
	score, err := arena.Play(ctx, &b.def, first, second, plan)
	return LevelScore{score, first.judged, first.lapses}, err
}

// levelSpec describes a player of a level that does not depend on the machine.
func (b *binding[P, M]) levelSpec(level engine.Level, nodes uint64) arena.Spec {
	l := engine.New(b.def, engine.Options{}).Limits(level)
	l.Time = 0
	if nodes > 0 && l.Nodes > 0 {
		l.Nodes = min(l.Nodes, nodes)
	}
	return arena.Spec{Text: string(level), Kind: arena.KindLevel, Level: level, Limits: l}
}

// watched is a perfect player each of whose moves is judged by the tables.
type watched[P game.Position[P, M], M comparable] struct {
	*thinker[P, M]
	limits         engine.Limits
	ask            func() oracle[P, M]
	random         *rand.Rand
	judged, lapses int
}

// Begin implements arena.Player.
func (w *watched[P, M]) Begin(seed uint64) {
	w.Clear()
	w.random = rand.New(rand.NewPCG(seed, 0))
}

// Move implements arena.Player.
func (w *watched[P, M]) Move(ctx context.Context, p P, recent []uint64) (M, error) {
	r, err := w.Perfect(ctx, p, recent, w.ask(), w.limits, w.random)
	if err == nil {
		err = w.judge(ctx, p, p.Play(r.Move))
	}
	return r.Move, err
}

// judge compares the results before and after a move.
func (w *watched[P, M]) judge(ctx context.Context, before, after P) error {
	tables := w.ask()
	worth, known, err := tables.Value(ctx, before)
	if err != nil || !known {
		return err
	}
	left, known, err := tables.Value(ctx, after)
	if err != nil || !known {
		return err
	}
	w.judged++
	if left.Before().Sign() < worth.Sign() {
		w.lapses++
	}
	return nil
}
