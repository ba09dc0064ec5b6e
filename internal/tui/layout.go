// SPDX-License-Identifier: Apache-2.0

package tui

import "cairn/game"

// rect is a rectangle of cells.
type rect struct{ x, y, width, height int }

// layout is where everything stands on the screen.
type layout struct {
	face   face
	board  rect
	sides  rect // name of the game, and both sides
	log    rect // messages
	status rect // what is to be done now
	keys   rect // the keys that help
	fits   bool // the window is large enough at all
}

// Least sizes in cells: columns beside a board for sides and messages, or for
// the sides alone; lines for messages and for what is to be done.
const (
	besideWidth  = 26
	narrowWidth  = 16
	widestPanel  = 46
	tallPanel    = 23
	belowWidth   = 40
	logLines     = 3
	statusLines  = 2
	shortSides   = 5 // lines of both sides, written densely, and the title
	gap          = 2
	leastColumns = 28
)

// arrange chooses the largest board that leaves room for the rest. Of three
// ways to place the rest the first that fits counts: all beside the board; the
// sides beside it and the messages below; all below.
func arrange(b *game.Board, width, height int) layout {
	for step := maxStep; step >= minStep; step-- {
		f := face{b, step}
		for _, way := range []func(face, int, int) (layout, bool){beside, around, below} {
			if l, ok := way(f, width, height); ok {
				l.face, l.fits = f, true
				x := min(l.board.x, l.status.x)
				l.keys = rect{x, height - 1, width - x, 1}
				return l
			}
		}
	}
	return layout{}
}

// fits reports whether a window has room for the smallest board.
func fits(b *game.Board, width, height int) bool {
	for _, way := range []func(face, int, int) (layout, bool){beside, around, below} {
		if _, ok := way(face{b, minStep}, width, height); ok {
			return true
		}
	}
	return false
}

// beside places sides, messages and status in a column right of the board, as
// high as the board or a little higher.
func beside(f face, width, height int) (layout, bool) {
	w, h := f.size()
	panel := min(width-w-gap-2, widestPanel)
	lines := min(height-1, max(h, tallPanel))
	if panel < besideWidth || h > lines || lines < shortSides+logLines+statusLines+2 {
		return layout{}, false
	}
	left, top := (width-w-gap-panel)/2, (height-1-lines)/2
	x := left + w + gap
	sides := sidesHeight(lines - logLines - statusLines - 2)
	return layout{
		board:  rect{left, top + (lines-h)/2, w, h},
		sides:  rect{x, top, panel, sides},
		log:    rect{x, top + sides + 1, panel, lines - sides - 1 - statusLines - 1},
		status: rect{x, top + lines - statusLines, panel, statusLines},
	}, true
}

// around places the sides right of the board, messages and status below it.
func around(f face, width, height int) (layout, bool) {
	w, h := f.size()
	panel := min(width-w-gap-2, widestPanel)
	rest := height - 1 - h - 1 // without the keys and a line between
	if panel < narrowWidth || rest < logLines+1 {
		return layout{}, false
	}
	left := (width - w - gap - panel) / 2
	return layout{
		board:  rect{left, 0, w, h},
		sides:  rect{left + w + gap, 0, panel, h},
		log:    rect{left, h + 1, w + gap + panel, rest - 1},
		status: rect{left, h + 1 + rest - 1, w + gap + panel, 1},
	}, true
}

// below places everything under the board.
func below(f face, width, height int) (layout, bool) {
	w, h := f.size()
	panel := min(width-2, max(w, belowWidth))
	rest := height - 1 - h - shortSides
	if width < w || panel < leastColumns || rest < logLines+statusLines {
		return layout{}, false
	}
	x := (width - panel) / 2
	return layout{
		board:  rect{(width - w) / 2, 0, w, h},
		sides:  rect{x, h, panel, shortSides},
		log:    rect{x, h + shortSides, panel, rest - statusLines},
		status: rect{x, height - 1 - statusLines, panel, statusLines},
	}, true
}

// sidesHeight is how many of the lines at hand the sides take: all they like,
// or only what they need when lines are few.
func sidesHeight(lines int) int {
	if lines >= fullSides {
		return fullSides
	}
	return shortSides
}
