// SPDX-License-Identifier: Apache-2.0

package solver

import (
	"cairn/game"
	"cairn/tablebase"
)

// place is where a position stands.
type place struct {
	tier tablebase.Tier
	slot uint64
}

// lookout looks at the moves of positions, one after the other. One worker has
// it.
type lookout[P game.Position[P, M], M comparable] struct {
	index  tablebase.Indexer[P]
	below  map[tablebase.Tier][]byte
	moves  []M
	inside []place
}

// look returns the best value that moves to the tiers below have, and leaves in
// inside the places that the other moves lead to. A game that is over has no
// moves, and its value is that of its end.
func (l *lookout[P, M]) look(p P) tablebase.Value {
	l.moves, l.inside = p.AppendMoves(l.moves[:0]), l.inside[:0]
	if len(l.moves) == 0 {
		return tablebase.Final(p.Result(), p.Turn())
	}
	best := tablebase.Lost
	for _, m := range l.moves {
		q := p.Play(m)
		tier, at, ok := l.index.Rank(q)
		if !ok {
			best = max(best, tablebase.Final(q.Result(), q.Turn()).Before())
		} else if values, has := l.below[tier]; has {
			best = max(best, tablebase.Value(values[at]).Before())
		} else {
			l.inside = append(l.inside, place{tier, at})
		}
	}
	return best
}

// lookouts returns one for each worker.
func (r *run[P, M]) lookouts(below map[tablebase.Tier][]byte) []lookout[P, M] {
	all := make([]lookout[P, M], r.Workers)
	for i := range all {
		all[i] = lookout[P, M]{index: r.index, below: below}
	}
	return all
}
