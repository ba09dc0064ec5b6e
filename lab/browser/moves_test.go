// SPDX-License-Identifier: Apache-2.0

package browser_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// shows waits until the board of a person shows the position after some moves of a game
// from its start.
func (p *person) shows(id, name string, moves ...string) {
	p.t.Helper()
	tb := newTable(p.t, id, name, p, nil)
	for _, move := range moves {
		tb.advance(move)
	}
	tb.shown()
}

// A player looks back during a game by key, list and button while the opponent moves:
// the page says so, stays there, announces the move, and returns.
func TestLookBack(t *testing.T) {
	t.Parallel()
	tb, white, black := meet(t, "nine")
	tb.play("d6", "a1", "d7")
	white.key(kb.ArrowLeft)
	white.sees("Move 2 of 3", "Back to the game")
	white.shows(tb.id, "nine", "d6", "a1")
	white.click(`[data-list] [data-ply="1"]`)
	white.sees("Move 1 of 3")
	white.shows(tb.id, "nine", "d6")
	white.await("the address of the move", `location.search === "?ply=1"`)

	black.touch("g1")
	tb.advance("g1")
	white.sees("Move 1 of 4", "New move: g1")
	white.await("the announcement", `document.querySelector("[data-announce]").textContent.includes("Black places on g1.")`)
	white.await("the new move in the list", `document.querySelector('[data-list] [data-ply="4"]')?.textContent.includes("g1") ?? false`)
	white.shows(tb.id, "nine", "d6")
	if playable := read[int](white, `document.querySelectorAll(".point.next").length`); playable != 0 {
		t.Errorf("%d points can be touched in the past", playable)
	}

	white.press("Back to the game")
	tb.shown()
	white.unseen("Back to the game")
	white.await("the address of the game", `location.search === ""`)
	tb.play("a7")
}

// outside returns the nodes that are not whole on the screen without scrolling.
func (p *person) outside(selectors ...string) []string {
	p.t.Helper()
	return read[[]string](p, js(selectors)+`.filter((selector) => {
	  const { top, bottom, left, right, width } = document.querySelector(selector).getBoundingClientRect();
	  return width === 0 || top < 0 || left < 0 || bottom > innerHeight || right > innerWidth;
	})`)
}

// The sizes of windows: phones with the bars of a browser, upright and across, tablets, and screens.
var windows = [][2]int64{
	{360, 560},
	{390, 664},
	{390, 844},
	{430, 750},
	{667, 375},
	{844, 390},
	{600, 800},
	{768, 1024},
	{900, 720},
	{1280, 800},
	{1366, 650},
}

// Both seats and clocks, the board and the present step are on the screen without
// scrolling, and header and match have the same edges.
func TestMatchFits(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ann, bob := s.regular("Ann"), s.regular("Bob")
	p := s.person("eve")
	for _, name := range []string{"nine", "fanorona", "yote"} {
		id := ann.meets(bob, name, "yes", "5m+3s")
		ann.send("/match/"+id+"/move", map[string]any{"move": map[string]string{"nine": "a1", "fanorona": "d3-e3W", "yote": "e2"}[name]})
		p.open("/match/" + id)
		p.await("everything to be drawn", `document.readyState === "complete" && document.fonts.status === "loaded"`)
		for _, size := range windows {
			p.do(chromedp.EmulateViewport(size[0], size[1]))
			p.await("the size", fmt.Sprintf("innerWidth === %d && innerHeight === %d", size[0], size[1]))
			if outside := p.outside("svg[data-board]", ".seat.far .clock", ".seat.near .clock", ".match-now"); len(outside) > 0 {
				t.Errorf("%s at %d×%d: not on the screen: %s", name, size[0], size[1], strings.Join(outside, ", "))
			}
			if size[0] < 1000 {
				continue
			}
			edges := read[[]int](p, `[".brand", ".match", "header .account", ".match"].map((selector, i) => {
			  const box = document.querySelector(selector).getBoundingClientRect();
			  return Math.round(i < 2 ? box.left : box.right);
			})`)
			if edges[0] != edges[1] || edges[2] != edges[3] {
				t.Errorf("%s at %d: the header goes from %d to %d, the match from %d to %d", name, size[0], edges[0], edges[2], edges[1], edges[3])
			}
		}
	}
}

// On a phone an offer and the result are on the screen without scrolling. The result can
// be closed, and then leaves the board free.
func TestAnswerFits(t *testing.T) {
	t.Parallel()
	tb, white, black := meet(t, "nine")
	tb.play("a1", "a4")
	fits := func(p *person, selectors ...string) {
		t.Helper()
		for _, size := range windows {
			p.do(chromedp.EmulateViewport(size[0], size[1]))
			p.await("the size", fmt.Sprintf("innerWidth === %d && innerHeight === %d", size[0], size[1]))
			read[any](p, "scrollTo(0, 0)")
			if outside := p.outside(selectors...); len(outside) > 0 {
				t.Errorf("%s at %d×%d: not on the screen: %s", p.name, size[0], size[1], strings.Join(outside, ", "))
			}
		}
	}
	white.press("Offer draw")
	black.sees("offers a draw. Do you accept?")
	fits(black, `[data-offer-answer] [value="true"] + button`, `[data-offer-answer] [value="false"] + button`)
	black.press("Yes")
	white.sees("Draw by agreement.")
	fits(white, "[data-end-title]", `[data-can="rematch"] button`, ".end .again")
	white.do(chromedp.EmulateViewport(390, 664))
	centre := `(() => {
	  const { top, bottom, left, right } = document.querySelector("svg[data-board]").getBoundingClientRect();
	  return document.elementFromPoint((left + right) / 2, (top + bottom) / 2).closest("svg[data-board]") !== null;
	})()`
	if read[bool](white, centre) {
		t.Error("the result is not on the board")
	}
	white.click("[data-close-end]")
	white.await("the board to be free", centre)
}
