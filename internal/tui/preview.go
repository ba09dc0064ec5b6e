// SPDX-License-Identifier: Apache-2.0

package tui

import (
	"slices"

	"cairn/game"
)

// view returns the board as it looks with the touches so far: exactly, as far
// as they are a move themselves, and beyond that with the man set where it was
// sent and the men taken away that were named.
func (k *pick) view() game.View {
	path, us := k.picker.Path(), k.state.Turn()
	view, done := k.played(path)
	view.Turn = us
	at, lifted := game.Point(0), false
	if i := lastOwn(view, path[:done], us); i >= 0 {
		at, lifted = path[i], true
	}
	for _, p := range path[done:] {
		switch side, stands := view.Men[p].Side(); {
		case stands && side != us:
			if k.names(p) {
				view.Men[p] = game.NoMan
			}
		case stands:
			at, lifted = p, true
		default:
			if lifted {
				view.Men[at] = game.NoMan
			} else {
				view.Sides[us].Hand--
				view.Sides[us].Board++
			}
			view.Men[p] = game.ManOf(us)
			at, lifted = p, true
		}
	}
	return view
}

// played returns the view after the longest beginning of the path that is a
// move, and how long that is.
func (k *pick) played(path []game.Point) (view game.View, length int) {
	for n := len(path); n > 0; n-- {
		for _, m := range k.moves {
			if !slices.ContainsFunc(m.Paths, func(p []game.Point) bool { return slices.Equal(p, path[:n]) }) {
				continue
			}
			if s, err := k.state.Play(m.Text); err == nil {
				return s.View(), n
			}
		}
	}
	return k.state.View(), 0
}

// names reports whether the moves still possible take the man on p by name.
func (k *pick) names(p game.Point) bool {
	return slices.ContainsFunc(k.picker.Candidates(), func(m game.Move) bool {
		written, _ := steps(k.board, m.Text)
		return slices.ContainsFunc(written, func(s step) bool { return slices.Contains(s.takes, p) })
	})
}

// lastOwn returns the index of the last point of a path on which a man of the
// side stands, -1 for none.
func lastOwn(v game.View, path []game.Point, s game.Side) int {
	for i := len(path) - 1; i >= 0; i-- {
		if v.Men[path[i]] == game.ManOf(s) {
			return i
		}
	}
	return -1
}
