// SPDX-License-Identifier: Apache-2.0

package browser_test

import "testing"

// A draw is declined, play goes on, and another one is agreed on.
func TestDraw(t *testing.T) {
	t.Parallel()
	tb, white, black := meet(t, "nine")
	tb.play("a1", "a4")
	white.press("Offer a draw")
	white.sees("You offer a draw.")
	black.sees("offers a draw. Do you accept?")
	black.press("No")
	white.logged("Black declines the draw.")
	white.unseen("You offer a draw.")
	tb.play("d1", "b4")
	black.press("Offer a draw")
	white.press("Yes")
	for _, p := range tb.seen {
		p.sees("Draw by agreement.")
		p.has("Rematch")
	}
}

// Undo is asked for and granted; an offer lapses when a move is made.
func TestUndo(t *testing.T) {
	t.Parallel()
	tb, white, black := meet(t, "six")
	start := tb.state
	tb.play("a1")
	white.press("Undo")
	white.sees("You ask to take your turn back.")
	black.sees("asks to take a turn back. Do you agree?")
	black.press("Yes")
	tb.state, tb.played = start, nil
	tb.shown()
	black.logged("agrees: turns are taken back.")
	tb.play("b4")
	white.press("Undo")
	black.sees("asks to take a turn back. Do you agree?")
	tb.play("c1")
	black.unseen("Do you agree?")
}

// Forfeit asks first: No returns to play, Yes ends the match for both. A rematch
// takes both to a new match with colours swapped.
func TestForfeitAndRematch(t *testing.T) {
	t.Parallel()
	tb, white, black := meet(t, "three")
	tb.play("a1")
	white.press("Forfeit")
	white.sees("Do you want to forfeit the game?")
	white.press("No, play on")
	white.unseen("Do you want to forfeit the game?")
	tb.play("b2", "a2")
	white.press("Forfeit")
	white.press("Yes, forfeit")
	white.sees("You lose")
	black.sees("You win")

	white.press("Rematch")
	white.sees("You offer a rematch.")
	black.sees("offers a rematch. Do you accept?")
	black.press("Yes")
	leftOld := `!location.pathname.endsWith(` + js(tb.id) + `)`
	white.await("the rematch", leftOld)
	black.await("the rematch", leftOld)
	id := white.arrives("/match/")
	black.arrives("/match/" + id)
	newTable(t, id, "three", black, white).play("a1", "b2", "c3")
}
