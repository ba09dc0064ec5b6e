// SPDX-License-Identifier: Apache-2.0

package fanorona

import (
	"strconv"

	"cairn/game"
)

// newBoard draws the window of the grid with that many columns and rows.
func newBoard(width, height int) *game.Board {
	b := &game.Board{Width: width, Height: height}
	for x := range width {
		b.Columns = append(b.Columns, string(rune('a'+x)))
	}
	for y := range height {
		b.Rows = append(b.Rows, strconv.Itoa(height-y))
		for x, column := range b.Columns {
			b.Points = append(b.Points, game.Spot{Name: column + b.Rows[y], X: x, Y: y})
		}
	}
	for from := range b.Points {
		b.Edges = append(b.Edges, edgesFrom(b, game.Point(from))...)
	}
	return b
}

// edgesFrom returns the lines to neighbours further on in the text order.
func edgesFrom(b *game.Board, from game.Point) (edges [][2]game.Point) {
	for to := int(from) + 1; to < len(b.Points); to++ {
		if _, ok := toward(placeOf(b, from), placeOf(b, game.Point(to))); ok {
			edges = append(edges, [2]game.Point{from, game.Point(to)})
		}
	}
	return edges
}

// placeOf returns the place of a point of the board in the grid.
func placeOf(b *game.Board, p game.Point) place {
	return place(b.Points[p].Y*columns + b.Points[p].X)
}

// pointOf returns the point of the board at a place inside its window.
func pointOf(b *game.Board, at place) game.Point {
	return game.Point(int(at)/columns*b.Width + int(at)%columns)
}

// windowOf returns the places of all points of the board.
func windowOf(b *game.Board) uint64 { return spread(b, 1<<len(b.Points)-1) }

// spread lays a set of points out on the grid.
func spread(b *game.Board, points uint64) (set uint64) {
	for p := range b.Points {
		set |= points >> p & 1 << (placeOf(b, game.Point(p)) & 63)
	}
	return set
}

// gather is the reverse of spread.
func gather(b *game.Board, set uint64) (points uint64) {
	for p := range b.Points {
		points |= set >> (placeOf(b, game.Point(p)) & 63) & 1 << p
	}
	return points
}
