// SPDX-License-Identifier: Apache-2.0

package browser_test

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// tap clicks a point whether or not it may be touched.
func (p *person) tap(point string) {
	p.t.Helper()
	p.click(fmt.Sprintf(`.point[role="button"][data-point="%s"]`, point))
}

// counts waits until a selector finds so many elements.
func (p *person) counts(selector string, want int) {
	p.t.Helper()
	p.await(fmt.Sprintf("%d of %s", want, selector), fmt.Sprintf(`document.querySelectorAll(%s).length === %d`, js(selector), want))
}

// listens collects what the message line of the page says from now on: some of it
// is replaced after a while.
func (p *person) listens() {
	p.t.Helper()
	read[int](p, `window.said = [], new MutationObserver(() => said.push(document.querySelector("[data-message]").textContent))
		.observe(document.querySelector("[data-message]"), { childList: true, characterData: true, subtree: true }), 0`)
}

// heard waits until the message line has said a text.
func (p *person) heard(text string) {
	p.t.Helper()
	p.await(fmt.Sprintf("to have seen %q", text), fmt.Sprintf(`said.includes(%s)`, js(text)))
}

// A mill is lit and asks for a man; men that may not be taken are dimmed, touching
// them gives the reason, and no other touch loses the choice.
func TestMillIsLit(t *testing.T) {
	t.Parallel()
	tb, white, black := meet(t, "nine")
	tb.play("d6", "d7", "f6", "g7", "a1", "a7xa1", "b2", "f2")
	white.listens()
	white.tap("d7")
	white.heard("d7: the point is occupied.")
	white.touch("b6")
	white.heard("Mill! Choose a man to take.")
	white.counts("[data-mill-lines] path", 1)
	white.counts(".spot.mill", 3)
	white.counts(".man.black.dim", 3)
	white.tap("d7")
	white.heard("d7: this man is part of a mill.")
	white.tap("e5")
	white.heard("e5: no man on this point.")
	white.counts(".point.next.take", 1)
	tb.advance("b6xf2")
	white.touch("f2")
	tb.shown()
	black.counts("[data-mill-lines] path", 1)
	white.counts(".man.dim", 0)
}

// A move entered during the opponent's turn is played when it is legal, dropped when
// it is not, and can be cancelled.
func TestPremove(t *testing.T) {
	t.Parallel()
	tb, white, black := meet(t, "nine")
	tb.play("d6")
	white.tap("a7")
	white.sees("Premove: a7")
	white.counts(".point.premove", 1)
	tb.enter("d7")
	tb.advance("d7")
	tb.advance("a7")
	tb.shown()

	white.tap("g7")
	white.sees("Premove: g7. Press Escape to cancel it.")
	white.key(kb.Escape)
	white.counts(".point.premove", 0)
	tb.play("g1")
	white.sees("Your turn: place a man.")
	tb.play("b6")

	white.onPhone() // has no Escape
	white.tap("g4")
	white.sees("Premove: g4. Tap it again to cancel it.")
	tb.play("g4")
	white.sees("Your turn: place a man.")
	white.counts(".point.premove", 0)
	black.sees("to move.")
}
