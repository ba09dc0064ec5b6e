// SPDX-License-Identifier: Apache-2.0

package yote

import (
	"math/bits"
	"strconv"

	"cairn/game"
)

// rules are the options in which the rule sets differ.
type rules struct {
	threeDraw bool // three stones or fewer each is a draw
	barred    bool // a stone may not step straight back
	chains    bool // a jump may be followed by another
}

var standardRules = rules{threeDraw: true, barred: true}

// ways is the number of directions: right, left, down and up.
const ways = 4

// shape is what the rules know of a rule set: the geometry of its board and its
// options. Cells are numbered row by row, on the usual board
//
//	a   0  1  2  3  4  5
//	b   6  7  8  9 10 11
//	c  12 13 14 15 16 17
//	d  18 19 20 21 22 23
//	e  24 25 26 27 28 29
//
// so that a step adds 1, -1, 6 or -6. For a whole set of cells that is a
// rotation of the word. It carries some over an edge of the board, from b5 to
// c0 or from e1 to nowhere; into has the cells that a step in each direction
// can reach, and cuts those off.
type shape struct {
	rows, cols int
	rules      rules
	cells      uint64
	delta      [ways]int
	into       [ways]uint64
}

func newShape(rows, cols int, r rules) shape {
	s := shape{rows: rows, cols: cols, rules: r, delta: [ways]int{1, -1, cols, -cols}}
	s.cells = ^uint64(0) >> (maxCells - rows*cols)
	var left, right uint64 // the outer columns
	for row := range rows {
		left |= 1 << (row * cols)
		right |= 1 << (row*cols + cols - 1)
	}
	s.into = [ways]uint64{s.cells &^ left, s.cells &^ right, s.cells << cols & s.cells, s.cells >> cols}
	return s
}

// shift moves every cell of a set one step in a direction.
func (s *shape) shift(way int, set uint64) uint64 {
	return bits.RotateLeft64(set, s.delta[way]) & s.into[way]
}

// next returns the cell one step away, which must be on the board.
func (s *shape) next(way int, c game.Point) game.Point {
	return c + game.Point(s.delta[way])
}

// back returns the cell one step away in the opposite direction.
func (s *shape) back(way int, c game.Point) game.Point {
	return c - game.Point(s.delta[way])
}

// adjacent reports whether two cells are neighbours in a row or column.
func (s *shape) adjacent(a, b game.Point) bool {
	for way := range ways {
		if s.shift(way, bit(a)) == bit(b) {
			return true
		}
	}
	return false
}

// between returns the cell between two that are two steps apart in a row or
// column.
func (s *shape) between(a, b game.Point) (game.Point, bool) {
	for way := range ways {
		if middle := s.shift(way, bit(a)); s.shift(way, middle) == bit(b) {
			return first(middle), true
		}
	}
	return 0, false
}

// bit returns the set of one cell.
func bit(c game.Point) uint64 { return 1 << (c & (maxCells - 1)) }

// first returns the lowest cell of a set that is not empty.
func first(set uint64) game.Point { return game.Point(bits.TrailingZeros64(set)) }

// shapes are all there can be, and are never changed: the rule sets of the
// usual board in the order of the constants below, then the standard rules on
// boards of all other sizes, about 140. A position names its shape by a byte,
// for which a table of 256 needs no check of bounds.
var shapes = allShapes()

const (
	standard = iota
	noThreeDraw
	freeReturn
	free
	multi
)

func allShapes() (all [256]shape) {
	for i, r := range [...]rules{
		standard:    standardRules,
		noThreeDraw: {barred: true},
		freeReturn:  {threeDraw: true},
		free:        {},
		multi:       {threeDraw: true, barred: true, chains: true},
	} {
		all[i] = newShape(usualRows, usualCols, r)
	}
	n := multi + 1
	for rows := 1; rows <= maxRows; rows++ {
		for cols := 1; cols <= maxCols; cols++ {
			usual := rows == usualRows && cols == usualCols
			if cells := rows * cols; cells >= minCells && cells <= maxCells && !usual {
				all[n] = newShape(rows, cols, standardRules)
				n++
			}
		}
	}
	return all
}

// findShape returns the standard rules on a board of that size.
func findShape(rows, cols int) uint8 {
	i := 0
	for shapes[i].rows != rows || shapes[i].cols != cols {
		i++
	}
	return uint8(i)
}

// The usual board, and the limits of others: a letter names a row, a digit a
// column, a bit of a word a cell. A single cell would leave no second turn.
const (
	usualRows, usualCols = 5, 6
	maxRows, maxCols     = 26, 10
	minCells, maxCells   = 2, 64
)

// newBoard names the cells row by row, letters downwards and digits across.
func newBoard(rows, cols int) *game.Board {
	b := &game.Board{Width: cols, Height: rows, Cells: true}
	for x := range cols {
		b.Columns = append(b.Columns, strconv.Itoa(x))
	}
	for y := range rows {
		row := string(rune('a' + y))
		b.Rows = append(b.Rows, row)
		for x, column := range b.Columns {
			b.Points = append(b.Points, game.Spot{Name: row + column, X: x, Y: y})
		}
	}
	return b
}
