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

// A few moves by keyboard only, up to a mill with its capture.
func TestKeyboard(t *testing.T) {
	t.Parallel()
	tb, white, black := meet(t, "nine")
	white.sees("Your turn")
	white.tabsTo("a7, empty, can be moved to")
	white.key(kb.Enter)
	tb.advance("a7")
	tb.shown()
	black.tabsTo("a7, white man, last move") // in the lower right corner of Black's board
	black.walks(step{kb.ArrowLeft, "d7"})
	black.key(kb.Enter)
	tb.advance("d7")
	tb.shown()
	white.walks(step{kb.ArrowDown, "a4"})
	white.key(" ")
	tb.advance("a4")
	tb.shown()
	black.walks(step{kb.ArrowUp, "d6"})
	black.key(kb.Enter)
	tb.advance("d6")
	tb.shown()

	white.walks(step{kb.ArrowDown, "a1"})
	white.key(kb.Enter) // a mill: the capture follows
	white.sees("Mill! Choose a man to take.")
	white.key(kb.Escape)
	white.unseen("Mill! Choose a man to take.")
	white.key(kb.Enter)
	white.walks(step{kb.ArrowRight, "d1"}, step{kb.ArrowUp, "d2"}, step{kb.ArrowUp, "d3"}, step{kb.ArrowUp, "d5"}, step{kb.ArrowUp, "d6"})
	white.focused("d6, black man, can be taken")
	white.key(kb.Enter)
	tb.advance("a1xd6")
	tb.shown()
	black.logged("White places on a1, closes a mill, takes d6.")
}

// step is an arrow key and the point it moves the focus to.
type step struct{ key, point string }

// walks moves the focus from point to point.
func (p *person) walks(steps ...step) {
	p.t.Helper()
	for _, s := range steps {
		p.key(s.key)
		if at := read[string](p, accessibleName); !strings.HasPrefix(at, s.point+",") {
			p.t.Fatalf("%s: the arrow key moves to %q, want %s", p.name, at, s.point)
		}
	}
}

// tabStops is more than any page has, to end a loop.
const tabStops = 80

// tabsTo presses Tab until a control of that name has the focus.
func (p *person) tabsTo(name string) {
	p.t.Helper()
	var passed []string
	for range tabStops {
		p.key(kb.Tab)
		stop := read[string](p, accessibleName)
		if stop == name {
			return
		}
		passed = append(passed, stop)
	}
	p.t.Fatalf("%s: Tab does not lead to %q, but to %q", p.name, name, passed)
}

// focused waits until the control with the focus has a name.
func (p *person) focused(name string) {
	p.t.Helper()
	p.await(fmt.Sprintf("the focus on %q", name), accessibleName+" === "+js(name))
}

const accessibleName = `(document.activeElement.getAttribute("aria-label") ?? document.activeElement.textContent.slice(0, 40))`

// A whole game by keyboard only, from the front page to the win, with a draw offered
// and declined on the way.
func TestWholeGameByKeyboard(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("a whole game takes long")
	}
	s := newSite(t)
	white, black := s.person("white"), s.person("black")
	id := white.invitesByKeyboard("Six")
	black.joinsByKeyboard(id)
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

// invitesByKeyboard creates a private match and returns its ID.
func (p *person) invitesByKeyboard(game string) string {
	p.t.Helper()
	p.open("/")
	p.tabsTo("Play")
	p.key(kb.Enter)
	p.arrives("/play")
	p.tabsInto("game")
	p.key(strings.Split(game, "")...) // selects the option that starts so
	p.tabsTo("Create match")
	p.key(kb.Enter)
	p.arrives("/match/")
	p.sees("Invite a friend")
	return read[string](p, `document.querySelector("#invite-id").textContent.trim()`)
}

// joinsByKeyboard joins a match.
func (p *person) joinsByKeyboard(id string) {
	p.t.Helper()
	p.open("/")
	p.tabsTo("Play")
	p.key(kb.Enter)
	p.arrives("/play")
	p.tabsTo("Join by ID")
	p.key(kb.Enter)
	p.arrives("/join")
	p.tabsInto("id")
	p.key(strings.Split(id, "")...)
	p.key(kb.Enter)
	p.focused("Join")
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

// types makes a move by keys on the page of the side to move, and waits until all
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

// route finds the arrow keys that lead from the point with the focus to another one,
// by the function that the page uses for them.
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

// arrows maps the names of keys in a page to those of chromedp.
var arrows = map[string]string{"ArrowLeft": kb.ArrowLeft, "ArrowRight": kb.ArrowRight, "ArrowUp": kb.ArrowUp, "ArrowDown": kb.ArrowDown}

// walksTo moves the focus to a point of the board.
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

// tabsBackToBoard moves the focus back to the board, if it is not there.
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
