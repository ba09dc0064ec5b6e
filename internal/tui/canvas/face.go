// SPDX-License-Identifier: Apache-2.0

package canvas

import (
	"slices"

	"cairn/game"
)

// Face is a board at a size. Step is the distance between two rows of points in lines;
// in columns it is twice as much, because a cell is twice as high as wide.
type Face struct {
	Board *game.Board
	Step  int
}

// The steps of boards. From DiscStep on pieces are discs of several cells; below they
// are single characters.
const (
	MinStep  = 2
	DiscStep = 3
	maxStep  = 8
)

// Margins of a board in columns: the left one has the labels of the rows.
const (
	gutter = 3
	edge   = 2
)

// tile returns the size of the box of a piece: the inside of a cell on boards of cells.
// On boards of lines its height is odd, so that the lines meet in a middle cell.
func (f Face) tile() (width, height int) {
	if f.Board.Cells {
		return 2*f.Step - 1, f.Step - 1
	}
	return 2*f.Step - 1, (f.Step-1)/2*2 + 1
}

// Size returns the columns and lines the board takes, labels included.
func (f Face) Size() (width, height int) {
	w, h := f.tile()
	width = gutter + (f.Board.Width-1)*2*f.Step + w + edge
	height = f.topMargin() + (f.Board.Height-1)*f.Step + h + 1
	if f.Board.Cells {
		return width + 2, height + 2 // the frame
	}
	return width, height
}

// topMargin returns the lines above the board: one if large pieces would touch the edge.
func (f Face) topMargin() int {
	if f.Step > DiscStep {
		return 1
	}
	return 0
}

// corner returns the upper left cell of the tile of a point.
func (f Face) corner(p game.Point) (x, y int) {
	spot := f.Board.Points[p]
	return f.cornerAt(spot.X, spot.Y)
}

// cornerAt returns the upper left cell of the tile at a column and a row of the board.
func (f Face) cornerAt(column, row int) (x, y int) {
	x, y = gutter+column*2*f.Step, f.topMargin()+row*f.Step
	if f.Board.Cells {
		return x + 1, y + 1
	}
	return x, y
}

// middle returns the middle cell of the tile of a point.
func (f Face) middle(p game.Point) (x, y int) {
	w, h := f.tile()
	x, y = f.corner(p)
	return x + w/2, y + (h-1)/2
}

// At returns the point whose tile contains a cell.
func (f Face) At(x, y int) (game.Point, bool) {
	for i := range f.Board.Points {
		if p := game.Point(i); f.Tile(p).Overlaps(Rect{x, y, 1, 1}) {
			return p, true
		}
	}
	return 0, false
}

// Tile returns the cells of a point.
func (f Face) Tile(p game.Point) Rect {
	x, y := f.corner(p)
	w, h := f.tile()
	return Rect{x, y, w, h}
}

// Marks are highlights on a board.
type Marks struct {
	Cursor game.Point
	Aim    bool         // the cursor is shown
	Lit    []game.Point // legal next touches
	Path   []game.Point // touches of the unfinished turn
	Last   []game.Point // points of the last turn
}

// Draw draws the board with pieces, labels and marks.
func (f Face) Draw(l Look, v game.View, m Marks) *Canvas {
	width, height := f.Size()
	d := &drawing{Face: f, Look: l, glyphs: l.glyphs(), view: v, marks: m, canvas: New(width, height)}
	if l.Colour {
		d.ground = Paint{fg: l.boardColours().line, bg: l.boardColours().ground}
		d.canvas.Fill(0, 0, width, height, d.ground)
	}
	if f.Board.Cells {
		d.cells()
	} else {
		d.edges()
	}
	d.labels()
	for i := range f.Board.Points {
		d.point(game.Point(i))
	}
	return d.canvas
}

type drawing struct {
	Face
	Look
	glyphs
	view   game.View
	marks  Marks
	ground Paint // of lines and labels
	canvas *Canvas
}

func (d *drawing) edges() {
	for _, e := range d.Face.Board.Edges {
		x, y := d.middle(e[0])
		endX, endY := d.middle(e[1])
		if y == endY {
			for column := min(x, endX) + 1; column < max(x, endX); column++ {
				d.canvas.Set(column, y, d.Across, d.ground)
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
			d.canvas.Set(column, line, d.Over(d.canvas.at(column, line), glyph), d.ground)
		}
	}
}

// crossings are the characters where lines meet, by the directions they leave
// in: up 1, right 2, down 4, left 8.
var crossings = []rune("•╵╶└╷│┌├╴┘─┴┐┤┬┼")

// crossing returns the character of an empty point, made of its straight lines.
func (d *drawing) crossing(p game.Point) rune {
	if d.ASCII {
		return d.Empty
	}
	ways, spot := 0, d.Face.Board.Points[p]
	for _, e := range d.Face.Board.Edges {
		if e[1] == p {
			e[0], e[1] = e[1], e[0]
		}
		if e[0] != p {
			continue
		}
		switch to := d.Face.Board.Points[e[1]]; {
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
	board, top := d.Face.Board, d.topMargin()
	right, bottom := gutter+board.Width*2*d.Step, board.Height*d.Step
	for y := 0; y <= bottom; y++ {
		for x := gutter; x <= right; x++ {
			onLine, onColumn := y%d.Step == 0, (x-gutter)%(2*d.Step) == 0
			switch {
			case onLine && onColumn:
				column, row := (x-gutter)/(2*d.Step), y/d.Step
				d.canvas.Set(x, top+y, d.Joint(column, row, board), d.ground)
			case onLine:
				d.canvas.Set(x, top+y, d.bar, d.ground)
			case onColumn:
				d.canvas.Set(x, top+y, d.post, d.ground)
			}
		}
	}
}

func (d *drawing) labels() {
	w, h := d.tile()
	for i, label := range d.Face.Board.Columns {
		x, _ := d.cornerAt(i, 0)
		d.canvas.Write(x+w/2, d.canvas.Height-1, label, d.ground)
	}
	for i, label := range d.Face.Board.Rows {
		_, y := d.cornerAt(0, i)
		d.canvas.Write(1, y+(h-1)/2, label, d.ground)
	}
}

func (d *drawing) point(p game.Point) {
	if d.Colour && !d.ASCII && d.Step >= DiscStep {
		d.disc(p)
	} else {
		d.glyph(p)
	}
}

func (d *drawing) isLit(p game.Point) bool  { return slices.Contains(d.marks.Lit, p) }
func (d *drawing) isLast(p game.Point) bool { return slices.Contains(d.marks.Last, p) }
func (d *drawing) isPath(p game.Point) bool { return slices.Contains(d.marks.Path, p) }
func (d *drawing) isAim(p game.Point) bool  { return d.marks.Aim && d.marks.Cursor == p }
