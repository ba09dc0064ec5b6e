// SPDX-License-Identifier: Apache-2.0

package puzzle

import (
	"context"

	"cairn/game"
	"cairn/internal/study"
	"cairn/tablebase"
)

// Source is a game that puzzles are made of; catalog.Entry implements it.
type Source interface {
	game.Game
	study.Prober
	// Symmetries returns the symmetries of the rules, each as the images of all points.
	Symmetries() [][]game.Point
	// Decide finds out which moves of a position keep its value, by a search of at
	// most some plies.
	Decide(ctx context.Context, s game.State, plies int) (tablebase.Decision, error)
}

// searchPlies is the depth of a search where tables have no value.
const searchPlies = 9

// prove returns a position proven by tables or else by a search, whose depth is its Depth;
// nil if neither can. Its Plies are 0 if they are not known.
func prove(ctx context.Context, source Source, s game.State) (*study.Position, error) {
	p, err := study.Exact(ctx, source, s)
	if err != nil {
		return nil, err
	}
	if p.Whole() {
		p.Plies = max(p.Plies, 0)
		return &p, nil
	}
	d, err := source.Decide(ctx, s, searchPlies)
	if err != nil || !d.Known {
		return nil, err
	}
	p = study.Position{Worth: study.Worth{Exact: true, Value: d.Value, Plies: d.Plies, Depth: max(d.Depth, 1)}}
	for _, move := range d.Moves {
		p.Moves = append(p.Moves, study.Move{Text: move.Move, Keeps: move.Keeps, Best: move.Keeps && move.Plies == d.Plies})
	}
	return &p, nil
}
