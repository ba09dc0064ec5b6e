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
	// Prove finds out what a position is worth, without plies and however many
	// men are in hand, by a search that uses about that much memory and tells
	// report now and then how many positions it has looked at. It takes the
	// tables for itself. The error is tablebase.ErrMissing or tablebase.ErrFar
	// where no search can tell.
	Prove(ctx context.Context, s game.State, memory int64, report func(positions uint64)) (Proof, error)
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

// Proof is a value that was searched for, and how many positions that took
// beside those in tables.
type Proof struct {
	Value     game.Value
	Positions uint64
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
	j, best, all := Judgement{}, game.Lost, true
	for _, m := range p.AppendMoves(nil) {
		w, err := t.ask(ctx, search, p.Play(m))
		if err != nil {
			return Judgement{}, err
		}
		if w.Known {
			w = worth(w.Value.Before(), t.Distances())
			best = max(best, w.Value)
		}
		all = all && w.Known
		j.Moves = append(j.Moves, MoveWorth{t.def.FormatMove(p, m), w})
	}
	if all {
		j.Worth = worth(best, t.Distances())
		return j, nil
	}
	w, err := t.ask(ctx, search, p)
	j.Worth = w
	return j, err
}

// ask returns the worth of a position, none where nothing is known.
func (t *tables[P, M]) ask(ctx context.Context, search *tablebase.Search[P, M], p P) (Worth, error) {
	v, plies, err := search.Value(ctx, p)
	switch {
	case err == nil:
		return worth(v, plies), nil
	case unknown(err):
		return Worth{}, nil
	}
	return Worth{}, err
}

func (t *tables[P, M]) Prove(ctx context.Context, s game.State, memory int64, report func(uint64)) (Proof, error) {
	t.Keep(memory / 3)
	search := t.NewProof(memory - memory/3)
	search.Report = report
	v, err := search.Sign(ctx, t.fast(s))
	return Proof{v, search.Positions()}, err
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
