// SPDX-License-Identifier: Apache-2.0

package game

import (
	"slices"
	"strings"
	"unicode"
)

// Point is the index of a point in its [Board] and of its bit in a bitboard. Points are
// numbered in the order of position texts.
type Point uint8

// Spot is the name of a point and its place on a grid whose origin is the top left corner.
type Spot struct {
	Name string
	X, Y int
}

// Board is the geometry of a game as data: enough to draw it, to name its
// points and to read its position text. Boards are shared and never changed.
type Board struct {
	Points        []Spot
	Edges         [][2]Point // lines to draw between neighbouring points
	Width, Height int        // of the grid
	Columns       []string   // labels along x, left to right
	Rows          []string   // labels along y, top to bottom
	Cells         bool       // men stand in cells of a grid, not on points of lines
}

// Find returns the point with a name.
func (b *Board) Find(name string) (Point, bool) {
	return b.find(func(s Spot) bool { return s.Name == name })
}

// Spellings returns the ways to type a point, in lower case: its name, and its name with
// the number first ("a1", "1a").
func (b *Board) Spellings(p Point) [2]string {
	name := strings.ToLower(b.Name(p))
	cut := max(0, strings.IndexFunc(name, unicode.IsDigit))
	return [2]string{name, name[cut:] + name[:cut]}
}

// Read returns the point of a typed name, in any letter case and spelling.
func (b *Board) Read(typed string) (Point, bool) {
	typed = strings.ToLower(strings.TrimSpace(typed))
	for _, spelling := range [2]int{0, 1} {
		for i := range b.Points {
			if b.Spellings(Point(i))[spelling] == typed {
				return Point(i), true
			}
		}
	}
	return 0, false
}

// Name returns the name of a point.
func (b *Board) Name(p Point) string { return b.Points[p].Name }

// At returns the point at a place of the grid.
func (b *Board) At(x, y int) (Point, bool) {
	return b.find(func(s Spot) bool { return s.X == x && s.Y == y })
}

func (b *Board) find(fits func(Spot) bool) (Point, bool) {
	i := slices.IndexFunc(b.Points, fits)
	return Point(max(i, 0)), i >= 0
}

// Between returns the points on the straight line from p to q, both included.
func (b *Board) Between(p, q Point) []Point {
	from, to := b.Points[p], b.Points[q]
	dx, dy := to.X-from.X, to.Y-from.Y
	var line []Point
	for i, s := range b.Points {
		x, y := s.X-from.X, s.Y-from.Y
		along := x*dx + y*dy
		if x*dy == y*dx && 0 <= along && along <= dx*dx+dy*dy {
			line = append(line, Point(i))
		}
	}
	return line
}

// neighbours reports whether two points share a line or a side of their cells.
func (b *Board) neighbours(p, q Point) bool {
	if b.Cells {
		dx, dy := b.Points[p].X-b.Points[q].X, b.Points[p].Y-b.Points[q].Y
		return dx*dx+dy*dy == 1
	}
	return slices.Contains(b.Edges, [2]Point{p, q}) || slices.Contains(b.Edges, [2]Point{q, p})
}

// Names returns the names of several points.
func (b *Board) Names(points []Point) []string {
	names := make([]string, len(points))
	for i, p := range points {
		names[i] = b.Name(p)
	}
	return names
}
