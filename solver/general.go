// SPDX-License-Identifier: Apache-2.0

package solver

import (
	"fmt"

	"cairn/game"
	"cairn/tablebase"
)

// The general way solves any group of tiers: every position is set up, every
// move played. It is some fifty times slower than a way that knows the game, and
// what such a way is measured against.

// generalNeed estimates the memory: value, counter, and the moves inside the
// group in both directions. Tiers with men in hand have none.
func (r *run[P, M]) generalNeed(group []game.Tier) uint64 {
	bytes := uint64(2 + 12*24)
	if group[0].Placing() {
		bytes = 2
	}
	return bytes * r.slots(group)
}

// general returns the values of a group by the general way.
func (r *run[P, M]) general(group []game.Tier, below map[game.Tier][]byte) ([][]byte, error) {
	total := r.slots(group)
	if total >= 1<<32 {
		return nil, fmt.Errorf("%w: %d slots are too many for the general way", ErrMemory, total)
	}
	g := &graph{value: make([]byte, total), open: make([]uint16, total)}
	links := make([][]link, r.Workers)
	offset := uint64(0)
	offsets := map[game.Tier]uint64{}
	for _, t := range group {
		offsets[t] = offset
		offset += r.index.Size(t)
	}
	for _, t := range group {
		err := r.visit(t, below, func(worker int, slot uint64, best game.Value, inside []place) {
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
	if err := g.solve(); err != nil {
		return nil, err
	}
	values := make([][]byte, len(group))
	for i, t := range group {
		from, to := offsets[t], offsets[t]+r.index.Size(t)
		values[i] = g.value[from:to:to]
	}
	return values, nil
}

// place is where a position stands.
type place struct {
	tier game.Tier
	slot uint64
}

// visit calls found for every slot of a tier with the best value that moves to
// the tiers below have, and the places that the other moves lead to. A game that
// is over has no moves, and its value is that of its end.
func (r *run[P, M]) visit(t game.Tier, below map[game.Tier][]byte, found func(worker int, slot uint64, best game.Value, inside []place)) error {
	stacks, places := make([][]M, r.Workers), make([][]place, r.Workers)
	return r.each(int(r.index.Size(t)), func(worker, from, to int) {
		moves, inside := stacks[worker], places[worker]
		for slot := uint64(from); slot < uint64(to); slot++ {
			p := r.index.Unrank(t, slot)
			moves, inside = p.AppendMoves(moves[:0]), inside[:0]
			best := game.Lost
			if len(moves) == 0 {
				best = tablebase.Final(p.Result(), p.Turn())
			}
			for _, m := range moves {
				q := p.Play(m)
				tier, at, ok := r.index.Rank(q)
				if !ok {
					best = max(best, tablebase.Final(q.Result(), q.Turn()).Before())
				} else if values, has := below[tier]; has {
					best = max(best, game.Value(values[at]).Before())
				} else {
					inside = append(inside, place{tier, at})
				}
			}
			found(worker, slot, best, inside)
		}
		stacks[worker], places[worker] = moves, inside
	})
}
