// SPDX-License-Identifier: Apache-2.0

package canvas

import (
	"strings"

	"charm.land/lipgloss/v2"
)

// Line is a line of text with its style.
type Line struct {
	Text  string
	Paint Paint
}

// Lines wraps a text into lines; an empty text has none.
func Lines(text string, width int, p Paint) (lines []Line) {
	for _, line := range Wrap(text, width) {
		if line != "" {
			lines = append(lines, Line{line, p})
		}
	}
	return lines
}

// Page returns a canvas with lines of text, as wide as the longest and at least least
// columns.
func Page(least int, lines ...Line) *Canvas {
	width := least
	for _, line := range lines {
		width = max(width, Columns(line.Text))
	}
	c := New(width, len(lines))
	for y, line := range lines {
		c.Write(0, y, line.Text, line.Paint)
	}
	return c
}

// Frame draws a box around a canvas.
func (l Look) Frame(inside *Canvas) *Canvas {
	const padding = 2
	box := New(inside.Width+2*padding+2, inside.Height+2)
	g, edge := l.glyphs(), l.Accent()
	edge.bold = false
	across := strings.Repeat(string(g.bar), box.Width-2)
	for y, ends := range map[int][2]rune{0: {g.corners[0], g.corners[1]}, box.Height - 1: {g.corners[2], g.corners[3]}} {
		box.Write(0, y, string(ends[0])+across+string(ends[1]), edge)
	}
	for y := 1; y < box.Height-1; y++ {
		box.Set(0, y, g.post, edge)
		box.Set(box.Width-1, y, g.post, edge)
	}
	box.Draw(1+padding, 1, inside)
	return box
}

// Rule draws a horizontal line.
func (l Look) Rule(c *Canvas, x, y, width int) {
	c.Write(x, y, strings.Repeat(string(l.glyphs().bar), max(width, 0)), l.Soft())
}

// Pointer is the mark of the side to move and of the chosen row.
func (l Look) Pointer() string { return string(l.glyphs().turn) }

// Row returns a row of text with a pointer if it is chosen.
func (l Look) Row(text string, chosen bool) Line {
	if chosen {
		return Line{l.Pointer() + " " + text, l.Bold()}
	}
	return Line{"  " + text, l.Text()}
}

// slotName is the width of the names of slots.
const slotName = 11

// Slot returns a row with a name and a value; arrows around the value show that it can be
// changed.
func (l Look) Slot(name, value string, chosen bool) Line {
	switch {
	case value == "":
	case chosen:
		g := l.glyphs()
		name = pad(name) + string(g.left) + " " + value + " " + string(g.right)
	default:
		name = pad(name) + "  " + value
	}
	return l.Row(name, chosen)
}

func pad(name string) string { return name + strings.Repeat(" ", max(1, slotName-Columns(name))) }

// logo is a cairn: stones on stones.
var logo = []string{"  ▄▄  ", " ▄▄▄▄ ", "▄▄▄▄▄▄"}

// Logo draws the logo and returns the columns it takes; none in ASCII.
func (l Look) Logo(c *Canvas, x, y int) int {
	if l.ASCII {
		return 0
	}
	stone := l.Accent()
	stone.bold = false
	for i, line := range logo {
		c.Write(x+2, y+i, line, stone)
	}
	return 9
}

// Columns is the width of text on the screen.
func Columns(text string) int { return lipgloss.Width(text) }

// Wrap breaks text into lines of at most width columns, between words if possible.
func Wrap(text string, width int) []string {
	if width < 1 {
		return nil
	}
	return strings.Split(lipgloss.Wrap(text, width, ""), "\n")
}

// Clip cuts text to a width and marks the cut with an ellipsis.
func (l Look) Clip(text string, width int) string {
	mark := "…"
	if l.ASCII {
		mark = "..."
	}
	if Columns(text) <= width || width <= len(mark) {
		mark = ""
	}
	return cut(text, width-len([]rune(mark))) + mark
}

// cut cuts text to a width.
func cut(text string, width int) string {
	if width < 1 {
		return ""
	}
	return lipgloss.NewStyle().MaxWidth(width).Render(text)
}

// Fold breaks text into lines at blanks only, never within a move.
func Fold(text string, width int) (lines []string) {
	line := ""
	for _, word := range strings.Fields(text) {
		switch {
		case line == "":
			line = word
		case Columns(line)+1+Columns(word) > width:
			lines, line = append(lines, line), "  "+word
		default:
			line += " " + word
		}
	}
	return append(lines, line)
}
