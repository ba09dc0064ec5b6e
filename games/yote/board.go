// SPDX-License-Identifier: Apache-2.0

package yote

import (
	"math/bits"
	"strconv"

	"cairn/game"
)

// Ways is the number of directions: right, left, down and up.
const Ways = 4

// Traits are the geometry of a rule set's board and its options. Cells are numbered row by
// row, on the usual board
//
//	a   0  1  2  3  4  5
//	b   6  7  8  9 10 11
//	c  12 13 14 15 16 17
//	d  18 19 20 21 22 23
//	e  24 25 26 27 28 29
//
// so that a step adds 1, -1, 6 or -6. For a whole set of cells that is a rotation of the
// word. It carries some over an edge of the board, from b5 to c0 or from e1 to nowhere;
// Into has the cells that a step in each direction can reach, and cuts those off.
type Traits struct {
	Cells     uint64
	Delta     [Ways]int    // what a step in a direction adds to a cell
	Into      [Ways]uint64 // the cells that a step in a direction can reach
	ThreeDraw bool         // Few stones or fewer each is a draw
	Barred    bool         // a stone may not step straight back
	Chains    bool         // a jump may be followed by another

	rows, cols int
	number     uint8 // in allTraits
}

// sized sets the number and the fields that follow from the size of the board.
func (t Traits) sized(number, rows, cols int) Traits {
	t.number, t.rows, t.cols, t.Delta = uint8(number), rows, cols, [Ways]int{1, -1, cols, -cols}
	t.Cells = ^uint64(0) >> (maxCells - rows*cols)
	var left, right uint64 // the outer columns
	for row := range rows {
		left |= 1 << (row * cols)
		right |= 1 << (row*cols + cols - 1)
	}
	t.Into = [Ways]uint64{t.Cells &^ left, t.Cells &^ right, t.Cells << cols & t.Cells, t.Cells >> cols}
	return t
}

// Shift moves every cell of a set one step in a direction.
func (t *Traits) Shift(way int, set uint64) uint64 {
	return bits.RotateLeft64(set, t.Delta[way]) & t.Into[way]
}

// next returns the cell one step away, which must be on the board.
func (t *Traits) next(way int, c game.Point) game.Point { return c + game.Point(t.Delta[way]) }

// Back returns the cell one step away in the opposite direction, which must be on the board.
func (t *Traits) Back(way int, c game.Point) game.Point { return c - game.Point(t.Delta[way]) }

// WayTo returns the direction from a cell to its neighbour, Ways for other cells.
func (t *Traits) WayTo(from, to game.Point) (way int) {
	for way < Ways && t.Shift(way, bit(from)) != bit(to) {
		way++
	}
	return way
}

// adjacent reports whether two cells are neighbours in a row or column.
func (t *Traits) adjacent(a, b game.Point) bool { return t.WayTo(a, b) < Ways }

// between returns the cell between two that are two steps apart in a row or column.
func (t *Traits) between(a, b game.Point) (game.Point, bool) {
	for way := range Ways {
		if middle := t.Shift(way, bit(a)); t.Shift(way, middle) == bit(b) {
			return first(middle), true
		}
	}
	return 0, false
}

// bit returns the set of one cell.
func bit(c game.Point) uint64 { return 1 << (c & (maxCells - 1)) }

// first returns the lowest cell of a set that is not empty.
func first(set uint64) game.Point { return game.Point(bits.TrailingZeros64(set)) }

// allTraits holds all traits there can be, and is never changed: the rule sets of the usual
// board in the order of the constants below, then the standard rules on boards of all other
// sizes, about 140. A position names its traits by a byte, for which a table of 256 needs
// no check of bounds.
var allTraits = func() (all [256]Traits) {
	all = [256]Traits{
		standard:    {ThreeDraw: true, Barred: true},
		noThreeDraw: {Barred: true},
		freeReturn:  {ThreeDraw: true},
		free:        {},
		multi:       {ThreeDraw: true, Barred: true, Chains: true},
	}
	rules := all[standard]
	for i := range multi + 1 {
		all[i] = all[i].sized(i, usualRows, usualCols)
	}
	n := multi + 1
	for rows := 1; rows <= maxRows; rows++ {
		for cols := 1; cols <= maxCols; cols++ {
			usual := rows == usualRows && cols == usualCols
			if cells := rows * cols; cells >= minCells && cells <= maxCells && !usual {
				all[n] = rules.sized(n, rows, cols)
				n++
			}
		}
	}
	return all
}()

const (
	standard = iota
	noThreeDraw
	freeReturn
	free
	multi
)

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
