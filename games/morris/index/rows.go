// SPDX-License-Identifier: Apache-2.0

package index

import (
	"math/bits"
	"slices"
	"sync"

	"cairn/game"
	"cairn/games/morris"
	"cairn/tablebase"
)

// Sets of k points are numbered in colexicographic order: the set of points
// p0 < p1 < … has the number C(p0,1) + C(p1,2) + …, which does not depend on how
// many points the board has.

// largest is the number of points of the largest board.
const largest = 24

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
const shortest = largest - morris.Fewest

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

// colex returns the share of some points in the number of a set. The points are shifted by
// shift, and the set has below lower points.
func colex(set uint32, shift, below int) uint32 {
	n := uint32(0)
	for ; set != 0; set &= set - 1 {
		below++
		n += uint32(tablebase.Choose(shift+int(point(set)), below))
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

// rank returns the number of a set among the sets of its size.
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

// combinations returns all sets of k of n points in their order.
func combinations(n, k int) []uint32 {
	sets := make([]uint32, 0, tablebase.Choose(n, k))
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

// side numbers the placements of one side's men up to symmetry: its rows.
type side struct {
	men        []uint32         // row → its placement, the lowest number among its images
	class      []uint32         // number of a placement → row<<4 | the symmetry that maps it to that row's
	selves     map[uint32][]int // row → the symmetries beside the identity that keep its placement
	symmetries []symmetry
}

// The parts of a class: the symmetry that maps a placement to that of its row,
// whether that row has symmetries of its own, and the row.
const (
	symmetryMask = maxSymmetries - 1
	selvesBit    = maxSymmetries
	classShift   = 5
)

// sides makes the rows of each number of men when they are first asked for.
type sides struct {
	*game.Board
	symmetries []symmetry
	rows       []uint64 // by number of men
	made       [largest + 1]func() *side
}

func newSides(b *game.Board) *sides {
	s := &sides{Board: b, symmetries: symmetriesOf(b), rows: tablebase.Orbits(imagesOf(b), len(b.Points))}
	for men := range s.made {
		s.made[men] = sync.OnceValue(func() *side { return s.newSide(men) })
	}
	return s
}

func (s *sides) of(men int) *side { return s.made[men]() }

func (s *sides) newSide(men int) *side {
	rank := rankers()
	placements := combinations(len(s.Points), men)
	const unknown = 1<<32 - 1
	out := &side{class: make([]uint32, len(placements)), selves: map[uint32][]int{}, symmetries: s.symmetries}
	for i := range out.class {
		out.class[i] = unknown
	}
	for i, placement := range placements {
		if out.class[i] != unknown {
			continue
		}
		row := uint32(len(out.men))
		out.men = append(out.men, placement)
		class := row << classShift
		for g := 1; g < len(s.symmetries); g++ {
			if s.symmetries[g].apply(placement) == placement {
				out.selves[row] = append(out.selves[row], g)
				class |= selvesBit
			}
		}
		for g := range s.symmetries {
			if at := rank.rank(s.symmetries[g].apply(placement)); out.class[at] == unknown {
				out.class[at] = class | uint32(s.symmetries[g].inverse)
			}
		}
	}
	return out
}

// find returns the row of a placement, the symmetry that maps it there, and
// whether the row has symmetries of its own.
func (s *side) find(r *ranker, men uint32) (row uint32, g *symmetry, selves bool) {
	class := s.class[r.rank(men)]
	return class >> classShift, &s.symmetries[class&symmetryMask], class&selvesBit != 0
}

// smallest returns the lowest number that the other side's men have among the
// images that keep the row's own placement where it is.
func (s *side) smallest(r *ranker, row, other, free uint32) uint32 {
	best := r.rank(r.packed(other, free))
	for _, g := range s.selves[row] {
		best = min(best, r.rank(r.packed(s.symmetries[g].apply(other), free)))
	}
	return best
}

// count returns the men of a set.
func count(men uint32) int { return bits.OnesCount32(men) }

// point returns the lowest point of a set.
func point(men uint32) uint8 { return uint8(bits.TrailingZeros32(men)) }

// maxSymmetries is eight of the square, and again with the rings exchanged.
const maxSymmetries = 16

// symmetry maps points to points. The tables map whole sets of points, eight
// points at a time.
type symmetry struct {
	image   [morris.MaxPoints]uint8
	inverse uint8 // place of the symmetry that undoes this one
	bytes   [3][256]uint32
}

// apply returns the image of a set of points.
func (s *symmetry) apply(men uint32) uint32 {
	return s.bytes[0][men&255] | s.bytes[1][men>>8&255] | s.bytes[2][men>>16&255]
}

// symmetriesOf returns all maps of the board to itself that keep its lines, the
// identity first.
func symmetriesOf(b *game.Board) []symmetry {
	images := imagesOf(b)
	all := make([]symmetry, len(images))
	for i := range all {
		s := &all[i]
		for p, image := range images[i] {
			s.image[p] = uint8(image)
			for set := range s.bytes[p/8] {
				s.bytes[p/8][set] |= uint32(set) >> (p % 8) & 1 << image
			}
		}
		s.inverse = uint8(slices.IndexFunc(images, func(back []game.Point) bool {
			undoes := true
			for p, image := range images[i] {
				undoes = undoes && back[image] == game.Point(p)
			}
			return undoes
		}))
	}
	return all
}

// imagesOf returns the images of all points under each symmetry of the square, and again
// with the rings exchanged from inside out where there are rings.
func imagesOf(b *game.Board) [][]game.Point {
	all, half := tablebase.Symmetries(b), b.Width/2
	if _, centre := b.At(half, half); centre {
		return all
	}
	for _, square := range all {
		var images []game.Point
		for _, image := range square {
			x, y := b.Points[image].X-half, b.Points[image].Y-half
			ring := max(x, -x, y, -y)
			inverted, _ := b.At(half+x/ring*(half+1-ring), half+y/ring*(half+1-ring))
			images = append(images, inverted)
		}
		all = append(all, images)
	}
	return all
}
