// SPDX-License-Identifier: Apache-2.0

package tui

import (
	"image/color"
	"strings"
	"unicode"
	"unicode/utf8"

	"charm.land/lipgloss/v2"
)

// paint is how a character looks. Colours that are nil are the terminal's own.
type paint struct {
	fg, bg      color.Color
	bold, faint bool
}

// cell is one place of a canvas. A wide character stands in the first of its
// two cells; the second is empty text.
type cell struct {
	text  string
	paint paint
}

// canvas is a rectangle of cells on which a whole screen is drawn. What falls
// outside is left out.
type canvas struct {
	width, height int
	cells         []cell
}

func newCanvas(width, height int) *canvas {
	c := &canvas{width: max(width, 0), height: max(height, 0)}
	c.cells = make([]cell, c.width*c.height)
	for i := range c.cells {
		c.cells[i].text = " "
	}
	return c
}

func (c *canvas) inside(x, y int) bool { return x >= 0 && x < c.width && y >= 0 && y < c.height }

func (c *canvas) set(x, y int, r rune, p paint) {
	if c.inside(x, y) {
		c.cells[y*c.width+x] = cell{string(r), p}
	}
}

// at returns the first character of a cell; 0 outside.
func (c *canvas) at(x, y int) rune {
	if !c.inside(x, y) {
		return 0
	}
	r, _ := utf8.DecodeRuneInString(c.cells[y*c.width+x].text)
	return r
}

// write puts a text in one line and returns the column after it. Characters
// that would move the terminal's cursor are shown as blanks.
func (c *canvas) write(x, y int, text string, p paint) int {
	for _, r := range text {
		if unicode.IsControl(r) {
			r = ' '
		}
		switch lipgloss.Width(string(r)) {
		case 0:
			if c.inside(x-1, y) {
				c.cells[y*c.width+x-1].text += string(r)
			}
		case 2:
			c.set(x, y, r, p)
			if c.inside(x+1, y) {
				c.cells[y*c.width+x+1] = cell{"", p}
			} else {
				c.set(x, y, ' ', p)
			}
			x += 2
		default:
			c.set(x, y, r, p)
			x++
		}
	}
	return x
}

// fill paints a rectangle with blanks.
func (c *canvas) fill(x, y, width, height int, p paint) {
	for row := y; row < y+height; row++ {
		for column := x; column < x+width; column++ {
			c.set(column, row, ' ', p)
		}
	}
}

// draw puts another canvas on this one.
func (c *canvas) draw(x, y int, o *canvas) {
	for i, cell := range o.cells {
		if column, row := x+i%o.width, y+i/o.width; c.inside(column, row) {
			c.cells[row*c.width+column] = cell
		}
	}
}

// String returns the canvas as text with the terminal's codes for looks.
func (c *canvas) String() string {
	var out strings.Builder
	codes := map[paint][2]string{{}: {}}
	for y := range c.height {
		if y > 0 {
			out.WriteByte('\n')
		}
		row := c.cells[y*c.width : (y+1)*c.width]
		for x, cell := range row {
			code, known := codes[cell.paint]
			if !known {
				code = cell.paint.codes()
				codes[cell.paint] = code
			}
			if x == 0 || row[x-1].paint != cell.paint {
				out.WriteString(code[0])
			}
			out.WriteString(cell.text)
			if x == len(row)-1 || row[x+1].paint != cell.paint {
				out.WriteString(code[1])
			}
		}
	}
	return out.String()
}

// codes returns what a terminal is sent before and after text of this paint.
func (p paint) codes() [2]string {
	s := lipgloss.NewStyle().Bold(p.bold).Faint(p.faint)
	if p.fg != nil {
		s = s.Foreground(p.fg)
	}
	if p.bg != nil {
		s = s.Background(p.bg)
	}
	before, after, _ := strings.Cut(s.Render("x"), "x")
	return [2]string{before, after}
}
