// SPDX-License-Identifier: Apache-2.0

package game

import "strings"

// Glyphs are the characters of a text board.
type Glyphs struct {
	White, Black, Empty      rune
	Across, Down, Fall, Rise rune    // the four directions of lines
	Cross                    rune    // where a falling and a rising line meet
	Corners                  [9]rune // where the frames of cells meet: top, middle, bottom; each left, middle, right
}

// Unicode draws with the usual symbols of men; ASCII with letters only.
var (
	Unicode = Glyphs{'○', '●', '+', '─', '│', '╲', '╱', '╳', [9]rune{'┌', '┬', '┐', '├', '┼', '┤', '└', '┴', '┘'}}
	ASCII   = Glyphs{'W', 'B', '+', '-', '|', '\\', '/', 'X', [9]rune{'+', '+', '+', '+', '+', '+', '+', '+', '+'}}
)

// Characters between neighbouring places of the grid.
const (
	stepX = 4
	stepY = 2
)

// Text draws the board with its men and coordinates.
func (b *Board) Text(v View, g Glyphs) string {
	height := b.Height*stepY + 1 // a line for the labels
	if b.Cells {
		height++ // and one for the frame
	}
	c := newCanvas(b.Width*stepX+3, height)
	if b.Cells {
		b.drawCells(c, g)
	} else {
		b.drawEdges(c, g)
	}
	for i, spot := range b.Points {
		glyph := [...]rune{g.Empty, g.White, g.Black}[v.Men[i]]
		if b.Cells && v.Men[i] == NoMan {
			glyph = ' '
		}
		x, y := b.textPlace(spot.X, spot.Y)
		c[y][x] = glyph
	}
	b.drawLabels(c)
	return c.String()
}

// textPlace returns the position of a place of the grid in the text.
func (b *Board) textPlace(x, y int) (column, line int) {
	if b.Cells {
		return 4 + x*stepX, 1 + y*stepY
	}
	return 3 + x*stepX, y * stepY
}

func (b *Board) drawEdges(c canvas, g Glyphs) {
	for _, e := range b.Edges {
		from, to := b.Points[e[0]], b.Points[e[1]]
		x, y := b.textPlace(from.X, from.Y)
		endX, endY := b.textPlace(to.X, to.Y)
		if y == endY {
			for column := min(x, endX) + 1; column < max(x, endX); column++ {
				c[y][column] = g.Across
			}
			continue
		}
		glyph := g.Down
		switch slope := (endX - x) * (endY - y); {
		case slope > 0:
			glyph = g.Fall
		case slope < 0:
			glyph = g.Rise
		}
		for line := min(y, endY) + 1; line < max(y, endY); line++ {
			column := x + (endX-x)*(line-y)/(endY-y)
			c[line][column] = g.Over(c[line][column], glyph)
		}
	}
}

func (b *Board) drawCells(c canvas, g Glyphs) {
	for line := 0; line <= b.Height*stepY; line++ {
		for column := 0; column <= b.Width*stepX; column++ {
			onLine, onColumn := line%stepY == 0, column%stepX == 0
			switch {
			case onLine && onColumn:
				c[line][column+2] = g.Joint(column/stepX, line/stepY, b)
			case onLine:
				c[line][column+2] = g.Across
			case onColumn:
				c[line][column+2] = g.Down
			}
		}
	}
}

func (b *Board) drawLabels(c canvas) {
	bottom := len(c) - 1
	for i, label := range b.Columns {
		x, _ := b.textPlace(i, 0)
		copy(c[bottom][x:], []rune(label))
	}
	for i, label := range b.Rows {
		_, y := b.textPlace(0, i)
		copy(c[y], []rune(label))
	}
}

// Over returns the character of a line drawn over another character.
func (g Glyphs) Over(under, line rune) rune {
	if under == g.Fall && line == g.Rise || under == g.Rise && line == g.Fall {
		return g.Cross
	}
	return line
}

// Joint is the character where the frames of cells meet.
func (g Glyphs) Joint(column, row int, b *Board) rune {
	return g.Corners[3*third(row, b.Height)+third(column, b.Width)]
}

// third returns 0 at the beginning of a stretch, 2 at its end, else 1.
func third(at, end int) int { return min(at, 1) + at/end }

// canvas is the lines of a text board.
type canvas [][]rune

func newCanvas(width, height int) canvas {
	c := make(canvas, height)
	for i := range c {
		c[i] = []rune(strings.Repeat(" ", width))
	}
	return c
}

// String returns the lines without blanks at their ends.
func (c canvas) String() string {
	var out strings.Builder
	for _, row := range c {
		out.WriteString(strings.TrimRight(string(row), " "))
		out.WriteByte('\n')
	}
	return strings.TrimRight(out.String(), "\n") + "\n"
}
