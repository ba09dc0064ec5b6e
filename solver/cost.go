// SPDX-License-Identifier: Apache-2.0

package solver

import (
	"context"
	"time"

	"cairn/tablebase"
)

// Cost is what making tables takes. Memory is for the largest group of tiers; disk
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

// Cost returns what making the missing tables takes. Tables that have to be made again
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
