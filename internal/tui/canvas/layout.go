// SPDX-License-Identifier: Apache-2.0

package canvas

import "cairn/game"

// Rect is a rectangle of cells.
type Rect struct{ X, Y, Width, Height int }

// Overlaps reports whether two rectangles have a cell in common.
func (r Rect) Overlaps(o Rect) bool {
	return r.X < o.X+o.Width && o.X < r.X+r.Width && r.Y < o.Y+o.Height && o.Y < r.Y+r.Height
}

// Layout is the layout of the board page.
type Layout struct {
	Face   Face
	Board  Rect
	Sides  Rect // name of the game, and both sides
	Log    Rect
	Status Rect // the prompt
	Keys   Rect // the most useful keys
	Fits   bool // the window is large enough
}

// Minimum sizes in cells: columns beside a board for sides and messages, or for the
// sides alone; lines for messages and for the prompt.
const (
	besideWidth  = 26
	narrowWidth  = 16
	widestPanel  = 46
	tallPanel    = 23
	belowWidth   = 40
	logLines     = 3
	statusLines  = 2
	SideLines    = 4                   // lines of a side in full
	FullSides    = 2 + 2*SideLines + 1 // two lines of title, both sides with a blank line between
	shortSides   = 5                   // title and both sides in two lines each
	Gap          = 2
	leastColumns = 28
)

// Arrange chooses the largest board with space for the rest of the page. The first
// arrangement that fits counts: all beside the board; the sides beside it and the
// messages below; all below.
func Arrange(b *game.Board, width, height int) Layout {
	for step := maxStep; step >= MinStep; step-- {
		f := Face{b, step}
		for _, way := range []func(Face, int, int) (Layout, bool){beside, around, below} {
			if l, ok := way(f, width, height); ok {
				l.Face, l.Fits = f, true
				x := min(l.Board.X, l.Status.X)
				l.Keys = Rect{x, height - 1, width - x, 1}
				return l
			}
		}
	}
	return Layout{}
}

// beside places sides, messages and status in a column right of the board, as
// high as the board or a little higher.
func beside(f Face, width, height int) (Layout, bool) {
	w, h := f.Size()
	panel := min(width-w-Gap-2, widestPanel)
	lines := min(height-1, max(h, tallPanel))
	if panel < besideWidth || h > lines || lines < shortSides+logLines+statusLines+2 {
		return Layout{}, false
	}
	left, top := (width-w-Gap-panel)/2, (height-1-lines)/2
	x := left + w + Gap
	sides := FullSides
	if lines-logLines-statusLines-2 < FullSides {
		sides = shortSides
	}
	return Layout{
		Board:  Rect{left, top + (lines-h)/2, w, h},
		Sides:  Rect{x, top, panel, sides},
		Log:    Rect{x, top + sides + 1, panel, lines - sides - 1 - statusLines - 1},
		Status: Rect{x, top + lines - statusLines, panel, statusLines},
	}, true
}

// around places the sides right of the board, messages and status below it.
func around(f Face, width, height int) (Layout, bool) {
	w, h := f.Size()
	panel := min(width-w-Gap-2, widestPanel)
	rest := height - 1 - h - 1 // without the keys and a line between
	if panel < narrowWidth || rest < logLines+1 {
		return Layout{}, false
	}
	left := (width - w - Gap - panel) / 2
	return Layout{
		Board:  Rect{left, 0, w, h},
		Sides:  Rect{left + w + Gap, 0, panel, h},
		Log:    Rect{left, h + 1, w + Gap + panel, rest - 1},
		Status: Rect{left, h + 1 + rest - 1, w + Gap + panel, 1},
	}, true
}

// below places everything under the board.
func below(f Face, width, height int) (Layout, bool) {
	w, h := f.Size()
	panel := min(width-2, max(w, belowWidth))
	rest := height - 1 - h - shortSides
	if width < w || panel < leastColumns || rest < logLines+statusLines {
		return Layout{}, false
	}
	x := (width - panel) / 2
	return Layout{
		Board:  Rect{(width - w) / 2, 0, w, h},
		Sides:  Rect{x, h, panel, shortSides},
		Log:    Rect{x, h + shortSides, panel, rest - statusLines},
		Status: Rect{x, height - 1 - statusLines, panel, statusLines},
	}, true
}
