// SPDX-License-Identifier: Apache-2.0

package fanorona

import (
	"math/bits"
	"strconv"

	"cairn/game"
)

// Every board is a window in the top left corner of the grid of Tsivy, so one
// set of tables and of constant shifts serves them all: a place outside the
// window is never empty and never holds a stone, and a line that leaves the
// window ends there. Column x of row y is place 9y+x:
//
//	 0  1  2 │ 3  4 │ 5  6  7  8
//	 9 10 11 │12 13 │14 15 16 17
//	18 19 20 │21 22 │23 24 25 26
//	─────────┘      │               Even places are strong: lines run from
//	27 28 29  30 31 │32 33 34 35    them in all eight directions.
//	36 37 38  39 40 │41 42 43 44    Odd places are weak: only in four.
const (
	columns = 9
	rows    = 5
)

// place is a place of the grid, and its bit in a bitboard.
type place int

const places place = columns * rows

func (at place) bit() uint64 { return 1 << (at & 63) }

// direction is one of the eight, numbered from up left to down right as text is
// read, so that the opposite of d is 7-d.
type direction uint

const directions direction = 8

// Indexes are masked (d&7, at&63) where speed matters: the compiler then knows
// that they fit their tables. No mask ever changes one.

// offsets lead from a place to its neighbours.
var offsets = [directions]place{
	-columns - 1, -columns, -columns + 1,
	-1, +1,
	columns - 1, columns, columns + 1,
}

func (d direction) opposite() direction { return 7 - d }

// slant reports whether d runs diagonally.
func (d direction) slant() bool { return offsets[d]%2 == 0 }

// from returns the place a step in direction d leads to, if a line goes there.
func (d direction) from(at place) (to place, ok bool) {
	to = at + offsets[d]
	aside := to%columns - at%columns
	switch {
	case to < 0 || to >= places:
		return 0, false
	case aside < -1 || aside > 1: // round the edge into another row
		return 0, false
	case d.slant() && at%2 != 0: // a weak place
		return 0, false
	}
	return to, true
}

// joined holds, by direction, the places that have a line in it.
var joined = func() (table [directions]uint64) {
	for d := range directions {
		for at := range places {
			if _, ok := d.from(at); ok {
				table[d] |= at.bit()
			}
		}
	}
	return table
}()

// before returns the places from which a step in direction d ends in the set.
// Bits rotated off one end of the word come back outside the grid.
func before(d direction, set uint64) uint64 {
	return joined[d&7] & bits.RotateLeft64(set, -int(offsets[d&7]))
}

// toward returns the direction of the line from one place to its neighbour.
func toward(from, to place) (direction, bool) {
	for d := range directions {
		if next, ok := d.from(from); ok && next == to {
			return d, true
		}
	}
	return 0, false
}

// spot holds the precomputed neighbourhood of a place.
type spot struct {
	near uint64     // the places one step away
	far  uint64     // the places two steps away in a straight line
	line [16]uint64 // by step: the places it may capture on, to the edge
}

// spots are the tables of all places; entries beyond the grid stay empty.
var spots = func() (table [64]spot) {
	for at := range places {
		for d := range directions {
			to, ok := d.from(at)
			if !ok {
				continue
			}
			s := &table[at]
			s.near |= to.bit()
			if far, ok := d.from(to); ok {
				s.far |= far.bit()
			}
			s.line[approach(d)] = ray(to, d)
			s.line[withdrawal(d)] = ray(at, d.opposite())
		}
	}
	return table
}()

// ray returns the places beyond one in a direction, up to the edge.
func ray(at place, d direction) (set uint64) {
	for to, ok := d.from(at); ok; to, ok = d.from(to) {
		set |= to.bit()
	}
	return set
}

// newBoard draws the window of the grid with that many columns and rows.
func newBoard(width, height int) *game.Board {
	b := &game.Board{Width: width, Height: height}
	for x := range width {
		b.Columns = append(b.Columns, string(rune('a'+x)))
	}
	for y := range height {
		b.Rows = append(b.Rows, strconv.Itoa(height-y))
		for x, column := range b.Columns {
			b.Points = append(b.Points, game.Spot{Name: column + b.Rows[y], X: x, Y: y})
		}
	}
	for from := range b.Points {
		b.Edges = append(b.Edges, edgesFrom(b, game.Point(from))...)
	}
	return b
}

// edgesFrom returns the lines to neighbours further on in the text order.
func edgesFrom(b *game.Board, from game.Point) (edges [][2]game.Point) {
	for to := int(from) + 1; to < len(b.Points); to++ {
		if _, ok := toward(placeOf(b, from), placeOf(b, game.Point(to))); ok {
			edges = append(edges, [2]game.Point{from, game.Point(to)})
		}
	}
	return edges
}

// placeOf returns the place of a point of the board in the grid.
func placeOf(b *game.Board, p game.Point) place {
	return place(b.Points[p].Y*columns + b.Points[p].X)
}

// pointOf returns the point of the board at a place inside its window.
func pointOf(b *game.Board, at place) game.Point {
	return game.Point(int(at)/columns*b.Width + int(at)%columns)
}

// windowOf returns the places of all points of the board.
func windowOf(b *game.Board) uint64 { return spread(b, 1<<len(b.Points)-1) }

// spread lays a set of points out on the grid.
func spread(b *game.Board, points uint64) (set uint64) {
	for p := range b.Points {
		set |= points >> p & 1 << (placeOf(b, game.Point(p)) & 63)
	}
	return set
}

// gather is the reverse of spread.
func gather(b *game.Board, set uint64) (points uint64) {
	for p := range b.Points {
		points |= set >> (placeOf(b, game.Point(p)) & 63) & 1 << p
	}
	return points
}
