// SPDX-License-Identifier: Apache-2.0

package catalog

import (
	"context"
	"errors"

	"cairn/game"
	"cairn/tablebase"
)

// Tables are the open tables of one game.
type Tables interface {
	// Judge tells what a position and each of its moves is worth, by the tables
	// or by a search into them. A table that is damaged or wrong is an error; one
	// that is missing leaves values unknown.
	Judge(ctx context.Context, s game.State) (Judgement, error)
	// Close closes the tables.
	Close() error
}

// Worth is a value, or none.
type Worth struct {
	Known bool
	Value game.Value
	Plies int // until the game is over; -1 for a draw, and where only values are known
}

// Judgement is what a position is worth to the side to move, and its moves in
// their order.
type Judgement struct {
	Worth
	Moves []MoveWorth
}

// MoveWorth is what a move is worth to whoever makes it.
type MoveWorth struct {
	Move string
	Worth
}

type tables[P game.Position[P, M], M comparable] struct {
	*tablebase.Prober[P, M]
	*binding[P, M]
}

func (t *tables[P, M]) Judge(ctx context.Context, s game.State) (Judgement, error) {
	p := t.fast(s)
	if result := p.Result(); result.Over() {
		w := worth(tablebase.Final(result, p.Turn()), true)
		w.Plies = min(w.Plies, 0)
		return Judgement{Worth: w}, nil
	}
	search := t.NewSearch()
	var j Judgement
	for _, m := range p.AppendMoves(nil) {
		v, plies, err := search.Value(ctx, p.Play(m))
		if err != nil && !unknown(err) {
			return Judgement{}, err
		}
		mw := MoveWorth{Move: t.def.FormatMove(p, m)}
		if err == nil {
			mw.Worth = worth(v.Before(), plies)
		}
		j.Moves = append(j.Moves, mw)
	}
	v, plies, err := search.Value(ctx, p)
	if err != nil && !unknown(err) {
		return Judgement{}, err
	}
	if err == nil {
		j.Worth = worth(v, plies)
	}
	return j, nil
}

// unknown reports whether an error only means that nothing is known.
func unknown(err error) bool {
	return errors.Is(err, tablebase.ErrMissing) || errors.Is(err, tablebase.ErrFar)
}

func worth(v game.Value, plies bool) Worth {
	w := Worth{Known: true, Value: v, Plies: -1}
	if plies && v != game.Drawn {
		w.Plies = v.Plies()
	}
	return w
}
