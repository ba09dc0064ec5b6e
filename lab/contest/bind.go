// SPDX-License-Identifier: Apache-2.0

// Package contest plays matches between players of any game of the catalogue, levels and
// other programs among them, and keeps their games as records.
package contest

import (
	"context"
	"fmt"

	"cairn/catalog"
	"cairn/engine"
	"cairn/game"
	"cairn/games/fanorona"
	"cairn/games/morris"
	"cairn/games/yote"
	"cairn/lab/arena"
)

// hall is a game in which players of package arena can meet.
type hall interface {
	play(ctx context.Context, a, b arena.Spec, plan arena.Plan) (arena.Score, error)
	meet(ctx context.Context, level, other engine.Level, nodes uint64, plan arena.Plan) (arena.LevelScore, error)
}

// bind finds the types of a game. A new family of games needs one more line.
func bind(entry *catalog.Entry) (hall, error) {
	switch r := entry.Rules().(type) {
	case catalog.Rules[morris.Position, morris.Move]:
		return binding[morris.Position, morris.Move]{r}, nil
	case catalog.Rules[fanorona.Position, fanorona.Move]:
		return binding[fanorona.Position, fanorona.Move]{r}, nil
	case catalog.Rules[yote.Position, yote.Move]:
		return binding[yote.Position, yote.Move]{r}, nil
	}
	return nil, fmt.Errorf("%s has no line in lab/contest", entry.Info().ID)
}

// Play plays a match of a against b and returns the score of a; see arena.Contest.Play for
// its errors. If the plan asks for tables, they end games without men in hand; it fails if
// there are none.
func Play(ctx context.Context, entry *catalog.Entry, a, b arena.Spec, plan arena.Plan) (arena.Score, error) {
	h, err := bind(entry)
	if err != nil {
		return arena.Score{}, err
	}
	return h.play(ctx, a, b, plan)
}

// Meet plays a match of a level against another; see arena.MeetLevels. It fails where the
// level perfect has no tables.
func Meet(ctx context.Context, entry *catalog.Entry, level, other engine.Level, nodes uint64, plan arena.Plan) (arena.LevelScore, error) {
	h, err := bind(entry)
	if err != nil {
		return arena.LevelScore{}, err
	}
	return h.meet(ctx, level, other, nodes, plan)
}

type binding[P game.Position[P, M], M comparable] struct{ catalog.Rules[P, M] }

func (b binding[P, M]) play(ctx context.Context, first, second arena.Spec, plan arena.Plan) (arena.Score, error) {
	contest := arena.Contest[P, M]{Def: &b.Def, Players: [2]arena.Player[P, M]{arena.New(b.Def, first), arena.New(b.Def, second)}, Plan: plan}
	if plan.Tables {
		tables, err := b.anyTables(ctx)
		if err != nil {
			return arena.Score{}, err
		}
		contest.Judge = func(p P) (game.Verdict, bool) {
			if sides := b.View(p).Sides; sides[0].Hand > 0 || sides[1].Hand > 0 {
				return game.Playing, false // a game that is solved whole would end at its start
			}
			w, err := tables.Probe(p)
			return verdictOf(w.Value, p.Turn()), err == nil && w.Known
		}
	}
	return contest.Play(ctx)
}

// anyTables returns the tables that are there; those of a small game are made.
func (b binding[P, M]) anyTables(ctx context.Context) (engine.Prober[P], error) {
	level := engine.Master
	if b.Small() {
		level = engine.Perfect
	}
	tables, err := b.Tables(ctx, level)
	if err == nil && tables == nil {
		err = fmt.Errorf("there are no tables of %s in %q", b.ID, b.TablesDir())
	}
	return tables, err
}

// verdictOf returns the result that a value for the side to move stands for.
func verdictOf(v engine.Value, turn game.Side) game.Verdict {
	switch {
	case v > 0:
		return game.Wins(turn)
	case v < 0:
		return game.Wins(turn.Other())
	}
	return game.Draw
}

func (b binding[P, M]) meet(ctx context.Context, level, other engine.Level, nodes uint64, plan arena.Plan) (arena.LevelScore, error) {
	if _, err := b.Tables(ctx, level); err != nil {
		return arena.LevelScore{}, err
	}
	perMove := func() engine.Prober[P] {
		tables, _ := b.Tables(ctx, level) // they are there, as was seen above
		return tables
	}
	return arena.MeetLevels(ctx, &b.Def, level, other, nodes, perMove, plan)
}
