// SPDX-License-Identifier: Apache-2.0

package picture

import (
	"image"
	"image/color"
	"strings"
	"sync"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"

	"cairn/game"
)

// The size of a picture, as sites that show previews of links want it.
const (
	Width  = 1200
	Height = 630
)

// Lengths in pixels.
const (
	boardEdge  = 50 // around the board
	boardInset = 62 // from the edge of the board to its outer points
	textLeft   = 60
	brandTop   = 100
	brandSize  = 30
	titleTop   = 195
	titleSize  = 54
	lineSize   = 32
	leastSize  = 14 // smallest size of a text; a wider one is cut off
	signRadius = 14 // of the man beside a name
	nameIndent = 44
)

// The colours of the light theme and the walnut board.
var (
	groundInk = parseColor("#efe8dc")
	textInk   = parseColor("#2b2219")
	softInk   = parseColor("#63574a")
	boardInk  = parseColor("#784e30")
	edgeInk   = parseColor("#331d0e")
	grooveInk = parseColor("#ecd6ae")
	holeInk   = parseColor("#633e24")
	whiteInk  = parseColor("#f6eee0")
	blackInk  = parseColor("#37322e")
	shadowInk = color.RGBA{A: 70}
	recentInk = parseColor("#ffe27a")
)

// Caption is the text beside a position.
type Caption struct {
	Title   string
	Players [2]string // by side; empty for none
	Text    string    // may be empty
}

// Position draws a position with a caption. The points of the last move are marked.
func Position(b *game.Board, v game.View, last []game.Point, caption Caption) *image.RGBA {
	c := newCanvas(Width, Height)
	c.fill(path{{{0, 0}, {Width, 0}, {Width, Height}, {0, Height}}}, groundInk)
	left := c.board(b, v, last)
	c.caption(caption, left-2*textLeft)
	return c.RGBA
}

// board draws the board at the right and returns where it begins.
func (c *canvas) board(b *game.Board, v game.View, last []game.Point) (left int) {
	const high = Height - 2*boardEdge
	columns, rows := float64(max(1, b.Width-1)), float64(max(1, b.Height-1))
	unit := min((high-2*boardInset)/rows, (Width*0.6-2*boardInset)/columns)
	wide, tall := columns*unit+2*boardInset, rows*unit+2*boardInset
	x, y := Width-boardEdge-wide, (Height-tall)/2
	c.fill(roundedBox(x, y+8, wide, tall, 18), edgeInk)
	c.fill(roundedBox(x, y, wide, tall, 18), boardInk)
	c.points(grid{b, point{x + boardInset, y + boardInset}, unit}, v, last)
	return int(x)
}

// grid is where the points of a board are drawn.
type grid struct {
	board *game.Board
	first point   // upper left
	unit  float64 // between neighbouring places
}

func (g grid) place(p game.Point) point {
	spot := g.board.Points[p]
	return point{g.first.x + float64(spot.X)*g.unit, g.first.y + float64(spot.Y)*g.unit}
}

// points draws lines, points and men. The points of the last move are marked.
func (c *canvas) points(g grid, v game.View, last []game.Point) {
	for _, e := range g.board.Edges {
		if !g.board.Cells {
			c.fill(stroke(g.place(e[0]), g.place(e[1]), 5), grooveInk)
		}
	}
	radius := min(g.unit*0.38, 40)
	for i := range g.board.Points {
		p := game.Point(i)
		if g.board.Cells {
			c.fill(circle(g.place(p), radius*1.12), holeInk)
		} else {
			c.fill(circle(g.place(p), 7), grooveInk)
		}
	}
	for i, man := range v.Men {
		if side, stands := man.Side(); stands {
			c.man(g.place(game.Point(i)), radius, side)
		}
	}
	for _, p := range last {
		c.fill(ring(g.place(p), radius*1.14, 6), recentInk)
	}
}

// man draws a man.
func (c *canvas) man(at point, radius float64, side game.Side) {
	ink, sign := whiteInk, parseColor("#b9ab94")
	if side == game.Black {
		ink, sign = blackInk, parseColor("#1f1b18")
	}
	c.fill(circle(point{at.x, at.y + radius*.14}, radius*1.04), shadowInk)
	c.fill(circle(at, radius), ink)
	c.fill(ring(at, radius, 2), parseColor("#8a7c65"))
	if side == game.White {
		c.fill(ring(at, radius*.62, 3), sign)
		return
	}
	c.fill(circle(at, radius*.25), sign)
}

// caption writes the words at the left, at most so wide.
func (c *canvas) caption(caption Caption, wide int) {
	c.write(bold, brandSize, image.Pt(textLeft, brandTop), wide, softInk, "Cairn")
	y := c.write(bold, titleSize, image.Pt(textLeft, titleTop), wide, textInk, caption.Title)
	for _, side := range game.Sides {
		if caption.Players[side] != "" {
			c.man(point{textLeft + signRadius, float64(y - lineSize/3)}, signRadius, side)
			y = c.write(regular, lineSize, image.Pt(textLeft+nameIndent, y), wide-nameIndent, textInk, caption.Players[side])
		}
	}
	c.write(regular, lineSize, image.Pt(textLeft, y+lineSize/3), wide, softInk, caption.Text)
}

// typeface is a font that is read on first use.
type typeface = func() *opentype.Font

// The typefaces of captions.
var (
	bold    = sync.OnceValue(func() *opentype.Font { return must(opentype.Parse(gobold.TTF)) })
	regular = sync.OnceValue(func() *opentype.Font { return must(opentype.Parse(goregular.TTF)) })
)

// must panics on an error: the typefaces are parts of the program.
func must[T any](value T, err error) T {
	if err != nil {
		panic("picture: " + err.Error())
	}
	return value
}

// write writes a text in lines of limited width, smaller if a word is wider, and returns
// the position of the next line.
func (c *canvas) write(letters typeface, size int, at image.Point, wide int, ink color.Color, text string) (y int) {
	for height := float64(size); ; height *= 0.9 {
		face := must(opentype.NewFace(letters(), &opentype.FaceOptions{Size: height, DPI: 72}))
		lines, fits := wrap(face, text, wide)
		if !fits && height > leastSize {
			continue
		}
		for _, line := range lines {
			d := font.Drawer{Dst: c.RGBA, Src: image.NewUniform(ink), Face: face, Dot: fixed.P(at.X, at.Y)}
			d.DrawString(line)
			at.Y += size * 4 / 3
		}
		return at.Y
	}
}

// wrap cuts a text into lines at most so wide, at blanks, and reports whether every
// word has room.
func wrap(face font.Face, text string, wide int) (lines []string, fits bool) {
	line, fits := "", true
	for _, word := range strings.Fields(text) {
		longer := strings.TrimSpace(line + " " + word)
		if line != "" && font.MeasureString(face, longer).Ceil() > wide {
			lines, longer = append(lines, line), word
		}
		line = longer
		fits = fits && font.MeasureString(face, word).Ceil() <= wide
	}
	if line != "" {
		lines = append(lines, line)
	}
	return lines, fits
}
