// SPDX-License-Identifier: Apache-2.0

package solver

import (
	"cairn/game"
	"cairn/tablebase"
)

// check plays every move of every position of a tier and returns how many values
// differ from what those of the successors imply. It knows nothing of the way
// they were found.
func (r *run[P, M]) check(t game.Tier) (wrong uint64, err error) {
	around := map[game.Tier][]byte{t: nil, t.Partner(): nil}
	if t.Placing() {
		delete(around, t.Partner())
	}
	for _, b := range r.index.Below(t) {
		around[b] = nil
	}
	for tier := range around {
		if around[tier], err = r.load(tier); err != nil {
			return 0, err
		}
	}
	values, counts := r.values[t], make([]uint64, r.Workers)
	err = r.visit(t, around, func(worker int, slot uint64, best game.Value, _ []place) {
		if r.Kind == tablebase.WDL {
			best = r.Kind.Reduce(best)
		}
		if game.Value(values[slot]) != best {
			counts[worker]++
		}
	})
	for _, n := range counts {
		wrong += n
	}
	return wrong, err
}
