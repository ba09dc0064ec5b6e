// SPDX-License-Identifier: Apache-2.0

package browser_test

import (
	"fmt"
	"strings"
	"testing"

	"cairn/game"
)

// nineGame is a whole game in which both sides close mills and fly, and White wins.
// Two "easy" computers played it with seed 5500.
const nineGame = `
	b2 a4 d7 c5 d6 d5 e5 c4 f6 b6 f2 b4xb2 f4xc5 b2xe5 e5 c5 c3 e4 f2-d2 a4-a1 d2-f2xc4 c5-c4 d7-a7 b2-d2 c3-d3
	a1-a4xd3 f4-g4 d2-b2xg4 f6-f4 e4-e3 a7-d7 c4-c5 d6-f6xa4 b2-d2 d7-d6 e3-e4 d6-d7 d2-b2xe5 f4-g4 e4-e5xf6
	d7-f6 b2-d2 g4-f4xd2 c5-c4 f6-c5 b4-b2 c5-f6xc4 b2-d2 f4-b2 e5-e4 b2-f4xd5 d2-b4 f6-b2 b6-a7 f4-d2xa7`

// A whole game of nine men's morris by clicks.
func TestNineMensMorris(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("a whole game takes long")
	}
	tb, white, black := meet(t, "nine")
	white.sees("Your turn: place a man.")
	black.sees("to move.")
	moves := strings.Fields(nineGame)
	tb.play(moves[:11]...)

	// After a mill the page asks for the capture.
	black.touch("b4")
	black.sees("Mill! Choose a man to take.")
	tb.advance("b4xb2")
	black.touch("b2")
	tb.shown()
	white.logged("Black places on b4, closes a mill, takes b2.")
	white.sees("1 mill")

	tb.play(moves[12:]...)
	white.logged("flies")
	if verdict := tb.state.Result().Verdict; verdict != game.WhiteWins {
		t.Fatalf("the game ends with %v, want a win of White", verdict)
	}
	white.sees("You win", "too few men")
	black.sees("You lose", "too few men")
	for _, p := range tb.seen {
		for _, label := range []string{"Rematch", "New game", "Home"} {
			p.has(label)
		}
		p.lacks("Resign")
	}
	white.press("Home")
	white.arrives("/home")
	white.sees("Points\n1")
	black.open("/home")
	black.sees("Points\n0")
}

// A whole game of three men's morris on a phone, by taps.
func TestPhone(t *testing.T) {
	t.Parallel()
	tb, white, black := meet(t, "three")
	for _, p := range tb.seen {
		p.onPhone()
		p.open("/match/" + tb.id)
	}
	tb.play("a1", "a3", "b1", "c3", "c1")
	if verdict := tb.state.Result().Verdict; verdict != game.WhiteWins {
		t.Fatalf("the game ends with %v, want a win of White", verdict)
	}
	white.sees("You win")
	black.sees("You lose")
	black.press("Rematch")
	white.sees("Do you accept?")
}

// Six men's morris against the computer: it answers, a move is undone at once, and the
// game is resigned in the end.
func TestSixAgainstNovice(t *testing.T) {
	t.Parallel()
	p := newSite(t).person("ann").animated()
	p.open("/play")
	p.choose("game", gameID(t, "six"))
	p.choose("level", "novice")
	p.choose("side", "white")
	p.press("Play the computer")
	tb := newTable(t, p.arrives("/match/"), "six", p, nil)
	p.sees("Computer (Novice)", "Your turn: place a man.")

	var before game.State
	for range 5 { // one piece is left in hand: no side can have lost
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

	p.press("Resign")
	p.press("Yes, resign")
	p.sees("You lose")
	p.press("Rematch")
	p.await("another match", `!location.pathname.endsWith(`+js(tb.id)+`) && !!document.querySelector("[data-match]")`)
}

// reply waits for the move of the computer and plays it by the rules too.
func (tb *table) reply() {
	tb.t.Helper()
	answers := map[string]string{} // moves by the board after them
	for _, m := range tb.state.Moves() {
		next, err := tb.state.Play(m.Text)
		if err != nil {
			tb.t.Fatal(err)
		}
		answers[(&table{state: next}).men()] = m.Text
	}
	p := tb.seen[0]
	p.until("the move of the computer", func() bool {
		board, err := ask[string](p, boardText)
		move, found := answers[board]
		if err == nil && found {
			tb.advance(move)
		}
		return err == nil && found
	})
}

// Fanorona: a choice between approach and withdrawal, a whole chain, and a chain that
// is ended early.
func TestFanorona(t *testing.T) {
	t.Parallel()
	tb, white, black := meet(t, "fanorona")
	white.animated()
	black.animated()
	white.touch("d3")
	white.touch("e3")
	white.sees("Choose the stone to take.")
	for _, point := range []string{"f3", "c3"} { // approach, withdrawal
		white.await(point+" to be offered", fmt.Sprintf(`document.querySelector(%s)?.classList.contains("take")`, js(lit(point))))
	}
	white.reload() // keeps the touched part
	white.sees("Choose the stone to take.")
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

// chain enters a chain touch by touch. The pieces taken on the way disappear at once
// from the player's own board, and from the others when the move is made.
func (tb *table) chain(p *person, m game.Move) {
	tb.t.Helper()
	before := tb.men()
	path, more := tb.path(m.Text)
	for i, point := range path {
		p.touch(point)
		if i == 2 && i < len(path)-1 {
			p.await("a piece to be gone in the middle of a chain", fmt.Sprintf(`(%s).replaceAll(/[^.]/g, "").length > %d`, boardText, strings.Count(before, ".")))
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
