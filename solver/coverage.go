// SPDX-License-Identifier: Apache-2.0

package solver

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"time"

	"cairn/tablebase"
)

// Extent is how much of a game is solved.
type Extent string

// The extents, the least first.
const (
	Nothing Extent = "none"
	Endings Extent = "endings" // positions with few men, none in hand
	Moving  Extent = "moving"  // all positions without men in hand
	Whole   Extent = "whole"   // all positions
)

// Coverage is how much of a game its tables cover.
type Coverage struct {
	Extent    Extent
	Men       int  // the limit of Endings
	Each      bool // Men limits the stronger side, not both together
	Distances bool // all tables have the plies to the end
	Tables    int
	Bytes     int64
	Fault     error // of a table that cannot be used; its positions are not covered
}

// Coverage returns how much of the game the tables cover now. A small game is whole,
// since its tables are made on first use.
func (s *Shelf[P, M]) Coverage() Coverage {
	if s.dir == "" || s.Index == nil {
		return Coverage{Extent: Nothing}
	}
	l, err := s.open()
	if err != nil {
		return Coverage{Extent: Nothing, Fault: err}
	}
	c := l.coverage
	if s.Small() && c.Extent != Whole && c.Fault == nil {
		c.Extent, c.Distances = Whole, true
	}
	if fault := s.fault.Load(); fault != nil {
		c.Fault = cmp.Or(c.Fault, *fault)
	}
	return c
}

// cover returns the coverage of open tables.
func (s *Shelf[P, M]) cover(p *tablebase.Prober[P, M]) Coverage {
	c := Coverage{Extent: Nothing, Tables: len(p.Tables()), Bytes: p.Bytes(), Fault: firstFault(p.Set)}
	if s.Index == nil {
		return c
	}
	first := s.Index.Groups()[0][0]
	c.Each = s.Index.Weight(first) < int(first.Own+first.Other)
	if c.Tables == 0 {
		return c
	}
	c.Distances = p.Distances()
	lacks := func(limit int, placing bool) bool {
		return slices.ContainsFunc(slices.Concat(tablebase.Plan(s.Index, limit, placing)...), func(t tablebase.Tier) bool { return p.Tables()[t] == nil })
	}
	switch whole := s.Whole(); {
	case whole && !lacks(0, true):
		c.Extent = Whole
	case whole && !lacks(0, false):
		c.Extent = Moving
	default:
		for _, n := range weights(s.Index) {
			if lacks(n, false) {
				break
			}
			c.Extent, c.Men = Endings, n
		}
	}
	return c
}

// weights returns the different weights of the tiers without men in hand, ascending.
func weights[P any](index tablebase.Indexer[P]) []int {
	all := map[int]bool{}
	for _, group := range index.Groups() {
		if !group[0].Placing() {
			all[index.Weight(group[0])] = true
		}
	}
	return slices.Sorted(maps.Keys(all))
}

// firstFault returns the fault of the first faulty table, nil if all are sound.
func firstFault(set *tablebase.Set) error {
	tiers := slices.SortedFunc(maps.Keys(set.Faults()), func(a, b tablebase.Tier) int { return cmp.Compare(a.String(), b.String()) })
	if len(tiers) == 0 {
		return nil
	}
	return set.Faults()[tiers[0]]
}

// Cost is the cost of making tables. Memory is for the largest group of tiers; disk
// and processor time are estimated from measured runs.
type Cost struct {
	Tables int // to be made
	Slots  uint64
	Memory uint64 // bytes
	Disk   uint64 // bytes
	CPU    time.Duration
}

// Bytes of a slot in a file, and slots solved in a second on one core. Games differ:
// nine men's morris takes 0.08 and 0.35 bytes, its moving phase is solved at 6.5 and
// its placing phase at 16 million a second; Fanorona, which is solved the general way,
// at 1.2 million.
const (
	plainBytes, distanceBytes = 0.1, 0.4

	fastSlots, placingSlots, generalSlots = 6_000_000, 14_000_000, 1_200_000
)

// Cost returns the cost of making the missing tables. Tables that have to be made again
// with distances count as missing.
func (s *Shelf[P, M]) Cost(o Options) (c Cost) {
	if s.Index == nil {
		return c
	}
	o.KeepDTW = true
	r := newRun(context.Background(), s.Numbered, o)
	bytes := plainBytes
	if r.Kind == tablebase.DTW {
		bytes = distanceBytes
	}
	for _, group := range tablebase.Plan(s.Index, o.Limit, o.Placing) {
		if present, _ := r.present(group); present {
			continue
		}
		pace := float64(generalSlots)
		if filler, _ := r.fillerFor(group); filler != nil && group[0].Placing() {
			pace = placingSlots
		} else if filler != nil {
			pace = fastSlots
		}
		slots, need := r.slots(group), r.need(group)
		c.Tables += len(group)
		c.Slots += slots
		c.Memory = max(c.Memory, need+need/(headroom-1)+1<<20)
		c.Disk += uint64(bytes * float64(slots))
		c.CPU += time.Duration(float64(slots) / pace * float64(time.Second))
	}
	return c
}

// Limits returns the limits that divide the tables without men in hand, ascending.
func (s *Shelf[P, M]) Limits() []int {
	if s.Index == nil {
		return nil
	}
	return weights(s.Index)
}
