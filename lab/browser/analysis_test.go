// SPDX-License-Identifier: Apache-2.0

package browser_test

import (
	"net/url"
	"strconv"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// verdict waits until the value of the position is shown.
func (p *person) verdict(text string) {
	p.t.Helper()
	p.await("the value "+text, `document.querySelector("[data-verdict]")?.textContent.includes(`+js(text)+`) && document.querySelector("[data-analysis]").dataset.ready === ""`)
}

// Moves are made for both sides on the board, values follow, and keys, list and the
// back button lead through the tree.
func TestAnalysis(t *testing.T) {
	t.Parallel()
	p := newSite(t).person("analyst")
	p.open("/analysis/three-mens-morris")
	p.verdict("win in 9")
	p.clickOn("b2", `document.querySelector('[data-point="b2"]')`)
	p.verdict("loss in 8")
	p.clickOn("a value", `document.querySelector('[data-values] [data-move]')`)
	p.verdict("win in 7")
	p.await("two moves in the list", `document.querySelectorAll("[data-moves] button").length === 2`)
	p.await("the address", `location.search.includes("position=")`)
	read[bool](p, `(document.activeElement?.blur(), history.back(), true)`)
	p.verdict("loss in 8")
	p.key(kb.ArrowLeft)
	p.verdict("win in 9")
	p.clickOn("a1", `document.querySelector('[data-point="a1"]')`)
	p.await("a variation", `document.querySelectorAll("[data-moves] .begins").length === 1`)
	p.reload()
	p.await("the tree after a reload", `document.querySelectorAll("[data-moves] button").length === 3`)
}

// A match is analysed from its page when it is over; it is refused before.
func TestAnalyseMatch(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ann, bob := s.regular("ann"), s.regular("bob")
	id := ann.plays(bob, "three", "a1 b1 a2 b2 a3")
	p := s.person("reader")
	p.open("/match/" + id)
	p.clickOn("the link", `document.querySelector("[data-analyse]")`)
	p.await("the whole line", `document.querySelectorAll("[data-moves] button").length === 5`)
	p.clickOn("the first move", `document.querySelector("[data-moves] button")`)
	p.verdict("loss")
	running := ann.meets(bob, "three", "yes", "")
	p.expect("403")
	p.open("/analysis/three-mens-morris?match=" + running)
	p.sees("a game between two players that is running here")
}

// Arrows and circles are drawn with the right button, by a finger that rests, and with the
// tool by clicks and keys. They are kept with the move as a comment.
func TestDrawings(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	p := s.person("artist")
	p.open("/analysis/three-mens-morris")
	p.verdict("win in 9")
	shown := func(p *person, count int) {
		t.Helper()
		p.await("the drawing", `document.querySelectorAll(".plan .drawn:not(.casing, .begun)").length === `+strconv.Itoa(count))
	}
	point := func(name string) string { return `document.querySelector('[data-point="` + name + `"]')` }
	x, y := p.where("a1", point("a1"))
	toX, toY := p.where("c3", point("c3"))
	right := chromedp.ButtonType(input.MouseButtonRight)
	p.do(chromedp.MouseEvent(input.DispatchMouseEventTypeMousePressed, x, y, right), chromedp.MouseEvent(input.DispatchMouseEventTypeMouseMoved, toX, toY, right), chromedp.MouseEvent(input.DispatchMouseEventTypeMouseReleased, toX, toY, right))
	shown(p, 1)
	p.click(`[data-tool="draw"]`)
	p.clickOn("b2", point("b2"))
	p.clickOn("b2", point("b2"))
	shown(p, 2)
	read[bool](p, `(`+point("a1")+`.focus(), true)`)
	p.key(kb.Enter, kb.ArrowUp, kb.Enter)
	shown(p, 3)
	p.await("what was drawn, in words", `document.querySelector("[data-announce]").textContent === "Arrow from a1 to a2."`)
	p.click(`[data-tool="draw"]`)
	p.reload()
	shown(p, 3)
	p.await("the comment", `Object.values(sessionStorage).some((tree) => tree.includes("[%arrow a1-c3] [%circle b2] [%arrow a1-a2]"))`)
	p.clickOn("b2", point("b2"))
	p.verdict("loss in 8")
	shown(p, 0)
	p.click(`[data-do="back"]`)
	shown(p, 3)

	finger := s.person("finger")
	finger.onPhone()
	finger.open("/analysis/three-mens-morris")
	finger.verdict("win in 9")
	x, y = finger.where("a1", point("a1"))
	toX, toY = finger.where("c3", point("c3"))
	touch := func(kind input.DispatchTouchEventType, at ...*input.TouchPoint) {
		call(finger, input.DispatchTouchEvent, input.DispatchTouchEventParams{Type: kind, TouchPoints: append([]*input.TouchPoint{}, at...)})
	}
	touch(input.DispatchTouchEventTypeTouchStart, &input.TouchPoint{X: x, Y: y})
	finger.await("the finger to draw", `document.querySelector(".plan .begun") !== null`)
	touch(input.DispatchTouchEventTypeTouchMove, &input.TouchPoint{X: toX, Y: toY})
	touch(input.DispatchTouchEventTypeTouchEnd)
	shown(finger, 1)
}

// A position is set up by touch on a phone, and by keyboard.
func TestSetUp(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	finger := s.person("finger")
	finger.onPhone()
	finger.open("/analysis/three-mens-morris/edit")
	finger.clickOn("a1", `document.querySelector('[data-point="a1"]')`)
	finger.sees("This is not a possible position")
	finger.clickOn("one fewer in hand", `document.querySelector('[aria-label="White: one fewer in hand"]')`)
	finger.sees("This position is possible.")
	finger.press("Analyse")
	finger.await("the board", `document.querySelector("[data-analysis]")?.dataset.ready === ""`)

	keys := s.person("keys")
	keys.open("/analysis/three-mens-morris/edit?" + url.Values{"position": {"3/3/3 w 2,3 0"}}.Encode())
	keys.sees("This is not a possible position")
	read[bool](keys, `(document.querySelector('[data-point="b2"]').focus(), true)`)
	keys.key(kb.Enter)
	keys.sees("This position is possible.")
	keys.await("the focus to stay on the point", `document.activeElement?.getAttribute("data-point") === "b2"`)
	keys.key(kb.Enter)
	keys.sees("This is not a possible position")
	read[any](keys, `history.back()`)
	keys.sees("This position is possible.")
}
