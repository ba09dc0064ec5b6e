// SPDX-License-Identifier: Apache-2.0

package arena

import (
	"context"
	"math/rand/v2"

	"cairn/engine"
	"cairn/game"
)

// Openings gives beginnings of games, each random and none twice as long as
// there are others.
type Openings[P game.Position[P, M], M comparable] struct {
	def    *game.Def[P, M]
	plies  int
	random *rand.Rand
	seen   map[uint64]bool
	judge  *engine.Engine[P, M] // nil lets every opening pass
}

// NewOpenings returns openings of that many plies, the same for the same seed.
func NewOpenings[P game.Position[P, M], M comparable](def *game.Def[P, M], plies int, seed uint64) *Openings[P, M] {
	return &Openings[P, M]{def, plies, rand.New(rand.NewPCG(seed, 1)), map[uint64]bool{}, nil}
}

// What is fair: neither side is ahead by more than fairMargin, as a search of
// fairNodes sees it. Games that begin otherwise are mostly won by the same side
// with either player, and show little.
const (
	fairNodes  = 1000
	fairMargin = 150
)

// Fair makes the openings pass over those that are not fair, as long as there
// are others.
func (o *Openings[P, M]) Fair() *Openings[P, M] {
	o.judge = engine.New(*o.def, engine.Options{TableBytes: 1 << 18})
	return o
}

func (o *Openings[P, M]) fair(p P) bool {
	if o.judge == nil {
		return true
	}
	o.judge.Clear()
	r, err := o.judge.Search(context.Background(), p, nil, engine.Limits{Nodes: fairNodes}, nil)
	return err == nil && max(r.Score, -r.Score) <= fairMargin
}

// tries is how many openings are tried to find one that is new and fair.
const tries = 100

// Next returns the moves of an opening, after which play goes on.
func (o *Openings[P, M]) Next() []M {
	var moves []M
	for range tries {
		var p P
		if moves, p = o.wander(); o.seen[p.Hash()] || p.Result().Over() {
			continue
		}
		o.seen[p.Hash()] = true
		if o.fair(p) {
			break
		}
	}
	return moves
}

// wander plays random moves from the start of the game.
func (o *Openings[P, M]) wander() (moves []M, p P) {
	p = o.def.Start()
	for range o.plies {
		options := p.AppendMoves(nil)
		if len(options) == 0 {
			break
		}
		m := options[o.random.IntN(len(options))]
		moves, p = append(moves, m), p.Play(m)
	}
	return moves, p
}
