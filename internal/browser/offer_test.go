// SPDX-License-Identifier: Apache-2.0

package browser_test

import "testing"

// A draw is declined, play goes on, and another one is agreed on.
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

// Undo is asked for and granted; an offer lapses when a move is made.
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
	black.unseen("asks to undo")
}

// Forfeit asks first: No returns to play, Yes ends the match for both. A rematch
// takes both to a new match with colours swapped.
func TestForfeitAndRematch(t *testing.T) {
	t.Parallel()
	tb, white, black := meet(t, "three")
	tb.play("a1")
	white.press("Forfeit")
	white.sees("Do you want to forfeit this game?")
	white.press("No, play on")
	white.unseen("Do you want to forfeit this game?")
	tb.play("b2", "a2")
	white.press("Forfeit")
	white.press("Yes, forfeit")
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
