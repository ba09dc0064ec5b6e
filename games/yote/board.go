// SPDX-License-Identifier: Apache-2.0

package yote

import (
	"strconv"

	"cairn/game"
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
