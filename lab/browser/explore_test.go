// SPDX-License-Identifier: Apache-2.0

package browser_test

import (
	"fmt"
	"testing"
)

// A visitor comes from the openings to the explorer and follows a game that was played
// here, move by move.
func TestExplorer(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.regular("ann").plays(s.regular("bob"), "three", "a1 b1 a2 b2 a3")
	p := s.person("eve")
	p.open("/openings")
	p.click(`a[href="/openings/three-mens-morris"]`)
	p.arrives("/openings/three-mens-morris")
	p.until("the game is counted", func() bool {
		p.open("/openings/three-mens-morris")
		return read[bool](p, `document.querySelector("main").innerText.includes("1 game here")`)
	})
	p.press("Explorer")
	p.arrives("/explorer/three-mens-morris")
	p.sees("White to move.", "win in 9", "1 game here", "and 3 symmetric")
	for range 5 {
		before := read[string](p, `location.search`)
		p.click(`.moves-played tbody tr:first-child a`)
		p.await("the next position", fmt.Sprintf(`location.search !== %q && document.readyState === "complete"`, before))
	}
	p.sees("White wins")
	p.press("Analyse")
	p.arrives("/analysis/three-mens-morris")
}

// On the analysis board the games of the position stand beside the values. They follow
// the board and the filter.
func TestPlayedOnAnalysisBoard(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.regular("ann").plays(s.regular("bob"), "three", "a1 b1 a2 b2 a3")
	p := s.person("eve")
	p.until("the game is counted", func() bool {
		p.open("/analysis/three-mens-morris")
		return read[bool](p, `document.querySelector("main").textContent.includes("Games here: 1")`)
	})
	played := func(move, numbers string) {
		t.Helper()
		p.await(move+" was played", fmt.Sprintf(`document.querySelector('[data-values] [data-move="%s"]')?.closest("tr").querySelector(".results [aria-hidden]:last-child")?.textContent === "%s"`, move, numbers))
	}
	filter := func(rating string) {
		t.Helper()
		read[bool](p, `(box => (box.value = `+js(rating)+`, box.dispatchEvent(new Event("change", { bubbles: true }))))(document.querySelector("select[name=rating]"))`)
	}
	played("c3", "1 / 0 / 0")
	p.clickOn("a1", `document.querySelector('[data-values] [data-move="a1"]')`)
	p.verdict("draw")
	played("b1", "0 / 0 / 1")
	p.clickOn("the filter", `document.querySelector("[data-games]")`)
	filter("2400")
	p.await("no games", `document.querySelector("[data-games]").textContent === "Games here: 0" && location.search.includes("rating=2400")`)
	filter("")
	played("b1", "0 / 0 / 1")
	p.clickOn("back", `document.querySelector('[data-do="back"]')`)
	played("c3", "1 / 0 / 0")
}
