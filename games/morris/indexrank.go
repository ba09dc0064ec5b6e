// SPDX-License-Identifier: Apache-2.0

package morris

import (
	"math/bits"
	"sync"
)

// Sets of k points are numbered in colexicographic order: the set of points
// p0 < p1 < … has the number C(p0,1) + C(p1,2) + …, which does not depend on how
// many points the board has.

// largest is the number of points of the largest board.
const largest = 24

// choose holds the binomial coefficients.
var choose = func() (c [largest + 2][largest + 2]uint32) {
	for n := range c {
		c[n][0] = 1
		for k := 1; k <= n; k++ {
			c[n][k] = c[n-1][k-1] + c[n-1][k]
		}
	}
	return c
}()

// ranker numbers sets and packs them, eight points at a time.
type ranker struct {
	low    [256]uint32           // number of the lowest eight points
	middle [9][256]uint32        // of the next eight, by how many are below
	high   [17][256]uint32       // of the last eight
	pack   [256][256]uint8       // by mask and set: the bits of the set under the mask, side by side
	spread [256][256]uint8       // by mask and packed bits: the way back
	short  [1 << shortest]uint16 // numbers of small sets, directly
}

// shortest is how many points are left at most beside a side of three men.
const shortest = largest - fewest

var rankers = sync.OnceValue(func() *ranker {
	r := new(ranker)
	for set := range uint32(256) {
		r.low[set] = colex(set, 0, 0)
		for below := range r.middle {
			r.middle[below][set] = colex(set, 8, below)
		}
		for below := range r.high {
			r.high[below][set] = colex(set, 16, below)
		}
		for mask := range uint32(256) {
			packed := packSlowly(set, mask)
			r.pack[mask][set] = uint8(packed)
			r.spread[mask][packed] = uint8(set & mask)
		}
	}
	for set := range r.short {
		r.short[set] = uint16(r.rank(uint32(set)))
	}
	return r
})

// colex is the share of some points in the number of a set: those points stand
// shift higher, with some points of the set below them.
func colex(set uint32, shift, below int) uint32 {
	n := uint32(0)
	for ; set != 0; set &= set - 1 {
		below++
		n += choose[shift+int(point(set))][min(below, largest)]
	}
	return n
}

func packSlowly(set, mask uint32) uint32 {
	packed, at := uint32(0), 0
	for ; mask != 0; mask &= mask - 1 {
		packed |= set >> point(mask) & 1 << at
		at++
	}
	return packed
}

// rank returns the number of a set among those of its size.
func (r *ranker) rank(set uint32) uint32 {
	below := bits.OnesCount32(set & 255)
	return r.low[set&255] + r.middle[below][set>>8&255] +
		r.high[below+bits.OnesCount32(set&0xff00)][set>>16&255]
}

// packed returns the bits of a set under a mask, side by side.
func (r *ranker) packed(set, mask uint32) uint32 {
	first := bits.OnesCount32(mask & 255)
	second := first + bits.OnesCount32(mask&0xff00)
	return uint32(r.pack[mask&255][set&255]) | uint32(r.pack[mask>>8&255][set>>8&255])<<first |
		uint32(r.pack[mask>>16&255][set>>16&255])<<second
}

// spreadOut is the way back from packed.
func (r *ranker) spreadOut(packed, mask uint32) uint32 {
	first := bits.OnesCount32(mask & 255)
	second := bits.OnesCount32(mask & 0xff00)
	return uint32(r.spread[mask&255][packed&(1<<first-1)]) |
		uint32(r.spread[mask>>8&255][packed>>first&(1<<second-1)])<<8 |
		uint32(r.spread[mask>>16&255][packed>>(first+second)&255])<<16
}

// combination returns the set of that number among sets of k points.
func combination(number uint32, k int) uint32 {
	set := uint32(0)
	for p := largest; k > 0; p-- {
		if choose[p][k] <= number {
			number -= choose[p][k]
			set |= 1 << p
			k--
		}
	}
	return set
}

// combinations returns all sets of k of n points in their order.
func combinations(n, k int) []uint32 {
	sets := make([]uint32, 0, choose[n][k])
	if k == 0 {
		return append(sets, 0)
	}
	for set := uint32(1)<<k - 1; set < 1<<n; {
		sets = append(sets, set)
		low := set & -set // the next larger set of the same size (Gosper)
		ripple := set + low
		set = ripple | (set^ripple)/low>>2
	}
	return sets
}
