// SPDX-License-Identifier: Apache-2.0

package browser_test

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"
)

// A draw is declined, play goes on, and a second offer is accepted.
func TestDraw(t *testing.T) {
	t.Parallel()
	tb, white, black := meet(t, "nine")
	tb.play("a1", "a4")
	white.press("Offer draw")
	white.sees("You offered a draw.")
	black.sees("offers a draw. Do you accept?")
	black.press("No")
	white.logged("Black declines the draw.")
	white.unseen("You offered a draw.")
	tb.play("d1", "b4")
	black.press("Offer draw")
	white.press("Yes")
	for _, p := range tb.seen {
		p.sees("Draw by agreement.")
		p.has("Rematch")
	}
}

// An undo is requested and accepted; an offer lapses when a move is made.
func TestUndo(t *testing.T) {
	t.Parallel()
	tb, white, black := meet(t, "six")
	start := tb.state
	tb.play("a1")
	white.press("Undo")
	white.sees("You asked to undo your move.")
	black.sees("asks to undo a move. Do you accept?")
	black.press("Yes")
	tb.state, tb.played = start, nil
	tb.shown()
	black.logged("accepts the undo.")
	tb.play("b4")
	white.press("Undo")
	black.sees("asks to undo a move. Do you accept?")
	tb.play("c1")
	black.unseen("Do you accept?")
}

// Resign asks for confirmation: No continues the game, Yes ends it. A rematch takes
// both players to a new match with colours swapped.
func TestResignAndRematch(t *testing.T) {
	t.Parallel()
	tb, white, black := meet(t, "three")
	tb.play("a1", "c3")
	white.press("Resign")
	white.sees("Do you want to resign this game?")
	white.press("No, play on")
	white.unseen("Do you want to resign this game?")
	tb.play("a2", "b2")
	white.press("Resign")
	white.press("Yes, resign")
	white.sees("You lose")
	black.sees("You win")

	white.press("Rematch")
	white.sees("You offered a rematch.")
	black.sees("offers a rematch. Do you accept?")
	black.press("Yes")
	leftOld := `!location.pathname.endsWith(` + js(tb.id) + `)`
	white.await("the rematch", leftOld)
	black.await("the rematch", leftOld)
	id := white.arrives("/match/")
	black.arrives("/match/" + id)
	newTable(t, id, "three", black, white).play("a1", "b2", "c3")
}

// The server is killed during a game and started again: the pages show it and
// reconnect, a move made meanwhile arrives once, and none is lost.
func TestServerIsKilled(t *testing.T) {
	t.Parallel()
	tb, white, black := meet(t, "nine")
	for _, p := range tb.seen {
		p.expect("ERR_CONNECTION", "ERR_EMPTY_RESPONSE", "ERR_SOCKET", "WebSocket", "ERR_INCOMPLETE")
	}
	tb.play("a1", "a4", "d1", "b4")
	site := white.site
	for _, move := range []string{"g1xa4", "c4"} { // one by each side
		p := tb.players[tb.state.Turn()]
		site.kill()
		for _, p := range tb.seen {
			p.await("the lost connection to be shown", `!!document.querySelector("[data-link].shown.bad")`)
		}
		tb.enter(move)
		p.await("the move to look unconfirmed", `!!document.querySelector(".man.unconfirmed")`)
		site.start()
		tb.advance(move)
		tb.shown()
		for _, p := range tb.seen {
			p.await("the connection to be back", `!document.querySelector("[data-link].shown")`)
		}
	}
	tb.play("d2", "f2")
	for _, p := range tb.seen {
		if got, want := p.turns(), len(tb.played); got != want {
			t.Errorf("%s: the list has %d moves, want %d", p.name, got, want)
		}
	}
	black.reload()
	tb.shown()
	if got, want := black.turns(), len(tb.played); got != want {
		t.Errorf("%s: after a reload the list has %d moves, want %d", black.name, got, want)
	}
}

// turns counts the moves in the list of moves.
func (p *person) turns() int {
	p.t.Helper()
	return read[int](p, fmt.Sprintf(`[...document.querySelectorAll("[data-log] li")].filter(line => %s.test(line.textContent)).length`, `/ (places|moves|flies) /`))
}

// A double click makes one move.
func TestDoubleClick(t *testing.T) {
	t.Parallel()
	tb, white, black := meet(t, "nine")
	x, y := white.where("d6", `document.querySelector(`+js(lit("d6"))+`)`)
	white.do(chromedp.MouseClickXY(x, y), chromedp.MouseClickXY(x, y, chromedp.ClickCount(2)), chromedp.MouseClickXY(x, y))
	tb.advance("d6")
	tb.shown()
	tb.play("d7", "b4")
	if got := black.turns(); got != 3 {
		t.Errorf("the list has %d moves, want 3", got)
	}
}

// Two tabs of one player show the same, and both can move.
func TestTwoTabs(t *testing.T) {
	t.Parallel()
	tb, white, _ := meet(t, "six")
	white.animated()
	other := white.tab()
	other.open("/match/" + tb.id)
	tb.seen = append(tb.seen, other)
	tb.play("a1", "b4")
	tb.players[0] = other
	tb.play("c1", "d4")
	tb.players[0] = white
	tb.play("e1xb4")
}

// Going back to a match shows the moves made meanwhile.
func TestBackButton(t *testing.T) {
	t.Parallel()
	tb, white, black := meet(t, "six")
	tb.play("a1")
	white.click(`header a[href="/learn"]`)
	white.arrives("/learn")
	tb.seen = []*person{black}
	tb.play("b4")
	read[any](white, `setTimeout(() => history.back())`) // answered before the page goes
	white.arrives("/match/")
	tb.seen = append(tb.seen, white)
	tb.shown()
	tb.play("c1", "d4")
}
