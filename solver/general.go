// SPDX-License-Identifier: Apache-2.0

package solver

import (
	"fmt"

	"cairn/game"
	"cairn/tablebase"
)

// The general solver solves any group of tiers: it sets up every position and plays
// every move. It is some fifty times slower than a Filler, and tests compare Fillers
// with it.

// generalNeed returns the bytes that general takes: value, counter, twice the numbers of a
// window, and without a Parenter the moves inside the group in both directions, about 24
// a position. Tiers with men in hand have no such moves.
func (r *run[P, M]) generalNeed(group []tablebase.Tier) uint64 {
	slots := r.slots(group)
	bytes := 2*slots + 16*min(slots, window)
	if _, ok := r.index.(tablebase.Parenter[P]); !ok && !group[0].Placing() {
		bytes += 12 * 24 * slots
	}
	return bytes
}

// general returns the values of a group.
func (r *run[P, M]) general(group []tablebase.Tier, below map[tablebase.Tier][]byte) ([][]byte, error) {
	b := &backward[P, M]{run: r, group: group, first: []uint64{0}, workspaces: make([]workspace[P], r.Workers)}
	for i, t := range group {
		b.first = append(b.first, b.first[i]+r.index.Size(t))
	}
	total := b.first[len(group)]
	b.order.WDLOnly = r.Kind == tablebase.WDL
	b.parents, _ = r.index.(tablebase.Parenter[P])
	if b.parents == nil && total >= 1<<32 {
		return nil, fmt.Errorf("%w: %d slots are too many for the general way", ErrMemory, total)
	}
	b.value, b.open = make([]byte, total), make([]byte, total)
	r.track.task(0, initialShare)
	if err := b.initialize(below); err != nil {
		return nil, err
	}
	if err := b.order.Run(b.propagateValue); err != nil {
		return nil, err
	}
	if err := b.finish(); err != nil {
		return nil, err
	}
	values := make([][]byte, len(group))
	for i := range group {
		from, to := b.first[i], b.first[i+1]
		values[i] = b.value[from:to:to]
	}
	return values, nil
}

// link is a move inside the group, by the numbers of the slots.
type link struct{ from, to uint32 }

// parentLists are the parents of every slot.
type parentLists struct {
	first []uint32 // slot → its first entry in from; one more at the end
	from  []uint32
}

// invert lists the parents of all slots by the moves that each worker has found.
func (b *backward[P, M]) invert() {
	first := make([]uint32, len(b.value)+1)
	for i := range b.workspaces {
		for _, l := range b.workspaces[i].links {
			first[l.to+1]++
		}
	}
	for i := range b.value {
		first[i+1] += first[i]
	}
	b.lists = parentLists{first, make([]uint32, first[len(b.value)])}
	next := append([]uint32(nil), first...)
	for i := range b.workspaces {
		for _, l := range b.workspaces[i].links {
			b.lists.from[next[l.to]] = l.from
			next[l.to]++
		}
		b.workspaces[i].links = nil
	}
}

// address is the slot of a position.
type address struct {
	tier tablebase.Tier
	slot uint64
}

// expander expands positions for one worker.
type expander[P game.Position[P, M], M comparable] struct {
	index  tablebase.Indexer[P]
	below  map[tablebase.Tier][]byte
	moves  []M
	inside []address
}

// expand plays all moves of a position. It returns the best value of the moves to tiers
// below, or the final value of a game that is over, and sets inside to the addresses
// that the moves inside the group lead to.
func (e *expander[P, M]) expand(p P) tablebase.Value {
	e.moves, e.inside = p.AppendMoves(e.moves[:0]), e.inside[:0]
	if len(e.moves) == 0 {
		return tablebase.Final(p.Result(), p.Turn())
	}
	best := tablebase.Lost
	for _, m := range e.moves {
		q := p.Play(m)
		tier, at, ok := e.index.Rank(q)
		if !ok {
			best = max(best, tablebase.Final(q.Result(), q.Turn()).Before())
		} else if values, has := e.below[tier]; has {
			best = max(best, tablebase.Value(values[at]).Before())
		} else {
			e.inside = append(e.inside, address{tier, at})
		}
	}
	return best
}

// expanders returns an expander for each worker.
func (r *run[P, M]) expanders(below map[tablebase.Tier][]byte) []expander[P, M] {
	all := make([]expander[P, M], r.Workers)
	for i := range all {
		all[i] = expander[P, M]{index: r.index, below: below}
	}
	return all
}
