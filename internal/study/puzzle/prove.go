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

// provenPosition is a position whose value-keeping moves are known.
type provenPosition struct {
	value int // 1 for a win, 0 for a draw, -1 for a loss
	plies int // until the win; 0 if not known
	depth int // of the search that proved it; 0 for tables
	moves []candidate
}

// candidate is a legal move of a provenPosition.
type candidate struct {
	text  string
	keeps bool // the value
	best  bool // one of the quickest that keep it
}

// right returns the moves that keep the value, the best first.
func (p *provenPosition) right() []string {
	var best, others []string
	for _, move := range p.moves {
		switch {
		case move.best:
			best = append(best, move.text)
		case move.keeps:
			others = append(others, move.text)
		}
	}
	return append(best, others...)
}

// prove returns a position proven by tables or else by a search, nil if neither can.
func prove(ctx context.Context, source Source, s game.State) (*provenPosition, error) {
	exact, err := study.Exact(ctx, source, s)
	if err != nil {
		return nil, err
	}
	if p := byTables(&exact); p != nil {
		return p, nil
	}
	d, err := source.Decide(ctx, s, searchPlies)
	if err != nil || !d.Known {
		return nil, err
	}
	p := &provenPosition{value: d.Value, plies: d.Plies, depth: max(d.Depth, 1)}
	for _, move := range d.Moves {
		p.moves = append(p.moves, candidate{move.Move, move.Keeps, move.Keeps && move.Plies == d.Plies})
	}
	return p, nil
}

// byTables returns a position whose moves are all exact, nil if some are not.
func byTables(exact *study.Position) *provenPosition {
	p := &provenPosition{value: exact.Value, plies: max(exact.Plies, 0)}
	for _, move := range exact.Moves {
		if !move.Exact {
			return nil
		}
		p.moves = append(p.moves, candidate{move.Text, move.Keeps, move.Best})
	}
	if !exact.Exact {
		return nil
	}
	return p
}
