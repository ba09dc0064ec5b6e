// SPDX-License-Identifier: Apache-2.0

package boardview

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"cairn/game"
)

// Thumb is a small drawing of a position for lists, the data of the template
// "thumb". Men and cells are dots of one path each, so that a long list stays
// small. It says nothing to screen readers: the list says it in words.
type Thumb struct {
	Width, Height int
	Lines         string // path data
	Cells         string // likewise; empty on boards with lines
	Men           [2]string
}

// NewThumb draws a position.
func NewThumb(b *game.Board, v game.View) *Thumb {
	l := layoutOf(b, BoardMarks{Small: true})
	thumb := &Thumb{Width: l.width(), Height: l.height()}
	var cells strings.Builder
	var men [2]strings.Builder
	for i, spot := range b.Points {
		x, y := l.place(spot)
		if b.Cells {
			dot(&cells, x, y)
		}
		if side, stands := v.Men[i].Side(); stands {
			dot(&men[side], x, y)
		}
	}
	if thumb.Cells = cells.String(); !b.Cells {
		thumb.Lines = l.lines()
	}
	for _, side := range game.Sides {
		thumb.Men[side] = men[side].String()
	}
	return thumb
}

// dot adds a line of no length, whose round ends are a dot.
func dot(d *strings.Builder, x, y int) { fmt.Fprintf(d, "M%d %dh0", x, y) }

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

// joinedLines are the results of runs, by *game.Board: boards never change.
var joinedLines sync.Map

// runs returns the edges of a board, those on one straight line joined.
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
	left := slices.Clone(b.Edges)
	for len(left) > 0 {
		line := left[0]
		left = left[1:]
		for grown := true; grown; {
			grown = false
			for i, e := range left {
				if longer, ok := joined(b, line, e); ok {
					line, left, grown = longer, slices.Delete(left, i, i+1), true
					break
				}
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
