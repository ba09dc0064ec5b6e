// SPDX-License-Identifier: Apache-2.0

package tui

import "cairn/game"

// face is a board at a size: lines of text from one row of points to the next.
// Columns are twice as many, since a character is twice as high as wide.
type face struct {
	board *game.Board
	step  int
}

// The steps a board may be drawn at. From discStep on men are discs of several
// cells, below it single characters.
const (
	minStep  = 2
	discStep = 3
	maxStep  = 8
)

// Columns left of the board for the labels of the rows, and right of it.
const (
	gutter = 3
	edge   = 2
)

// tile returns the size of the box around a point in which its man stands. On
// lines it has a middle cell, for the lines to meet in; in cells it is the
// inside of the cell.
func (f face) tile() (width, height int) {
	if f.board.Cells {
		return 2*f.step - 1, f.step - 1
	}
	return 2*f.step - 1, (f.step-1)/2*2 + 1
}

// size returns the columns and lines the board takes, labels included.
func (f face) size() (width, height int) {
	w, h := f.tile()
	width = gutter + (f.board.Width-1)*2*f.step + w + edge
	height = f.rim() + (f.board.Height-1)*f.step + h + 1
	if f.board.Cells {
		return width + 2, height + 2 // the frame
	}
	return width, height
}

// rim returns the lines above the board: one where men are so large that they
// would touch the edge.
func (f face) rim() int {
	if f.step > discStep {
		return 1
	}
	return 0
}

// corner returns the upper left cell of a point's tile.
func (f face) corner(p game.Point) (x, y int) {
	spot := f.board.Points[p]
	x, y = gutter+spot.X*2*f.step, f.rim()+spot.Y*f.step
	if f.board.Cells {
		return x + 1, y + 1
	}
	return x, y
}

// middle returns the cell in the middle of a point's tile.
func (f face) middle(p game.Point) (x, y int) {
	w, h := f.tile()
	x, y = f.corner(p)
	return x + w/2, y + (h-1)/2
}

// at returns the point whose tile holds a cell.
func (f face) at(x, y int) (game.Point, bool) {
	w, h := f.tile()
	for i := range f.board.Points {
		p := game.Point(i)
		left, top := f.corner(p)
		if x >= left && x < left+w && y >= top && y < top+h {
			return p, true
		}
	}
	return 0, false
}

// marks are what is shown on a board beside its men.
type marks struct {
	cursor game.Point
	aim    bool // the cursor is shown
	lit    []game.Point
	path   []game.Point // touched so far
	last   []game.Point // the points of the last turn
}
