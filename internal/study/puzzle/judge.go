// SPDX-License-Identifier: Apache-2.0

package puzzle

import (
	"context"

	"cairn/game"
	"cairn/internal/study"
	"cairn/tablebase"
)

// Source is a game that puzzles are made of; catalog.Entry is one.
type Source interface {
	game.Game
	study.Prober
	// Symmetries returns the maps of the board to itself under which the rules are the
	// same, as images of its points.
	Symmetries() [][]game.Point
	// Decide finds out which moves of a position keep its value, by a search of at
	// most some plies.
	Decide(ctx context.Context, s game.State, plies int) (tablebase.Decision, error)
}

// searchPlies is how far a search looks where tables do not answer.
const searchPlies = 9

// provenPosition is a position of which it is known which moves keep its value.
type provenPosition struct {
	value int // 1 for a win, 0 for a draw, -1 for a loss
	plies int // until the win; 0 where it is not known
	depth int // of the search that proved it; 0 for tables
	moves []candidate
}

// candidate is a legal move.
type candidate struct {
	text  string
	keeps bool // the value
	best  bool // of those that keep it, one of the quickest
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

// prove returns what tables know of a position, or else what a search can prove; nil
// for nothing.
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

// byTables returns a position of which tables know all moves, nil for others.
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
