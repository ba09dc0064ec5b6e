// SPDX-License-Identifier: Apache-2.0

package browser_test

import (
	"fmt"
	"strings"
	"testing"

	"cairn/game"
)

// Fanorona: a choice between approach and withdrawal, whole chains, and a chain
// that is ended early.
func TestFanorona(t *testing.T) {
	t.Parallel()
	tb, white, black := meet(t, "fanorona")
	white.touch("d3")
	white.touch("e3")
	white.sees("Choose the piece to take.")
	for _, point := range []string{"f3", "c3"} { // approach, withdrawal
		white.await(point+" to be offered", fmt.Sprintf(`document.querySelector(%s)?.classList.contains("take")`, js(lit(point))))
	}
	white.touch("c3")
	tb.advance("d3-e3W")
	tb.shown()
	black.logged("withdrawal")

	chain := tb.longest(func(game.Move) bool { return true })
	tb.chain(black, chain)
	white.logged("approach")

	early := tb.longest(func(m game.Move) bool { _, more := tb.path(m.Text); return more })
	tb.chain(white, early)
	if len(tb.played) != 3 {
		t.Errorf("played %v, want three turns", tb.played)
	}
}

// longest returns the move with the most touches among those that fit.
func (tb *table) longest(fits func(game.Move) bool) game.Move {
	tb.t.Helper()
	var found game.Move
	most := 2
	for _, m := range tb.state.Moves() {
		if len(m.Paths[0]) > most && fits(m) {
			found, most = m, len(m.Paths[0])
		}
	}
	if found.Text == "" {
		tb.t.Fatalf("no chain fits in %v", tb.state)
	}
	return found
}

// chain enters a chain touch by touch; the men taken on the way are gone at once
// from the board of whoever enters it, and from no other.
func (tb *table) chain(p *person, m game.Move) {
	tb.t.Helper()
	before := tb.men()
	path, more := tb.path(m.Text)
	for i, point := range path {
		p.touch(point)
		if i == 2 && i < len(path)-1 {
			p.await("a man to be gone in the middle of a chain", fmt.Sprintf(`(%s).replaceAll(/[^.]/g, "").length > %d`, boardText, strings.Count(before, ".")))
		}
	}
	for _, other := range tb.seen {
		if other != p && more && read[string](other, boardText) != before {
			tb.t.Errorf("%s sees a move that is not made yet", other.name)
		}
	}
	if more {
		p.press("End turn")
	}
	tb.advance(m.Text)
	tb.shown()
}
