// SPDX-License-Identifier: Apache-2.0

package browser_test

import (
	"testing"

	"cairn/game"
)

// Six men's morris against the novice: it answers by itself, a turn is taken back
// at once, and the game is forfeited in the end.
func TestSixAgainstNovice(t *testing.T) {
	t.Parallel()
	p := newSite(t).person("ann")
	p.open("/play")
	p.choose("game", gameID(t, "six"))
	p.choose("level", "novice")
	p.choose("side", "white")
	p.press("Play the computer")
	tb := newTable(t, p.arrives("/match/"), "six", p, nil)
	p.sees("Computer (Novice)", "Your turn: place a piece.")

	var before game.State
	for range 5 { // a man is left in hand: nobody can have lost, however the novice plays
		before = tb.state
		move := tb.state.Moves()[0].Text
		tb.enter(move)
		tb.advance(move)
		tb.reply()
	}
	p.press("Undo")
	after := tb.state
	tb.state = before
	tb.shown()
	p.press("Redo")
	tb.state = after
	tb.shown()

	p.press("Forfeit")
	p.press("Yes, forfeit")
	p.sees("You lose")
	p.press("Rematch")
	p.await("another match", `!location.pathname.endsWith(`+js(tb.id)+`) && !!document.querySelector("[data-match]")`)
}

// reply waits for the answer of a computer and plays it by the rules too.
func (tb *table) reply() {
	tb.t.Helper()
	answers := map[string]string{} // by the board after them
	for _, m := range tb.state.Moves() {
		next, err := tb.state.Play(m.Text)
		if err != nil {
			tb.t.Fatal(err)
		}
		answers[(&table{state: next}).men()] = m.Text
	}
	p := tb.seen[0]
	p.until("an answer of the computer", func() bool {
		board, err := ask[string](p, boardText)
		move, found := answers[board]
		if err == nil && found {
			tb.advance(move)
		}
		return err == nil && found
	})
}
