// SPDX-License-Identifier: Apache-2.0

package tablebase

import "cairn/game"

// Prober answers for the positions of one rule set. It is safe for concurrent
// use.
type Prober[P game.Position[P, M], M comparable] struct {
	*Set
	def *Numbered[P, M]
}

// OpenProber opens the tables of a rule set in a folder; see OpenSet. A rule set
// without an index has none.
func OpenProber[P game.Position[P, M], M comparable](dir string, def *Numbered[P, M]) (*Prober[P, M], error) {
	if def.Index == nil {
		return &Prober[P, M]{&Set{}, def}, nil
	}
	set, err := OpenSet(dir, def.Key())
	if err != nil {
		return nil, err
	}
	return &Prober[P, M]{set, def}, nil
}

// Files implements Tables.
func (p *Prober[P, M]) Files() *Set { return p.Set }

// Probe returns the value of a position and whether its plies are known. It
// allocates nothing where a table answers; the error is ErrMissing where none
// does and the game goes on.
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

// Final returns the value of a game that is over for the side to move.
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
