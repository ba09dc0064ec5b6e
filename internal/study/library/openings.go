// SPDX-License-Identifier: Apache-2.0

package library

import (
	"context"

	"cairn/catalog"
	"cairn/game"
	"cairn/internal/study"
)

// Opening is a first move with its most usual continuation.
type Opening struct {
	Moves  []string // the line
	Played int      // moves of the line that were the most played; the others are best moves
	Like   int      // symmetric first moves
	Count           // of the first move
	Worth  study.Worth
	State  game.State // after the line
}

const (
	maxOpenings = 12 // first moves
	maxLine     = 6  // plies of a line of played moves
	bestLine    = 4  // plies of a line of best moves
	linePlayed  = 2  // games from which on a played move continues a line
)

// Openings returns the first moves of a game: the most played first, then the best by
// tables.
func (s *Service) Openings(ctx context.Context, entry *catalog.Entry) ([]Opening, error) {
	first, err := s.explore(ctx, entry, entry.Start(), Filter{})
	if err != nil {
		return nil, err
	}
	var list []Opening
	for _, m := range first.Moves[:min(len(first.Moves), maxOpenings)] {
		o := Opening{Moves: []string{m.Text}, Like: len(m.Like), Count: m.Count, Worth: m.Worth}
		if o.State, err = entry.Start().Play(m.Text); err != nil {
			return nil, err
		}
		if m.Games() > 0 {
			o.Played = 1
		}
		if err := s.extendLine(ctx, entry, &o); err != nil {
			return nil, err
		}
		list = append(list, o)
	}
	return list, nil
}

// extendLine extends the line of an opening by the most played moves, or else by best
// moves.
func (s *Service) extendLine(ctx context.Context, entry *catalog.Entry, o *Opening) error {
	for len(o.Moves) < maxLine {
		p, err := s.explore(ctx, entry, o.State, Filter{})
		if err != nil {
			return err
		}
		if len(p.Moves) == 0 {
			return nil
		}
		next, played := p.Moves[0], p.Moves[0].Games() >= linePlayed && o.Played == len(o.Moves)
		if !played && (!next.Best || o.Played > 0 || len(o.Moves) >= bestLine) {
			return nil
		}
		if played {
			o.Played++
		}
		o.Moves = append(o.Moves, next.Text)
		if o.State, err = o.State.Play(next.Text); err != nil {
			return err
		}
	}
	return nil
}
