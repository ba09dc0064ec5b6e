// SPDX-License-Identifier: Apache-2.0

package index

import "cairn/games/morris"

// workspace is the memory of a worker, which processes row after row. Sets of men of the
// smaller side are packed: bit i is the i-th point that the larger side leaves free.
type workspace struct {
	*fill
	best    []byte // by column: the best capture of a row
	found   [2][]uint16
	reached []uint16 // columns whose moves lead to final values
	milled  []uint16 // columns where the smaller side has a mill
	last    int      // the last ply that is due
	waiting [256]int // code of a ply → values that are due

	// Of the current row:
	men    uint32
	free   uint32                   // points the larger side leaves free
	all    uint32                   // free, packed
	points [largest]uint8           // packed → point
	places [morris.MaxPoints]uint8  // point → packed
	near   [morris.MaxPoints]uint32 // packed point → packed points that a man of the smaller side moves to
	lines  []uint32                 // packed lines that the smaller side could hold
	movers [largest]uint32          // packed point → men that close a mill by moving there: see closing
	twice  [largest]uint32          // movers that close two or three mills
	moves  []morris.Move            // scratch for takeSeveral
	worth  [largest]uint32          // scratch for tables
	table  table
}

// blocked in a mapped set marks a man on a forbidden point.
const blocked = 1 << 31

// table maps packed sets by adding a number for each point, six points at a time.
type table [largest / 6][64]uint32

// make makes the table for the numbers of n points.
func (t *table) make(worth *[largest]uint32, n int) {
	for i := 0; 6*i < n; i++ {
		part := &t[i]
		for bit := range 6 {
			w := worth[6*i+bit]
			for set := range 1 << bit {
				part[set|1<<bit] = part[set] + w
			}
		}
	}
}

// at returns the sum for a set.
func (t *table) at(set uint32) uint32 {
	return t[0][set&63] + t[1][set>>6&63] + t[2][set>>12&63] + t[3][set>>18&63]
}

// begin prepares a placement of the larger side.
func (b *workspace) begin(men uint32) {
	b.men = men
	b.free = b.Full &^ b.men
	b.all = 1<<count(b.free) - 1
	at := uint8(0)
	for free := b.free; free != 0; free &= free - 1 {
		p := point(free)
		b.points[at], b.places[p] = p, at
		at++
	}
}

// beginSmall also prepares the moves of the smaller side.
func (b *workspace) beginSmall(row int) {
	b.begin(b.rows.men[row])
	flies := b.Flying && b.small == morris.Fewest
	for i := range count(b.free) {
		b.near[i] = b.all ^ 1<<i
		if !flies {
			b.near[i] = b.rank.packed(b.Neighbours[b.points[i]], b.free)
		}
	}
	b.listLines()
}

func (b *workspace) listLines() {
	b.lines = b.lines[:0]
	for _, line := range b.Traits.Lines {
		if line&b.men == 0 {
			b.lines = append(b.lines, b.rank.packed(line, b.free))
		}
	}
}

// inMills returns the men of the smaller side that stand in mills.
func (b *workspace) inMills(set uint32) uint32 {
	var in uint32
	for _, line := range b.lines {
		if set&line == line {
			in |= line
		}
	}
	return in
}

// mapTo makes the table that maps sets of this row to sets of another, whose placement of
// the larger side is the image of this one except for one man. A set that holds the target
// of that man is blocked.
func (b *workspace) mapTo(side *side, row uint32, g *symmetry, to uint32) {
	n, free := count(b.free), b.Full&^side.men[row]
	for i := range n {
		b.worth[i] = blocked
		if p := b.points[i]; 1<<p != to {
			b.worth[i] = 1 << count(free&(1<<g.image[p]-1))
		}
	}
	b.table.make(&b.worth, n)
}

// mapFrom makes the table that maps the sets of a row to sets of this row, whose placement g
// maps to that row's except for one man. A set that holds the origin of that man is blocked.
func (b *workspace) mapFrom(row uint32, g *symmetry, from uint8) {
	back, at := &b.rows.symmetries[g.inverse], 0
	for free := b.Full &^ b.rows.men[row]; free != 0; free &= free - 1 {
		p := back.image[point(free)]
		b.worth[at] = 1 << b.places[p]
		if p == from {
			b.worth[at] = blocked
		}
		at++
	}
	b.table.make(&b.worth, at)
}
