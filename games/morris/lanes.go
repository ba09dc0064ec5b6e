// SPDX-License-Identifier: Apache-2.0

package morris

import (
	"math/bits"
	"slices"

	"cairn/game"
)

// Evaluation and move generation examine every line. They lay the men out line
// by line, three bits a line in the order of its points, and then examine all lines
// at once:
//
//	line 0   line 1   line 2         lanes of 60 bits, for the
//	a7d7g7   b6d6f6   c5d5e5   …     20 lines of the largest board
//
// A point on two lines has two bits. Steps that belong to no line, as between
// the squares of the six men's board, have lanes of their own, two bits wide.

// laneWidth is the number of bits of a lane.
const laneWidth = 3

// lanes is a set of men or of points, line by line.
type lanes uint64

// layout knows how the men of a board are laid out. Its tables are read a byte
// of the board at a time: the entry of a set of men is the union of the entries of
// its bytes.
type layout struct {
	full   lanes          // all points
	mills  lanes          // the first point of every line that makes a mill
	steps  lanes          // the points from which a step leads to the next of their lane
	lines  [22]uint32     // the points of each lane
	points [64]uint32     // the point of each bit of the lanes
	spread [3][256]lanes  // men, laid out
	beside [3][256]lanes  // the points one step from a man that is not on the same lane
	near   [3][256]uint32 // the points one step from a man, on the board
}

func newLayout(b *board) *layout {
	l := &layout{}
	chains := b.lanes()
	for i, chain := range chains {
		if len(chain) == laneWidth {
			l.mills |= 1 << (laneWidth * i)
		}
		for j, at := range chain {
			slot := lanes(1) << (laneWidth*i + j)
			l.full |= slot
			l.lines[i] |= 1 << at
			l.points[laneWidth*i+j] = 1 << at
			if j+1 < len(chain) && b.Neighbours[at]>>chain[j+1]&1 != 0 {
				l.steps |= slot
			}
		}
	}
	for i, chain := range chains {
		for j, at := range chain {
			l.fill(b.Neighbours[at], at, i, lanes(1)<<(laneWidth*i+j))
		}
	}
	return l
}

// fill enters one point of a lane in the tables.
func (l *layout) fill(neighbours uint32, at game.Point, lane int, slot lanes) {
	for part := range l.spread {
		for low := range uint32(256) {
			men := low << (8 * part)
			if men>>at&1 != 0 {
				l.spread[part][low] |= slot
			}
			if men&neighbours&^l.lines[lane] != 0 {
				l.beside[part][low] |= slot
			}
			if men&neighbours != 0 {
				l.near[part][low] |= 1 << at
			}
		}
	}
}

// lanes returns the lines that make mills, point by point, and then the steps
// that belong to none. Points are numbered row by row, so that the order of numbers is the
// order on the line.
func (b *board) lanes() (all [][]game.Point) {
	for _, line := range b.Lines {
		all = append(all, points(line))
	}
	for _, edge := range b.Edges {
		step := uint32(1)<<edge[0] | 1<<edge[1]
		if !slices.ContainsFunc(b.Lines, func(line uint32) bool { return line&step == step }) {
			all = append(all, edge[:])
		}
	}
	return all
}

// lay lays men out.
func (l *layout) lay(men uint32) lanes {
	return l.spread[0][men&0xff] | l.spread[1][men>>8&0xff] | l.spread[2][men>>16&0xff]
}

// reached returns the points a man can step to without leaving their lane.
func (l *layout) reached(men uint32) lanes {
	return l.beside[0][men&0xff] | l.beside[1][men>>8&0xff] | l.beside[2][men>>16&0xff]
}

// around returns the points one step from a point of a set.
func (l *layout) around(set uint32) uint32 {
	return l.near[0][set&0xff] | l.near[1][set>>8&0xff] | l.near[2][set>>16&0xff]
}

// closed returns the first points of the mills of men that are laid out.
func (l *layout) closed(men lanes) lanes { return men & (men >> 1) & (men >> 2) & l.mills }

// closing returns the empty points that would complete a mill.
func (l *layout) closing(men, empty lanes) lanes {
	first := (men >> 1) & (men >> 2) & l.mills
	middle := (men << 1) & (men >> 1) & (l.mills << 1)
	last := (men << 1) & (men << 2) & (l.mills << 2)
	return empty & (first | middle | last)
}

// lacking returns the points of a set of empty ones that would complete a mill,
// on the board. They are few, as a rule none.
func (l *layout) lacking(men, empty uint32) (points uint32) {
	for set := l.closing(l.lay(men), l.lay(empty)); set != 0; set &= set - 1 {
		points |= l.points[bits.TrailingZeros64(uint64(set))%64]
	}
	return points
}

// freedom counts the steps men can make.
func (l *layout) freedom(men, empty lanes) int {
	return ((men&(empty>>1) | empty&(men>>1)) & l.steps).count()
}

// milled returns the men that stand in mills, given their first points.
func (l *layout) milled(closed lanes) (men uint32) {
	for ; closed != 0; closed &= closed - 1 {
		men |= l.lines[bits.TrailingZeros64(uint64(closed))/laneWidth]
	}
	return men
}

func (s lanes) count() int { return bits.OnesCount64(uint64(s)) }
