// SPDX-License-Identifier: Apache-2.0

package engine

import (
	"math/rand/v2"

	"cairn/game"
)

// novice plays by taste alone: the moves the game values most, one of them at
// random. It does not look ahead, so its score is always 0.
func (e *Engine[P, M]) novice(p P, random *rand.Rand) Result[M] {
	moves := p.AppendMoves(nil)
	taste := e.def.Greed
	if taste == nil {
		taste = plainTaste
	}
	var favourites []M
	most := 0
	for _, m := range moves {
		value := taste(p, m)
		if len(favourites) == 0 || value > most {
			favourites, most = favourites[:0], value
		}
		if value == most {
			favourites = append(favourites, m)
		}
	}
	m := favourites[random.IntN(len(favourites))]
	return Result[M]{Move: m, Nodes: uint64(len(moves)), PV: []M{m}}
}

// plainTaste serves games that have none of their own: a move that wins at
// once, else the one that takes most.
func plainTaste[P game.Position[P, M], M comparable](p P, m M) int {
	if winner, ok := p.Play(m).Result().Verdict.Winner(); ok && winner == p.Turn() {
		return Win
	}
	return p.Takes(m)
}
