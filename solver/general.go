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

// generalNeed estimates the bytes that general takes: value, counter, and the moves
// inside the group in both directions. Tiers with men in hand have no such moves.
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

// general returns the values of a group, by backward where the index lists parents.
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
		err := r.scan(t, below, func(worker int, slot uint64, best tablebase.Value, inside []address) {
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
		g.solveWDL()
	} else if err := g.solveDTW(); err != nil {
		return nil, err
	}
	values := make([][]byte, len(group))
	for i, t := range group {
		from, to := offsets[t], offsets[t]+r.index.Size(t)
		values[i] = g.value[from:to:to]
	}
	return values, nil
}

// scan calls found for every slot of a tier with the best value of its moves to tiers
// below, and the addresses its moves inside the group lead to.
func (r *run[P, M]) scan(t tablebase.Tier, below map[tablebase.Tier][]byte, found func(worker int, slot uint64, best tablebase.Value, inside []address)) error {
	lookouts := r.expanders(below)
	return r.each(int(r.index.Size(t)), func(worker, from, to int) {
		l := &lookouts[worker]
		for slot := uint64(from); slot < uint64(to); slot++ {
			best := l.expand(r.index.Unrank(t, slot))
			found(worker, slot, best, l.inside)
		}
	})
}

// graph is the positions of a group and the moves between them.
type graph struct {
	value []byte   // the best value so far
	open  []uint16 // moves inside the group not yet known to lose
	first []uint32 // position → its first entry in from; one more at the end
	from  []uint32 // parents, position by position
}

// link is a move inside the group.
type link struct{ from, to uint32 }

// invert lists the parents of every position.
func (g *graph) invert(lists [][]link) {
	g.first = make([]uint32, len(g.value)+1)
	for _, links := range lists {
		for _, l := range links {
			g.first[l.to+1]++
		}
	}
	for i := range g.value {
		g.first[i+1] += g.first[i]
	}
	g.from = make([]uint32, g.first[len(g.value)])
	next := append([]uint32(nil), g.first...)
	for _, links := range lists {
		for _, l := range links {
			g.from[next[l.to]] = l.from
			next[l.to]++
		}
	}
}

// solveDTW finds the values ply by ply from the end of the game backwards.
func (g *graph) solveDTW() error {
	var due [tablebase.MaxPlies + 2][]uint32
	for i, v := range g.value {
		if v := tablebase.Value(v); v > tablebase.Drawn || v < tablebase.Drawn && g.open[i] == 0 {
			due[v.Plies()] = append(due[v.Plies()], uint32(i))
		}
	}
	for ply := range due {
		for _, at := range due[ply] {
			v := tablebase.Value(g.value[at])
			if v.Plies() != ply || v == tablebase.Drawn {
				continue // a shorter win was found
			}
			for _, from := range g.from[g.first[at]:g.first[at+1]] {
				if new, changed := g.reach(from, v); changed {
					due[new.Plies()] = append(due[new.Plies()], from)
				}
			}
		}
	}
	g.finish()
	if len(due[tablebase.MaxPlies+1]) > 0 {
		return tablebase.ErrTooLong // the side that must move there loses later than a Value can hold
	}
	return nil
}

// finish makes undecided positions draws.
func (g *graph) finish() {
	for i, v := range g.value {
		if g.open[i] > 0 && tablebase.Value(v) < tablebase.Drawn {
			g.value[i] = byte(tablebase.Drawn)
		}
	}
}

// solveWDL finds the values without distances, in any order, however long a game
// lasts.
func (g *graph) solveWDL() {
	var queue []uint32
	for i, v := range g.value {
		if v := tablebase.Value(v); v > tablebase.Drawn || v < tablebase.Drawn && g.open[i] == 0 {
			queue = append(queue, uint32(i))
		}
	}
	for n := len(queue); n > 0; n = len(queue) {
		at := queue[n-1]
		queue = queue[:n-1]
		won := tablebase.Value(g.value[at]) > tablebase.Drawn
		for _, from := range g.from[g.first[at]:g.first[at+1]] {
			if g.decide(from, won) {
				queue = append(queue, from)
			}
		}
	}
	g.finish()
}

// decide updates a position by a move into a won or else lost one, and reports whether
// that decides it.
func (g *graph) decide(at uint32, won bool) bool {
	now := tablebase.Value(g.value[at])
	if !won {
		g.value[at] = byte(tablebase.Won)
		return now <= tablebase.Drawn
	}
	g.open[at]--
	return g.open[at] == 0 && now < tablebase.Drawn
}

// reach updates a position by a move into a final value. It returns the value of the
// position and true if that may be final now.
func (g *graph) reach(at uint32, v tablebase.Value) (tablebase.Value, bool) {
	now := tablebase.Value(g.value[at])
	after := v.Before()
	if after > tablebase.Drawn {
		if after <= now {
			return 0, false
		}
		g.value[at] = byte(after)
		return after, true
	}
	g.open[at]--
	if g.open[at] > 0 || now >= tablebase.Drawn {
		return 0, false
	}
	after = max(after, now)
	g.value[at] = byte(after)
	return after, true
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
func (l *expander[P, M]) expand(p P) tablebase.Value {
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
			l.inside = append(l.inside, address{tier, at})
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
