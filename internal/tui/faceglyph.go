// SPDX-License-Identifier: Apache-2.0

package tui

import "cairn/game"

// glyph draws a point as one character with marks at both sides: [ ] the
// cursor, < > may be touched, ( ) was touched, . . came here last. Where there
// are no colours they tell all; where there are, they are coloured too.
func (d *drawing) glyph(p game.Point) {
	x, y := d.middle(p)
	look := d.ground
	r := d.crossing(p)
	if side, stands := d.view.Men[p].Side(); stands {
		r = d.look.glyph(side)
		if d.colour {
			look.fg, look.bold = d.menColours().fill[side], true
		}
	} else if d.face.board.Cells {
		r = ' '
	}
	left, right, mark := d.brackets(p)
	if d.isLit(p) && r == ' ' {
		r, look = d.here, mark
	}
	d.canvas.set(x, y, r, look)
	if left != 0 {
		d.canvas.set(x-1, y, left, mark)
		d.canvas.set(x+1, y, right, mark)
	}
}

// brackets returns the marks beside a point, 0 for none.
func (d *drawing) brackets(p game.Point) (left, right rune, mark paint) {
	mark = d.ground
	mark.bold = true
	switch {
	case d.isAim(p):
		if d.colour {
			mark.fg = d.boardColours().cursor
		}
		return '[', ']', mark
	case d.isLit(p):
		if d.colour {
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
