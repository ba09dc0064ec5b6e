// SPDX-License-Identifier: Apache-2.0

package tui

import "cairn/game"

// radii are the radii of men in lines, by step: about three eighths of the way
// to the next man, each chosen so that its steps look round.
var radii = [maxStep + 1]float64{3: 1.11, 4: 1.48, 5: 1.95, 6: 2.22, 7: 2.6, 8: 3}

// disc draws a point with its man as a disc of several cells, in colour.
func (d *drawing) disc(p game.Point) {
	man := d.view.Men[p]
	side, stands := man.Side()
	board := d.boardColours()
	switch {
	case stands:
		d.round(p, paint{fg: d.menColours().fill[side], bg: board.ground})
		d.heart(p, side)
	default:
		d.bare(p)
	}
	if d.isAim(p) {
		d.aim(p)
	}
}

// round draws a disc in the middle of a point's tile.
func (d *drawing) round(p game.Point, look paint) {
	w, h := d.tile()
	x, y := d.corner(p)
	for row, line := range disc(w, h, radii[d.step]) {
		for column, r := range line {
			if r != ' ' {
				d.canvas.set(x+column, y+row, r, look)
			}
		}
	}
}

// heart marks the middle of a man: it may be taken, may be touched, was
// touched, or came here last.
func (d *drawing) heart(p game.Point, side game.Side) {
	x, y := d.middle(p)
	look := d.onMan(side)
	switch {
	case d.isLit(p) && side != d.view.Turn:
		d.canvas.set(x, y, d.take, look)
	case d.isPath(p):
		d.canvas.set(x, y, '◆', look)
	case d.isLit(p):
		d.canvas.set(x, y, '•', look)
	case d.isLast(p):
		d.canvas.set(x, y, '○', look)
	}
}

// bare draws an empty point.
func (d *drawing) bare(p game.Point) {
	x, y := d.middle(p)
	switch {
	case d.isLit(p):
		d.canvas.set(x, y, '●', paint{fg: d.boardColours().light, bg: d.boardColours().ground})
	case d.isPath(p), d.isLast(p):
		d.canvas.set(x, y, d.from, d.ground)
	case !d.face.board.Cells:
		d.canvas.set(x, y, d.crossing(p), d.ground)
	}
}

// aim draws the cursor: the corners of the tile, or the frame of the cell.
func (d *drawing) aim(p game.Point) {
	w, h := d.tile()
	x, y := d.corner(p)
	if d.face.board.Cells {
		x, y, w, h = x-1, y-1, w+2, h+2
	}
	look := paint{fg: d.boardColours().cursor, bg: d.boardColours().ground, bold: true}
	d.canvas.set(x, y, '┏', look)
	d.canvas.set(x+w-1, y, '┓', look)
	d.canvas.set(x, y+h-1, '┗', look)
	d.canvas.set(x+w-1, y+h-1, '┛', look)
	if d.face.board.Cells {
		for _, line := range []int{y, y + h - 1} {
			for column := x + 1; column < x+w-1; column++ {
				d.canvas.set(column, line, '━', look)
			}
		}
		for line := y + 1; line < y+h-1; line++ {
			d.canvas.set(x, line, '┃', look)
			d.canvas.set(x+w-1, line, '┃', look)
		}
	}
}
