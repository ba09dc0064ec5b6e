// SPDX-License-Identifier: Apache-2.0

package arena

import (
	"context"
	"math/rand/v2"

	"cairn/engine"
	"cairn/game"
)

// LevelScore is the outcome of a match between levels for the first.
type LevelScore struct {
	Score
	Judged int // moves of a perfect first level whose results the tables know
	Lapses int // of these, moves that gave a result away
}

// MeetLevels plays a match of a level against another, each within its own limits
// but those of time; nodes, unless 0, is the most that either looks at for a move.
// Tables returns the tables of the level perfect for one move; other levels need
// none. Errors are those of [Play].
func MeetLevels[P game.Position[P, M], M comparable](
	ctx context.Context, def *game.Def[P, M], level, other engine.Level, nodes uint64, tables func() engine.Prober[P], plan Plan,
) (LevelScore, error) {
	second := New(*def, levelSpec(def, other, nodes))
	if level != engine.Perfect {
		score, err := Play(ctx, def, New(*def, levelSpec(def, level, nodes)), second, plan)
		return LevelScore{Score: score}, err
	}
	first := &watched[P, M]{Engine: engine.New(*def, engine.Options{}), limits: levelSpec(def, level, nodes).Limits, tables: tables}
	score, err := Play(ctx, def, first, second, plan)
	return LevelScore{score, first.judged, first.lapses}, err
}

// levelSpec describes a player of a level that does not depend on the machine.
func levelSpec[P game.Position[P, M], M comparable](def *game.Def[P, M], level engine.Level, nodes uint64) Spec {
	l := engine.New(*def, engine.Options{}).Limits(level)
	l.Time = 0
	if nodes > 0 && l.Nodes > 0 {
		l.Nodes = min(l.Nodes, nodes)
	}
	return Spec{Text: string(level), Kind: KindLevel, Level: level, Limits: l}
}

// watched is a perfect player each of whose moves is judged by the tables.
type watched[P game.Position[P, M], M comparable] struct {
	*engine.Engine[P, M]
	limits         engine.Limits
	tables         func() engine.Prober[P]
	random         *rand.Rand
	judged, lapses int
}

// Begin implements Player.
func (w *watched[P, M]) Begin(seed uint64) {
	w.Clear()
	w.random = rand.New(rand.NewPCG(seed, 0))
}

// Move implements Player.
func (w *watched[P, M]) Move(ctx context.Context, p P, recent []uint64) (M, error) {
	w.SetTables(w.tables())
	r, err := w.Choose(ctx, p, recent, engine.Perfect, w.limits, w.random)
	if err == nil {
		err = w.compare(ctx, p, p.Play(r.Move))
	}
	return r.Move, err
}

// compare compares the results before and after a move.
func (w *watched[P, M]) compare(ctx context.Context, before, after P) error {
	tables := w.tables()
	had, err := tables.Value(ctx, before)
	if err != nil || !had.Known {
		return err
	}
	left, err := tables.Value(ctx, after)
	if err != nil || !left.Known {
		return err
	}
	w.judged++
	if -left.Value < had.Value {
		w.lapses++
	}
	return nil
}
