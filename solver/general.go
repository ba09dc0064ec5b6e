// SPDX-License-Identifier: Apache-2.0

package solver

import (
	"fmt"

	"cairn/tablebase"
)

// The general way solves any group of tiers: every position is set up, every
// move played. It is some fifty times slower than a way that knows the game, and
// what such a way is measured against.

// generalNeed estimates the memory: value, counter, and the moves inside the
// group in both directions. Tiers with men in hand have none.
func (r *run[P, M]) generalNeed(group []tablebase.Tier) uint64 {
	if _, ok := r.index.(tablebase.Parenter[P]); ok {
		return r.backwardNeed(group)
	}
	bytes := uint64(2 + 12*24)
	if group[0].Placing() {
		bytes = 2
	}
	return bytes * r.slots(group)
}

// general returns the values of a group by the general way, or by the backward
// way where the index knows that.
func (r *run[P, M]) general(group []tablebase.Tier, below map[tablebase.Tier][]byte) ([][]byte, error) {
	if parents, ok := r.index.(tablebase.Parenter[P]); ok {
		return r.backward(parents, group, below)
	}
	total := r.slots(group)
	if total >= 1<<32 {
		return nil, fmt.Errorf("%w: %d slots are too many for the general way", ErrMemory, total)
	}
	g := &graph{value: make([]byte, total), open: make([]uint16, total)}
	links := make([][]link, r.Workers)
	offset := uint64(0)
	offsets := map[tablebase.Tier]uint64{}
	for _, t := range group {
		offsets[t] = offset
		offset += r.index.Size(t)
	}
	for _, t := range group {
		err := r.visit(t, below, func(worker int, slot uint64, best tablebase.Value, inside []place) {
			from := uint32(offsets[t] + slot)
			g.value[from], g.open[from] = byte(best), uint16(len(inside))
			for _, to := range inside {
				links[worker] = append(links[worker], link{from, uint32(offsets[to.tier] + to.slot)})
			}
		})
		if err != nil {
			return nil, err
		}
	}
	g.invert(links)
	if r.Kind == tablebase.WDL {
		g.solvePlain()
	} else if err := g.solve(); err != nil {
		return nil, err
	}
	values := make([][]byte, len(group))
	for i, t := range group {
		from, to := offsets[t], offsets[t]+r.index.Size(t)
		values[i] = g.value[from:to:to]
	}
	return values, nil
}

// visit calls found for every slot of a tier with the best value that moves to
// the tiers below have, and the places that the other moves lead to.
func (r *run[P, M]) visit(t tablebase.Tier, below map[tablebase.Tier][]byte, found func(worker int, slot uint64, best tablebase.Value, inside []place)) error {
	lookouts := r.lookouts(below)
	return r.each(int(r.index.Size(t)), func(worker, from, to int) {
		l := &lookouts[worker]
		for slot := uint64(from); slot < uint64(to); slot++ {
			best := l.look(r.index.Unrank(t, slot))
			found(worker, slot, best, l.inside)
		}
	})
}
