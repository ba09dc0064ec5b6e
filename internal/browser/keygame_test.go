// SPDX-License-Identifier: Apache-2.0

package browser_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"cairn/game"
)

// A whole game by keyboard alone, from the front page to the win, with a draw
// offered and declined on the way. Nobody has a mouse.
func TestWholeGameByKeyboard(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("a whole game takes long")
	}
	s := newSite(t)
	white, black := s.person("white"), s.person("black")
	id := white.invitesByKeyboard("Six")
	black.joinsByKeyboard(id)
	white.has("Start game")
	white.tabsTo("Start game")
	white.key(kb.Enter)
	tb := newTable(t, id, "six", white, black)
	for range 6 {
		tb.types(tb.greedy())
	}
	white.tabsTo("Offer draw")
	white.key(kb.Enter)
	black.sees("Do you accept?")
	black.tabsTo("No")
	black.key(kb.Enter)
	white.logged("Black declines the draw.")
	for len(tb.state.Moves()) > 0 {
		tb.types(tb.greedy())
	}
	if verdict := tb.state.Result().Verdict; verdict != game.WhiteWins {
		t.Fatalf("the game ends with %v, want a win of White", verdict)
	}
	white.sees("You win")
	black.sees("You lose")
	white.tabsTo("Rematch")
	white.key(kb.Enter)
	black.sees("Do you accept?")
	black.tabsTo("Yes")
	black.key(" ")
	white.await("the rematch", `!location.pathname.endsWith(`+js(id)+`)`)
}

// invitesByKeyboard creates a private match and returns its id.
func (p *person) invitesByKeyboard(game string) string {
	p.t.Helper()
	p.open("/")
	p.tabsTo("Play")
	p.key(kb.Enter)
	p.arrives("/play")
	p.tabsInto("game")
	p.key(strings.Split(game, "")...) // a select box goes to what is typed
	p.tabsTo("Create match")
	p.key(kb.Enter)
	p.arrives("/match/")
	p.sees("Invite a friend")
	return read[string](p, `document.querySelector("#invite-id").textContent.trim()`)
}

// joinsByKeyboard sits down at a match.
func (p *person) joinsByKeyboard(id string) {
	p.t.Helper()
	p.open("/")
	p.tabsTo("Join")
	p.key(kb.Enter)
	p.arrives("/join")
	p.tabsInto("id")
	p.key(strings.Split(id, "")...)
	p.key(kb.Enter)
	p.arrives("/match/" + id)
}

// tabsInto presses Tab until a field has the focus.
func (p *person) tabsInto(field string) {
	p.t.Helper()
	for range tabStops {
		if read[string](p, `document.activeElement.name ?? ""`) == field {
			return
		}
		p.key(kb.Tab)
	}
	p.t.Fatalf("%s: Tab does not lead to the field %s", p.name, field)
}

// types makes a move by keys, on the page of whose turn it is, and waits until both
// boards show it.
func (tb *table) types(text string) {
	tb.t.Helper()
	p := tb.players[tb.state.Turn()]
	path, _ := tb.path(text)
	for _, point := range path {
		p.await(point+" to be offered", fmt.Sprintf(`!!document.querySelector(%s)`, js(lit(point))))
		p.walksTo(point)
		p.key(kb.Enter)
	}
	tb.advance(text)
	tb.shown()
}

// route finds the arrow keys that lead from the point with the focus to another
// one: the page itself says where each leads.
const route = `(async (to) => {
  const { neighbour } = await import(document.querySelector("script[src]").src.replace(/[^/]*$/, "state.js"));
  const spots = [...document.querySelectorAll("[data-point]")].map((node) => ({ name: node.dataset.point, x: Number(node.dataset.x), y: Number(node.dataset.y) }));
  const arrows = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  const ways = [[spots.find((spot) => spot.name === document.activeElement.dataset.point), []]];
  const known = new Set();
  for (const [at, keys] of ways) {
    if (at.name === to) return keys;
    if (known.has(at.name)) continue;
    known.add(at.name);
    for (const [key, [dx, dy]] of Object.entries(arrows)) ways.push([neighbour(spots, at, dx, dy), [...keys, key]]);
  }
  return null;
})(%s)`

// arrows are the keys as the page names them.
var arrows = map[string]string{"ArrowLeft": kb.ArrowLeft, "ArrowRight": kb.ArrowRight, "ArrowUp": kb.ArrowUp, "ArrowDown": kb.ArrowDown}

// walksTo brings the focus to a point of the board.
func (p *person) walksTo(point string) {
	p.t.Helper()
	p.tabsBackToBoard()
	keys := settle[[]string](p, fmt.Sprintf(route, js(point)))
	for _, key := range keys {
		p.key(arrows[key])
	}
	if at := read[string](p, `document.activeElement.dataset.point ?? ""`); at != point {
		p.t.Fatalf("%s: the arrow keys %v lead to %q, want %s", p.name, keys, at, point)
	}
}

// tabsBackToBoard goes back from the controls beside the board, if the focus is
// there.
func (p *person) tabsBackToBoard() {
	p.t.Helper()
	for range tabStops {
		if read[bool](p, `!!document.activeElement.dataset.point`) {
			return
		}
		p.do(chromedp.KeyEvent(kb.Tab, chromedp.KeyModifiers(chromedp.ModifierShift)))
	}
	p.t.Fatalf("%s: Tab does not lead back to the board", p.name)
}
