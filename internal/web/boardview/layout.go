// SPDX-License-Identifier: Apache-2.0

package boardview

import (
	"fmt"
	"math"
	"strings"

	"cairn/game"
)

// Lengths of a drawing in its own units. A man has a radius of 37 (in the
// template), so that neighbours leave a gap and the hit areas of 50 just meet.
const (
	margin      = 76 // from the outer points to the edge, with room for coordinates
	smallMargin = 58
	labelInset  = 17 // from the edge to the middle of a coordinate

	// largest is how far a drawing is enlarged at most, in percent: beyond it, men
	// of small boards would look like plates.
	largest = 140
)

// layout places the points of a board in a drawing.
type layout struct {
	board  *game.Board
	turned bool
	margin int
	unit   int // between neighbouring places of the grid
}

func layoutOf(b *game.Board, m BoardMarks) layout {
	l := layout{board: b, turned: m.Turned, margin: margin, unit: unitOf(b)}
	if m.Small {
		l.margin = smallMargin
	}
	return l
}

// unitOf gives the men of small boards more room, so that they do not fill it.
func unitOf(b *game.Board) int {
	const usual, ample, perStep = 100, 6, 10
	steps := max(b.Width, b.Height) - 1
	return usual + perStep*max(0, ample-steps)
}

func (l *layout) width() int { return (l.board.Width-1)*l.unit + 2*l.margin }

func (l *layout) height() int { return (l.board.Height-1)*l.unit + 2*l.margin }

// place returns the middle of a point; a turned board is turned by half a circle.
func (l *layout) place(s game.Spot) (x, y int) { return l.column(s.X), l.row(s.Y) }

func (l *layout) column(x int) int {
	if l.turned {
		x = l.board.Width - 1 - x
	}
	return l.margin + x*l.unit
}

func (l *layout) row(y int) int {
	if l.turned {
		y = l.board.Height - 1 - y
	}
	return l.margin + y*l.unit
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
		labels = append(labels, labelView{X: l.column(i), Y: l.height() - labelInset, Text: text})
	}
	for i, text := range l.board.Rows {
		labels = append(labels, labelView{X: labelInset, Y: l.row(i), Text: text})
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
