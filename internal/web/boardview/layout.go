// SPDX-License-Identifier: Apache-2.0

package boardview

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"

	"cairn/game"
)

// Lengths of a drawing in its own units. A man has a radius of 37 (in the
// template), so that neighbours leave a gap and the hit areas of 50 just meet.
const (
	margin      = 76 // from the outer points to the edge, with room for coordinates
	smallMargin = 58
	labelInset  = 17 // from the edge to the middle of a coordinate

	// largest is the greatest scale of a drawing in percent: the men of small boards
	// must not become too large.
	largest = 140
)

// layout places the points of a board in a drawing.
type layout struct {
	board  *game.Board
	turned bool
	margin int
	unit   int // between neighbouring places of the grid
}

// layoutOf gives the men of small boards more room, so that they do not fill the board.
func layoutOf(b *game.Board, m BoardMarks) layout {
	const usual, ample, perStep = 100, 6, 10
	steps := max(b.Width, b.Height) - 1
	l := layout{board: b, turned: m.Turned, margin: margin, unit: usual + perStep*max(0, ample-steps)}
	if m.Small {
		l.margin = smallMargin
	}
	return l
}

func (l *layout) width() int { return (l.board.Width-1)*l.unit + 2*l.margin }

func (l *layout) height() int { return (l.board.Height-1)*l.unit + 2*l.margin }

// place returns the middle of a point; a turned board is turned by half a circle.
func (l *layout) place(s game.Spot) (x, y int) {
	if l.turned {
		s.X, s.Y = l.board.Width-1-s.X, l.board.Height-1-s.Y
	}
	return l.margin + s.X*l.unit, l.margin + s.Y*l.unit
}

// lines returns all lines of the board as the data of one path.
func (l *layout) lines() string { return l.path(runs(l.board)) }

// path returns the data of a path with a line between each pair of points.
func (l *layout) path(pairs [][2]game.Point) string {
	var d strings.Builder
	for _, e := range pairs {
		x, y := l.place(l.board.Points[e[0]])
		toX, toY := l.place(l.board.Points[e[1]])
		fmt.Fprintf(&d, "M%d %dL%d %d", x, y, toX, toY)
	}
	return d.String()
}

// labels returns the coordinates: columns along the lower edge, rows along the
// left one.
func (l *layout) labels() []labelView {
	var labels []labelView
	for i, text := range l.board.Columns {
		x, _ := l.place(game.Spot{X: i})
		labels = append(labels, labelView{x, l.height() - labelInset, text})
	}
	for i, text := range l.board.Rows {
		_, y := l.place(game.Spot{Y: i})
		labels = append(labels, labelView{labelInset, y, text})
	}
	return labels
}

// labelSize makes coordinates about equally large on all boards.
func (l *layout) labelSize() int { return max(l.width(), l.height()) * 32 / 1000 }

// spots returns the middles of points.
func (l *layout) spots(points []game.Point) []spotView {
	var list []spotView
	for _, p := range points {
		x, y := l.place(l.board.Points[p])
		list = append(list, spotView{x, y})
	}
	return list
}

// arrow returns an arrow from one point to another as path data. Its tip stops
// short of the middle.
func (l *layout) arrow(from, to game.Spot) string {
	const short, head, spread = 12, 30, 0.55
	x, y := l.place(from)
	toX, toY := l.place(to)
	angle := math.Atan2(float64(toY-y), float64(toX-x))
	at := func(x, y int, angle, far float64) (int, int) {
		return x - int(math.Round(far*math.Cos(angle))), y - int(math.Round(far*math.Sin(angle)))
	}
	tipX, tipY := at(toX, toY, angle, short)
	leftX, leftY := at(tipX, tipY, angle-spread, head)
	rightX, rightY := at(tipX, tipY, angle+spread, head)
	return fmt.Sprintf("M%d %dL%d %dM%d %dL%d %dL%d %d", x, y, tipX, tipY, leftX, leftY, tipX, tipY, rightX, rightY)
}

// Thumb is a small drawing of a position for lists, the data of the template
// "thumb". Men and cells are dots of one path each, so that a long list stays
// small. It says nothing to screen readers: the list says it in words.
type Thumb struct {
	Width, Height int
	Lines         string // path data
	Cells         string // likewise; empty on boards with lines
	Men           [2]string
}

// NewThumb draws a position. A line of no length has round ends, which are a dot.
func NewThumb(b *game.Board, v game.View) *Thumb {
	l := layoutOf(b, BoardMarks{Small: true})
	thumb := &Thumb{Width: l.width(), Height: l.height()}
	for i, spot := range b.Points {
		x, y := l.place(spot)
		dot := fmt.Sprintf("M%d %dh0", x, y)
		if b.Cells {
			thumb.Cells += dot
		}
		if side, stands := v.Men[i].Side(); stands {
			thumb.Men[side] += dot
		}
	}
	if !b.Cells {
		thumb.Lines = l.lines()
	}
	return thumb
}

// ThumbOf draws a position that is written as text; an empty text is the start.
// It returns nil for a text that the rules do not know.
func ThumbOf(g game.Game, position string) *Thumb {
	state := g.Start()
	if position != "" {
		var err error
		if state, err = g.Parse(position); err != nil {
			return nil
		}
	}
	return NewThumb(g.Info().Board, state.View())
}

// joinedLines caches the results of runs by *game.Board: boards never change.
var joinedLines sync.Map

// runs returns the edges of a board, with the edges on one straight line joined.
func runs(b *game.Board) [][2]game.Point {
	if known, ok := joinedLines.Load(b); ok {
		return known.([][2]game.Point)
	}
	lines := join(b)
	joinedLines.Store(b, lines)
	return lines
}

func join(b *game.Board) [][2]game.Point {
	var lines [][2]game.Point
	for left := slices.Clone(b.Edges); len(left) > 0; {
		line := left[0]
		left = left[1:]
		for i := 0; i < len(left); i++ {
			if longer, ok := joined(b, line, left[i]); ok {
				line, left, i = longer, slices.Delete(left, i, i+1), -1 // lines that did not fit may fit now
			}
		}
		lines = append(lines, line)
	}
	return lines
}

// joined returns two lines that meet end to end as one; false if they do not, or
// are not parallel.
func joined(b *game.Board, a, e [2]game.Point) (line [2]game.Point, ok bool) {
	along := func(l [2]game.Point) (x, y int) {
		from, to := b.Points[l[0]], b.Points[l[1]]
		return to.X - from.X, to.Y - from.Y
	}
	ax, ay := along(a)
	ex, ey := along(e)
	if ax*ey != ay*ex {
		return a, false
	}
	if ax*ex+ay*ey < 0 {
		e = [2]game.Point{e[1], e[0]}
	}
	switch {
	case a[1] == e[0]:
		return [2]game.Point{a[0], e[1]}, true
	case a[0] == e[1]:
		return [2]game.Point{e[0], a[1]}, true
	}
	return a, false
}
