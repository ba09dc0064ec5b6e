// SPDX-License-Identifier: Apache-2.0

package morris

import (
	"math/bits"
	"sync"
)

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
	*board
	symmetries []symmetry
	made       [largest + 1]func() *side
}

func newSides(b *board) *sides {
	s := &sides{board: b, symmetries: b.symmetries()}
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
