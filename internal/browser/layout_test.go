// SPDX-License-Identifier: Apache-2.0

package browser_test

import (
	"fmt"
	"strings"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"
)

// narrow are widths of phones, the smallest first.
var narrow = []int64{320, 390}

// overflow lists what makes a page wider than its window: whatever sticks out,
// unless it stands in something that scrolls by itself.
const overflow = `document.scrollingElement.scrollWidth <= innerWidth ? [] : [...document.querySelectorAll("body *")]
  .filter((node) => node.getBoundingClientRect().right > innerWidth + 1)
  .map((node) => node.outerHTML.slice(0, 120)).slice(0, 5).concat(document.scrollingElement.scrollWidth + " px")`

// small lists controls that a finger misses: those under 24 px. Links in running
// text are as high as the text.
const small = `[...document.querySelectorAll("button, select, summary, textarea, input, [role=button], a.button")]
  .map((node) => ["checkbox", "radio"].includes(node.type) ? node.closest("label") ?? node : node)
  .filter((node) => node.checkVisibility({ visibilityProperty: true }) && node.type !== "hidden")
  .filter((node) => { const box = node.getBoundingClientRect(); return Math.min(box.width, box.height) < 24; })
  .map((node) => node.outerHTML.slice(0, 120))`

// fits checks that the page as it is fits a phone: nothing is cut off or scrolls
// sideways, and controls are large enough for a finger.
func (p *person) fits(where string) {
	p.t.Helper()
	for _, width := range narrow {
		p.do(chromedp.EmulateViewport(width, 700))
		if wide := read[[]string](p, overflow); len(wide) > 0 {
			p.t.Errorf("%s: wider than %d px:\n\t%s", where, width, strings.Join(wide, "\n\t"))
		}
		if missed := read[[]string](p, small); len(missed) > 0 {
			p.t.Errorf("%s: under 24 px on %d px:\n\t%s", where, width, strings.Join(missed, "\n\t"))
		}
	}
}

// fitsInAll checks pages in the languages other than English too: their words are
// longer.
func (p *person) fitsInAll(paths ...string) {
	p.t.Helper()
	for _, lang := range []string{"fr", "de"} {
		p.speaks(lang)
		for _, path := range paths {
			p.open(path)
			if got := read[string](p, `document.documentElement.lang`); got != lang {
				p.t.Errorf("%s: %s: the page speaks %s, want %s", p.name, path, got, lang)
			}
			p.fits(fmt.Sprintf("%s, %s in %s", p.name, path, lang))
		}
	}
	p.speaks("en")
	p.open(paths[len(paths)-1])
}

// speaks sets the language that a person's browser asks for.
func (p *person) speaks(lang string) {
	p.t.Helper()
	call(p, network.SetExtraHTTPHeaders, network.SetExtraHTTPHeadersParams{Headers: network.Headers{"Accept-Language": lang}})
}
