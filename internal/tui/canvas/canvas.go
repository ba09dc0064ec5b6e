// SPDX-License-Identifier: Apache-2.0

// Package canvas draws boards, pieces and text into the cells of a terminal: the canvas
// itself, the colours and glyphs to draw with, boards of every size, and the layout of
// the board page. It knows no game in play and reads no input.
package canvas

import (
	"image/color"
	"strings"
	"unicode"
	"unicode/utf8"

	"charm.land/lipgloss/v2"
)

// Paint is the style of a character. The zero Paint is the default style of the terminal.
type Paint struct {
	fg, bg      color.Color
	bold, faint bool
}

// cell is a position of a canvas. A wide character is in the first of its two cells;
// the second has no text.
type cell struct {
	text  string
	paint Paint
}

// Canvas is a grid of cells. Drawing is clipped to it.
type Canvas struct {
	Width, Height int
	cells         []cell
}

// New returns a blank canvas.
func New(width, height int) *Canvas {
	c := &Canvas{Width: max(width, 0), Height: max(height, 0)}
	c.cells = make([]cell, c.Width*c.Height)
	for i := range c.cells {
		c.cells[i].text = " "
	}
	return c
}

func (c *Canvas) inside(x, y int) bool { return x >= 0 && x < c.Width && y >= 0 && y < c.Height }

// Set puts a character into a cell.
func (c *Canvas) Set(x, y int, r rune, p Paint) {
	if c.inside(x, y) {
		c.cells[y*c.Width+x] = cell{string(r), p}
	}
}

// at returns the first character of a cell, 0 outside of the canvas.
func (c *Canvas) at(x, y int) rune {
	if !c.inside(x, y) {
		return 0
	}
	r, _ := utf8.DecodeRuneInString(c.cells[y*c.Width+x].text)
	return r
}

// Write writes text into a row and returns the column after it. Control characters
// become blanks.
func (c *Canvas) Write(x, y int, text string, p Paint) int {
	for _, r := range text {
		if unicode.IsControl(r) {
			r = ' '
		}
		switch lipgloss.Width(string(r)) {
		case 0:
			if c.inside(x-1, y) {
				c.cells[y*c.Width+x-1].text += string(r)
			}
		case 2:
			c.Set(x, y, r, p)
			if c.inside(x+1, y) {
				c.cells[y*c.Width+x+1] = cell{"", p}
			} else {
				c.Set(x, y, ' ', p)
			}
			x += 2
		default:
			c.Set(x, y, r, p)
			x++
		}
	}
	return x
}

// WriteWrapped writes the lines of a text that fit into a rectangle.
func (c *Canvas) WriteWrapped(r Rect, text string, p Paint) {
	lines := Wrap(text, r.Width)
	for i, line := range lines[:min(r.Height, len(lines))] {
		c.Write(r.X, r.Y+i, line, p)
	}
}

// Fill fills a rectangle with blanks.
func (c *Canvas) Fill(x, y, width, height int, p Paint) {
	for row := y; row < y+height; row++ {
		for column := x; column < x+width; column++ {
			c.Set(column, row, ' ', p)
		}
	}
}

// Draw copies another canvas to a position of this one.
func (c *Canvas) Draw(x, y int, o *Canvas) {
	for i, cell := range o.cells {
		if column, row := x+i%o.Width, y+i/o.Width; c.inside(column, row) {
			c.cells[row*c.Width+column] = cell
		}
	}
}

// DrawCentred copies another canvas to the middle of this one.
func (c *Canvas) DrawCentred(o *Canvas) {
	c.Draw(max(0, (c.Width-o.Width)/2), max(0, (c.Height-o.Height)/2), o)
}

// String returns the canvas as text with escape sequences for its styles.
func (c *Canvas) String() string {
	var out strings.Builder
	codes := map[Paint][2]string{{}: {}}
	for y := range c.Height {
		if y > 0 {
			out.WriteByte('\n')
		}
		row := c.cells[y*c.Width : (y+1)*c.Width]
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

// codes returns the escape sequences before and after text of this style.
func (p Paint) codes() [2]string {
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
