// SPDX-License-Identifier: Apache-2.0

package browser_test

import (
	"fmt"
	"strings"
	"testing"

	"cairn/game"
)

// Without JavaScript: the account with two-factor authentication, a replay, a lesson,
// the archive.
func TestWithoutScript(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.history()
	p := s.person("ann").withoutScript()
	p.expect("status of 40")
	p.signsUp("eve")
	p.sees("Account created")
	p.open("/account")
	p.press("Change username")
	p.fill("name", "Evelyn")
	p.click(`form[action="/account/name"] [name=current]`)
	p.fill("current", password)
	p.click(`form[action="/account/name"] button`)
	p.sees("Username changed.", "Evelyn")
	codes := p.turnsOnTwoFactor(func(*person, string) {})
	p.logsOut()
	p.open("/login")
	p.logsIn("Evelyn", password)
	p.fill("code", codes[0])
	p.press("Log in")
	p.arrives("/home")
	p.open("/account/sessions")
	p.sees("This browser")

	p.open("/games?game=yote")
	p.click(".games a")
	p.click(`[data-go="first"]`)
	p.sees("Move 0 of")
	for _, step := range []struct{ link, at string }{{"next", "Move 1 of"}, {"next", "Move 2 of"}, {"previous", "Move 1 of"}} {
		p.click(`[data-go="` + step.link + `"]`)
		p.sees(step.at)
	}
	p.press("Back to the game")
	p.unseen("Back to the game")

	p.open("/learn/nine-mens-morris")
	p.click(`a.point.next`)
	p.await("the lesson to go on", `!!document.querySelector("a.primary[data-next], [data-over]:not([hidden])") || location.search.includes("path=")`)
}

// yoteGame is a whole game that White wins. An "easy" computer played it against a
// "novice" with seed 200.
const yoteGame = `
	e2 a4 e2-e1 a1 a0 a1-b1 e1-e2 b5 a5 d4 d2 a3 a5-c5xd4 a5 d0 b1-c1 d0-c0 d4 b0 d5 c5-e5xa4 c2 d5 b5 d2-b2xa3 e4
	c0-c2xe4 d3 e2-e3 d4-e4 e3-c3xa5 e4-e3 c3-b3 b5-a5 b2-a2 e3-e2 a3 a5-b5 a5 e2-e1 a5-c5xe1`

// A whole game of yote by select boxes, with JavaScript off.
func TestYoteWithoutScript(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("a whole game takes long")
	}
	s := newSite(t)
	white, black := s.person("white").withoutScript(), s.person("black").withoutScript()
	id := white.creates("yote")
	black.joins(id)
	white.press("Start game") // the page reloads itself until then
	white.sees("Your turn")
	tb := newTable(t, id, "yote", white, black)
	for i, text := range strings.Fields(yoteGame) {
		p := tb.players[tb.state.Turn()]
		if i != 1 { // once the page reloads itself
			p.open("/match/" + id)
		}
		tb.choose(p, text)
		tb.advance(text)
		p.await("the move to be made", boardText+" === "+js(tb.men()))
	}
	if verdict := tb.state.Result().Verdict; verdict != game.WhiteWins {
		t.Fatalf("the game ends with %v, want a win of White", verdict)
	}
	white.sees("You win")
	black.open("/match/" + id)
	black.sees("You lose")
	if script := read[bool](black, `!!document.querySelector("[data-point][role=button]")`); script {
		t.Error("a script has changed the board, although scripts are off")
	}
}

// choose enters a move by the select boxes, point by point.
func (tb *table) choose(p *person, text string) {
	tb.t.Helper()
	path, more := tb.path(text)
	for i, name := range path {
		spot := tb.info.Board.Points[tb.point(name)]
		p.choose("column", tb.info.Board.Columns[spot.X])
		if i == 0 {
			p.press("Enter a move") // the form is closed before the first point
		}
		p.choose("row", tb.info.Board.Rows[spot.Y])
		p.click("#pick form:has(select) button")
		if i < len(path)-1 || more {
			p.await("the next point to be asked for",
				fmt.Sprintf(`new URLSearchParams(location.search).get("path") === %s`, js(strings.Join(path[:i+1], ","))))
		}
	}
	if more {
		p.press("End turn with " + text)
	}
}

// point finds a point by its name.
func (tb *table) point(name string) game.Point {
	tb.t.Helper()
	point, ok := tb.info.Board.Find(name)
	if !ok {
		tb.t.Fatalf("%s is no point", name)
	}
	return point
}
