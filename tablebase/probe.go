// SPDX-License-Identifier: Apache-2.0

package tablebase

import "cairn/game"

// Prober answers for the positions of one rule set. It is safe for concurrent
// use.
type Prober[P game.Position[P, M], M comparable] struct {
	*Set
	index game.Indexer[P]
	eval  func(P) int // may be nil
}

// OpenProber opens the tables of a rule set in a folder; see OpenSet. A rule set
// without an index has none.
func OpenProber[P game.Position[P, M], M comparable](dir string, def *game.Def[P, M]) (*Prober[P, M], error) {
	if def.Index == nil {
		return &Prober[P, M]{Set: &Set{}}, nil
	}
	set, err := OpenSet(dir, KeyOf(&def.Info, def.Index.Scheme()))
	if err != nil {
		return nil, err
	}
	return &Prober[P, M]{set, def.Index, def.Eval}, nil
}

// Probe returns the value of a position and whether its plies are known. It
// allocates nothing where a table answers; the error is ErrMissing where none
// does and the game goes on.
func (p *Prober[P, M]) Probe(pos P) (v game.Value, plies bool, err error) {
	tier, slot, ok := p.rank(pos)
	if ok {
		v, err = p.At(tier, slot)
		return v, p.Distances(), err
	}
	if result := pos.Result(); result.Over() {
		return Final(result, pos.Turn()), true, nil
	}
	return 0, false, ErrMissing
}

// rank is the index's Rank, also where there is no index.
func (p *Prober[P, M]) rank(pos P) (game.Tier, uint64, bool) {
	if p.index == nil {
		return game.Tier{}, 0, false
	}
	return p.index.Rank(pos)
}

// Final returns the value of a game that is over for the side to move.
func Final(result game.Result, turn game.Side) game.Value {
	winner, decided := result.Verdict.Winner()
	switch {
	case !decided:
		return game.Drawn
	case winner == turn:
		return game.Won
	}
	return game.Lost
}
