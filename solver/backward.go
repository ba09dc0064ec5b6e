// SPDX-License-Identifier: Apache-2.0

package solver

import (
	"bytes"
	"slices"
	"sync"

	"cairn/game"
	"cairn/tablebase"
)

// backward solves a group of tiers by retrograde analysis. Where the index lists the
// parents of a position it needs two bytes a slot and no list of moves; the slots that
// become final at a ply are found by scanning for their value.
//
// Moves that lead to mirror images of one position count as one, and so do parents:
// a position that is its own mirror image has fewer unmoves than moves lead to it.
type backward[P game.Position[P, M], M comparable] struct {
	*run[P, M]
	parents    tablebase.Parenter[P] // nil if the index does not list parents
	lists      parentLists           // replace it then
	group      []tablebase.Tier
	first      []uint64 // tier → the number of its first slot; one more at the end
	value      []byte   // the best value so far
	open       []byte   // moves inside the group not yet known to lose
	locks      [1 << 10]sync.Mutex
	order      tablebase.Propagation
	workspaces []workspace[P]
	found      []uint64 // slots of the window that are final at the current ply
	final      int      // final slots so far, for the progress
}

// workspace is the memory of one worker.
type workspace[P any] struct {
	parents []P
	slots   []uint64 // numbers of the successors or parents of one position
	links   []link   // the moves it has found, without a Parenter
	found   []uint64
}

const (
	// duplicate in open marks slots that hold the mirror image of another slot.
	duplicate = 255
	// initialShare is the share of the time that initialize takes, measured.
	initialShare = 0.4
	// window is how many slots are scanned at a time for final values.
	window = 1 << 22
)

// addressOf returns the address of a numbered slot, the inverse of numberOf.
func (b *backward[P, M]) addressOf(at uint64) address {
	i := 0
	for at >= b.first[i+1] {
		i++
	}
	return address{b.group[i], at - b.first[i]}
}

func (b *backward[P, M]) numberOf(at address) uint64 {
	return b.first[slices.Index(b.group, at.tier)] + at.slot
}

// initialize gives every slot the value of its best move out of the group, and
// counts the positions inside the group that its other moves lead to.
func (b *backward[P, M]) initialize(below map[tablebase.Tier][]byte) error {
	expanders := b.expanders(below)
	err := b.each(len(b.value), func(worker, from, to int) {
		for at := uint64(from); at < uint64(to); at++ {
			b.initializeSlot(&expanders[worker], &b.workspaces[worker], at)
		}
	})
	if err == nil && b.parents == nil {
		b.invert()
	}
	return err
}

func (b *backward[P, M]) initializeSlot(e *expander[P, M], w *workspace[P], at uint64) {
	where := b.addressOf(at)
	p := b.index.Unrank(where.tier, where.slot)
	if _, slot, _ := b.index.Rank(p); slot != where.slot {
		b.open[at] = duplicate
		return
	}
	v := b.order.Fresh(e.expand(p))
	w.slots = w.slots[:0]
	for _, to := range e.inside {
		w.slots = append(w.slots, b.numberOf(to))
	}
	next := w.distinct()
	b.value[at], b.open[at] = byte(v), byte(len(next))
	if v > tablebase.Drawn || v < tablebase.Drawn && len(next) == 0 {
		b.order.Mark(v)
	}
	if b.parents == nil {
		for _, to := range next {
			w.links = append(w.links, link{uint32(at), uint32(to)})
		}
	}
}

// distinct returns the numbers in slots, each once.
func (w *workspace[P]) distinct() []uint64 {
	slices.Sort(w.slots)
	return slices.Compact(w.slots)
}

// propagateValue propagates a value to the parents of all slots that have it, and
// reports whether there are any.
func (b *backward[P, M]) propagateValue(v tablebase.Value) (any bool, err error) {
	for from := 0; from < len(b.value); from += window {
		if err := b.collect(from, min(from+window, len(b.value)), v); err != nil {
			return false, err
		}
		any = any || len(b.found) > 0
		b.final += len(b.found)
		share := initialShare + (1-initialShare)*float64(b.final)/float64(len(b.value))
		b.track.task(share, share)
		if b.Kind == tablebase.WDL {
			for _, at := range b.found {
				b.value[at] = byte(tablebase.WDL.Reduce(v))
			}
		}
		err := b.each(len(b.found), func(worker, from, to int) {
			for _, at := range b.found[from:to] {
				b.propagate(&b.workspaces[worker], at, v)
			}
		})
		if err != nil {
			return false, err
		}
	}
	return any, nil
}

// collect finds the slots of a window whose value is final.
func (b *backward[P, M]) collect(start, end int, v tablebase.Value) error {
	for i := range b.workspaces {
		b.workspaces[i].found = b.workspaces[i].found[:0]
	}
	err := b.each(end-start, func(worker, from, to int) {
		w := &b.workspaces[worker]
		for at, to := start+from, start+to; at < to; at++ {
			next := bytes.IndexByte(b.value[at:to], byte(v))
			if next < 0 {
				return
			}
			if at += next; v > tablebase.Drawn || b.open[at] == 0 {
				w.found = append(w.found, uint64(at))
			}
		}
	})
	b.found = b.found[:0]
	for i := range b.workspaces {
		b.found = append(b.found, b.workspaces[i].found...)
	}
	return err
}

// propagate updates the parents of a slot.
func (b *backward[P, M]) propagate(w *workspace[P], at uint64, v tablebase.Value) {
	after := b.order.Fresh(v.Before())
	if b.parents == nil {
		for _, parent := range b.lists.from[b.lists.first[at]:b.lists.first[at+1]] {
			b.reach(uint64(parent), after)
		}
		return
	}
	where := b.addressOf(at)
	w.parents = b.parents.AppendParents(w.parents[:0], b.index.Unrank(where.tier, where.slot))
	w.slots = w.slots[:0]
	for _, p := range w.parents {
		tier, slot, _ := b.index.Rank(p)
		w.slots = append(w.slots, b.numberOf(address{tier, slot}))
	}
	for _, parent := range w.distinct() {
		b.reach(parent, after)
	}
}

// reach updates a position by the final value of one of its moves.
func (b *backward[P, M]) reach(at uint64, v tablebase.Value) {
	lock := &b.locks[at%uint64(len(b.locks))]
	lock.Lock()
	defer lock.Unlock()
	now := tablebase.Value(b.value[at])
	if v < tablebase.Drawn {
		b.open[at]--
		if b.open[at] > 0 || now >= tablebase.Drawn {
			return
		}
		v = max(v, now)
	} else if v <= now {
		return
	}
	b.value[at] = byte(v)
	b.order.Mark(v)
}

// finish makes undecided positions draws, and copies values to mirror images.
func (b *backward[P, M]) finish() error {
	err := b.each(len(b.value), func(_, from, to int) {
		for at := from; at < to; at++ {
			if b.open[at] > 0 && tablebase.Value(b.value[at]) < tablebase.Drawn {
				b.value[at] = byte(tablebase.Drawn)
			}
		}
	})
	if err != nil {
		return err
	}
	return b.each(len(b.value), func(_, from, to int) {
		for at := uint64(from); at < uint64(to); at++ {
			if b.open[at] == duplicate {
				where := b.addressOf(at)
				tier, slot, _ := b.index.Rank(b.index.Unrank(where.tier, where.slot))
				b.value[at] = b.value[b.numberOf(address{tier, slot})]
			}
		}
	})
}
