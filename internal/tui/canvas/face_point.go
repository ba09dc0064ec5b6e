// SPDX-License-Identifier: Apache-2.0

package canvas

import "cairn/game"

// glyph draws a point as one character between marks: [ ] the cursor, < > a legal
// touch, ( ) a touched point, . . the last turn.
func (d *drawing) glyph(p game.Point) {
	x, y := d.middle(p)
	look := d.ground
	r := d.crossing(p)
	if side, stands := d.view.Men[p].Side(); stands {
		r = d.Look.Glyph(side)
		if d.Colour {
			look.fg, look.bold = d.menColours().fill[side], true
		}
	} else if d.Face.Board.Cells {
		r = ' '
	}
	left, right, mark := d.brackets(p)
	if d.isLit(p) && r == ' ' {
		r, look = d.here, mark
	}
	d.canvas.Set(x, y, r, look)
	if left != 0 {
		d.canvas.Set(x-1, y, left, mark)
		d.canvas.Set(x+1, y, right, mark)
	}
}

// brackets returns the marks beside a point, 0 for none.
func (d *drawing) brackets(p game.Point) (left, right rune, mark Paint) {
	mark = d.ground
	mark.bold = true
	switch {
	case d.isAim(p):
		if d.Colour {
			mark.fg = d.boardColours().cursor
		}
		return '[', ']', mark
	case d.isLit(p):
		if d.Colour {
			mark.fg = d.boardColours().light
		}
		return d.left, d.right, mark
	case d.isPath(p):
		return '(', ')', mark
	case d.isLast(p):
		return d.trace, d.trace, d.ground
	}
	return 0, 0, mark
}

// radii are the radii of pieces in lines, by step: about three eighths of the distance
// between points, each adjusted until the disc looks round.
var radii = [maxStep + 1]float64{3: 1.11, 4: 1.48, 5: 1.95, 6: 2.22, 7: 2.6, 8: 3}

// disc draws a point with its piece as a disc, in colour.
func (d *drawing) disc(p game.Point) {
	if side, stands := d.view.Men[p].Side(); stands {
		d.man(p, Paint{fg: d.menColours().fill[side], bg: d.boardColours().ground})
		d.markMan(p, side)
	} else {
		d.emptyPoint(p)
	}
	if d.isAim(p) {
		d.drawCursor(p)
	}
}

// man draws a piece as a disc in the middle of the tile of a point.
func (d *drawing) man(p game.Point, look Paint) {
	w, h := d.tile()
	x, y := d.corner(p)
	for row, line := range Disc(w, h, radii[d.Step]) {
		for column, r := range line {
			if r != ' ' {
				d.canvas.Set(x+column, y+row, r, look)
			}
		}
	}
}

// markMan marks the middle of a piece that may be taken or touched, that is touched, or
// that moved last.
func (d *drawing) markMan(p game.Point, side game.Side) {
	x, y := d.middle(p)
	look := d.onMan(side)
	switch {
	case d.isLit(p) && side != d.view.Turn:
		d.canvas.Set(x, y, d.take, look)
	case d.isPath(p):
		d.canvas.Set(x, y, '◆', look)
	case d.isLit(p):
		d.canvas.Set(x, y, '•', look)
	case d.isLast(p):
		d.canvas.Set(x, y, '○', look)
	}
}

// emptyPoint draws an empty point.
func (d *drawing) emptyPoint(p game.Point) {
	x, y := d.middle(p)
	switch {
	case d.isLit(p):
		d.canvas.Set(x, y, '●', Paint{fg: d.boardColours().light, bg: d.boardColours().ground})
	case d.isPath(p), d.isLast(p):
		d.canvas.Set(x, y, d.from, d.ground)
	case !d.Face.Board.Cells:
		d.canvas.Set(x, y, d.crossing(p), d.ground)
	}
}

// drawCursor draws the cursor: the corners of the tile, or the frame of the cell.
func (d *drawing) drawCursor(p game.Point) {
	w, h := d.tile()
	x, y := d.corner(p)
	if d.Face.Board.Cells {
		x, y, w, h = x-1, y-1, w+2, h+2
	}
	look := Paint{fg: d.boardColours().cursor, bg: d.boardColours().ground, bold: true}
	d.canvas.Set(x, y, '┏', look)
	d.canvas.Set(x+w-1, y, '┓', look)
	d.canvas.Set(x, y+h-1, '┗', look)
	d.canvas.Set(x+w-1, y+h-1, '┛', look)
	if d.Face.Board.Cells {
		for _, line := range []int{y, y + h - 1} {
			for column := x + 1; column < x+w-1; column++ {
				d.canvas.Set(column, line, '━', look)
			}
		}
		for line := y + 1; line < y+h-1; line++ {
			d.canvas.Set(x, line, '┃', look)
			d.canvas.Set(x+w-1, line, '┃', look)
		}
	}
}

// quadrants are the block characters by the quarters they fill: upper left 1,
// upper right 2, lower left 4, lower right 8.
var quadrants = []rune(" ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█")

// Disc returns a filled circle in a box of cells, drawn in quarters of a cell. The
// radius is in lines; a cell counts as twice as high as wide.
func Disc(width, height int, radius float64) [][]rune {
	rows := make([][]rune, height)
	for y := range rows {
		rows[y] = make([]rune, width)
		for x := range rows[y] {
			filled := 0
			for quarter := range 4 {
				across := (float64(2*x+quarter%2)+0.5)/4 - float64(width)/4
				down := (float64(2*y+quarter/2)+0.5)/2 - float64(height)/2
				if across*across+down*down <= radius*radius {
					filled |= 1 << quarter
				}
			}
			rows[y][x] = quadrants[filled]
		}
	}
	return rows
}
