// SPDX-License-Identifier: Apache-2.0

package library

import (
	"context"

	"cairn/catalog"
	"cairn/game"
	"cairn/internal/study"
)

// Opening is a first move with how games went on from it.
type Opening struct {
	Moves  []string // the line, named by its moves
	Played int      // how many of them were chosen because people played them; the rest are best moves
	Like   int      // first moves that symmetries make the same
	Count           // games with that first move
	Worth  study.Worth
	State  game.State // after the line
}

const (
	maxOpenings = 12 // first moves
	maxLine     = 6  // plies of a line that was played
	bestLine    = 4  // plies of a line that goes on with best moves
	linePlayed  = 2  // games from which on a move continues a line
)

// Openings returns the first moves of a game: those that people play, the most played
// first, and then those that tables know to be best.
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

// extendLine lengthens the line of an opening: by what was played most, or else by best
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
