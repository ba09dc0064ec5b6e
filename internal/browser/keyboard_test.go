// SPDX-License-Identifier: Apache-2.0

package browser_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// A few turns by keyboard alone, up to a mill with its capture.
func TestKeyboard(t *testing.T) {
	t.Parallel()
	tb, white, black := meet(t, "nine")
	white.sees("Your turn")
	white.tabsTo("a7, empty, can be moved to")
	white.key(kb.Enter)
	tb.advance("a7")
	tb.shown()
	black.tabsTo("a7, white piece, last move") // in the right corner below, seen from there
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
	white.key(kb.Enter) // a mill: the capture is still to come
	white.sees("Choose the piece to take.")
	white.key(kb.Escape)
	white.unseen("Choose the piece to take.")
	white.key(kb.Enter)
	white.walks(step{kb.ArrowRight, "d1"}, step{kb.ArrowUp, "d2"}, step{kb.ArrowUp, "d3"}, step{kb.ArrowUp, "d5"}, step{kb.ArrowUp, "d6"})
	white.focused("d6, black piece, can be taken")
	white.key(kb.Enter)
	tb.advance("a1xd6")
	tb.shown()
	black.logged("White places on a1, closes a mill, takes d6.")
}

// step is an arrow key and the point it leads to.
type step struct{ key, point string }

// walks goes from point to point.
func (p *person) walks(steps ...step) {
	p.t.Helper()
	for _, s := range steps {
		p.key(s.key)
		if at := read[string](p, accessibleName); !strings.HasPrefix(at, s.point+",") {
			p.t.Fatalf("%s: the arrow key leads to %q, want %s", p.name, at, s.point)
		}
	}
}

// tabStops is more than any page has.
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
