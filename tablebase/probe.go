// SPDX-License-Identifier: Apache-2.0

package tablebase

import (
	"context"
	"errors"

	"cairn/game"
)

// Prober probes the tables of one rule set. It is safe for concurrent use.
type Prober[P game.Position[P, M], M comparable] struct {
	*Set
	def *Numbered[P, M]
}

// OpenProber opens the tables of a rule set in a folder; see OpenSet. A rule set without
// an index has no tables.
func OpenProber[P game.Position[P, M], M comparable](dir string, def *Numbered[P, M]) (*Prober[P, M], error) {
	return NoTables(def).Reopen(dir)
}

// NoTables returns a prober that knows only ended games.
func NoTables[P game.Position[P, M], M comparable](def *Numbered[P, M]) *Prober[P, M] {
	set := &Set{}
	if def.Index != nil {
		set.key = def.Key()
	}
	return &Prober[P, M]{set, def}
}

// Reopen opens the present tables of a folder; see Set.Reopen.
func (p *Prober[P, M]) Reopen(dir string) (*Prober[P, M], error) {
	if p.def.Index == nil {
		return p, nil
	}
	set, err := p.Set.Reopen(dir)
	if err != nil {
		return nil, err
	}
	return &Prober[P, M]{set, p.def}, nil
}

// Files implements Tables.
func (p *Prober[P, M]) Files() *Set { return p.Set }

// Probe returns the value of a position and whether its plies are known. It does not
// allocate when it finds a table; the error is ErrMissing when there is none and the game
// is not over.
func (p *Prober[P, M]) Probe(pos P) (v Value, plies bool, err error) {
	tier, slot, ok := p.def.Rank(pos)
	if ok {
		v, err = p.At(tier, slot)
		return v, p.Distances(), err
	}
	if result := pos.Result(); result.Over() {
		return Final(result, pos.Turn()), true, nil
	}
	return 0, false, ErrMissing
}

// Final returns the value of a finished game for the side to move.
func Final(result game.Result, turn game.Side) Value {
	winner, decided := result.Verdict.Winner()
	switch {
	case !decided:
		return Drawn
	case winner == turn:
		return Won
	}
	return Lost
}

// Tables are the open tables of one game, for callers that do not know its types.
type Tables interface {
	// ProbeMoves returns the worth of a position and of each of its moves, by the tables
	// or by a search into them. Without a table a worth is unknown; a damaged or wrong
	// table is an error.
	ProbeMoves(ctx context.Context, s game.State) (MoveValues, error)
	// Prove returns the value of a position without plies, with any number of men in
	// hand, by a search of about that much memory, and calls report now and then with
	// the number of searched positions. No other caller may use the tables meanwhile.
	// The error is ErrMissing or ErrFar if no search can find the value.
	Prove(ctx context.Context, s game.State, memory int64, report func(positions uint64)) (Proof, error)
	// Files returns the files of the tables.
	Files() *Set
	// Close closes the tables.
	Close() error
}

// Worth is an exact value, or unknown.
type Worth struct {
	Known bool
	Value Value // reduced to Won, Drawn or Lost if the plies are not known
	Plies int   // until the game is over; -1 for a draw, and if not known
}

// MoveValues is the worth of a position to the side to move, and of its moves in order.
type MoveValues struct {
	Worth
	Moves []MoveWorth
}

// Proof is the result of Tables.Prove.
type Proof struct {
	Value     Value
	Positions uint64 // searched, without the positions in tables
}

// MoveWorth is the worth of a move to the side that makes it.
type MoveWorth struct {
	Move string
	Worth
}

// ProbeMoves implements Tables.
func (t *Prober[P, M]) ProbeMoves(ctx context.Context, s game.State) (MoveValues, error) {
	p := game.MustFast[P, M](s)
	if result := p.Result(); result.Over() {
		w := worth(Final(result, p.Turn()), true)
		w.Plies = min(w.Plies, 0)
		return MoveValues{Worth: w}, nil
	}
	search := t.NewSearch()
	j, best, all, plies := MoveValues{}, Lost, true, true
	for _, m := range p.AppendMoves(nil) {
		v, far, err := search.exact(ctx, p.Play(m))
		w, err := WorthOf(v.Before(), far, err)
		if err != nil {
			return MoveValues{}, err
		}
		if w.Known {
			best = max(best, w.Value)
			plies = plies && (far || w.Value == Drawn)
		}
		all = all && w.Known
		j.Moves = append(j.Moves, MoveWorth{t.def.FormatMove(p, m), w})
	}
	if !plies { // moves can be compared only by values
		for i, m := range j.Moves {
			if m.Known {
				j.Moves[i].Worth = worth(m.Value, false)
			}
		}
	}
	if all && plies {
		j.Worth = worth(best, true)
		return j, nil
	}
	w, err := WorthOf(search.exact(ctx, p))
	if !w.Known && all {
		w = worth(best, false)
	}
	j.Worth = w
	return j, err
}

// Prove implements Tables.
func (t *Prober[P, M]) Prove(ctx context.Context, s game.State, memory int64, report func(uint64)) (Proof, error) {
	t.SetCache(memory / 3)
	search := t.NewProof(memory - memory/3)
	search.Report = report
	v, err := search.Sign(ctx, game.MustFast[P, M](s))
	return Proof{v, search.nodes}, err
}

// WorthOf converts the results of Probe and Value: ErrMissing and ErrFar are an unknown
// worth, not an error.
func WorthOf(v Value, plies bool, err error) (Worth, error) {
	switch {
	case err == nil:
		return worth(v, plies), nil
	case errors.Is(err, ErrMissing), errors.Is(err, ErrFar):
		return Worth{}, nil
	}
	return Worth{}, err
}

func worth(v Value, plies bool) Worth {
	if !plies || v == Drawn {
		return Worth{Known: true, Value: WDL.Reduce(v), Plies: -1}
	}
	return Worth{Known: true, Value: v, Plies: v.Plies()}
}
