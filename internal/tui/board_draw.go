// SPDX-License-Identifier: Apache-2.0

package tui

import (
	"slices"

	"cairn/game"
)

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

// draw draws the board with its men, labels and marks.
func (f face) draw(l look, v game.View, m marks) *canvas {
	width, height := f.size()
	d := &drawing{face: f, look: l, glyphs: l.glyphs(), view: v, marks: m, canvas: newCanvas(width, height)}
	if l.colour {
		d.ground = paint{fg: l.boardColours().line, bg: l.boardColours().ground}
		d.canvas.fill(0, 0, width, height, d.ground)
	}
	if f.board.Cells {
		d.cells()
	} else {
		d.edges()
	}
	d.labels()
	for i := range f.board.Points {
		d.point(game.Point(i))
	}
	return d.canvas
}

// drawing is a board being drawn.
type drawing struct {
	face
	look
	glyphs
	view   game.View
	marks  marks
	ground paint // of lines and labels
	canvas *canvas
}

func (d *drawing) edges() {
	for _, e := range d.face.board.Edges {
		x, y := d.middle(e[0])
		endX, endY := d.middle(e[1])
		if y == endY {
			for column := min(x, endX) + 1; column < max(x, endX); column++ {
				d.canvas.set(column, y, d.Across, d.ground)
			}
			continue
		}
		glyph := d.Down
		switch slope := (endX - x) * (endY - y); {
		case slope > 0:
			glyph = d.Fall
		case slope < 0:
			glyph = d.Rise
		}
		top, bottom := min(y, endY), max(y, endY)
		for line := top + 1; line < bottom; line++ {
			column := x + (endX-x)*(line-y)/(endY-y)
			d.canvas.set(column, line, d.Over(d.canvas.at(column, line), glyph), d.ground)
		}
	}
}

// crossings are the characters where lines meet, by the directions they leave
// in: up 1, right 2, down 4, left 8.
var crossings = []rune("•╵╶└╷│┌├╴┘─┴┐┤┬┼")

// crossing returns the character of an empty point. Slanting lines have no
// part in it.
func (d *drawing) crossing(p game.Point) rune {
	if d.ascii {
		return d.Empty
	}
	ways, spot := 0, d.face.board.Points[p]
	for _, e := range d.face.board.Edges {
		if e[1] == p {
			e[0], e[1] = e[1], e[0]
		}
		if e[0] != p {
			continue
		}
		switch to := d.face.board.Points[e[1]]; {
		case to.X == spot.X && to.Y < spot.Y:
			ways |= 1
		case to.Y == spot.Y && to.X > spot.X:
			ways |= 2
		case to.X == spot.X:
			ways |= 4
		case to.Y == spot.Y:
			ways |= 8
		}
	}
	return crossings[ways]
}

func (d *drawing) cells() {
	board, top := d.face.board, d.rim()
	right, bottom := gutter+board.Width*2*d.step, board.Height*d.step
	for y := 0; y <= bottom; y++ {
		for x := gutter; x <= right; x++ {
			onLine, onColumn := y%d.step == 0, (x-gutter)%(2*d.step) == 0
			switch {
			case onLine && onColumn:
				column, row := (x-gutter)/(2*d.step), y/d.step
				d.canvas.set(x, top+y, d.Joint(column, row, board), d.ground)
			case onLine:
				d.canvas.set(x, top+y, d.bar, d.ground)
			case onColumn:
				d.canvas.set(x, top+y, d.post, d.ground)
			}
		}
	}
}

func (d *drawing) labels() {
	w, h := d.tile()
	for i, label := range d.face.board.Columns {
		x := gutter + i*2*d.step + w/2
		if d.face.board.Cells {
			x++
		}
		d.canvas.write(x, d.canvas.height-1, label, d.ground)
	}
	for i, label := range d.face.board.Rows {
		y := d.rim() + i*d.step + (h-1)/2
		if d.face.board.Cells {
			y++
		}
		d.canvas.write(1, y, label, d.ground)
	}
}

func (d *drawing) point(p game.Point) {
	if d.colour && !d.ascii && d.step >= discStep {
		d.disc(p)
	} else {
		d.glyph(p)
	}
}

func (d *drawing) isLit(p game.Point) bool  { return slices.Contains(d.marks.lit, p) }
func (d *drawing) isLast(p game.Point) bool { return slices.Contains(d.marks.last, p) }
func (d *drawing) isPath(p game.Point) bool { return slices.Contains(d.marks.path, p) }
func (d *drawing) isAim(p game.Point) bool  { return d.marks.aim && d.marks.cursor == p }
