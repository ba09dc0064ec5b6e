// SPDX-License-Identifier: Apache-2.0

package browser_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/page"
)

// goodShift is how far a good page shifts at most, and mostShift how far ours may:
// a fifth of it.
const (
	goodShift = 0.1
	mostShift = 0.02
)

// noteShifts follows how much of a page moves by itself: the shifts that come
// within a second of each other, and within five seconds in all, are added up, and
// the largest such sum counts (https://web.dev/articles/cls). Unlike there, a shift
// within half a second of a touch counts too: whether it comes so soon depends on
// how busy the machine is.
const noteShifts = `window.shifts = { most: 0, sum: 0, first: 0, last: 0, nodes: [] };
new PerformanceObserver((list) => {
  for (const { value, startTime, sources } of list.getEntries()) {
    if (startTime - shifts.last > 1000 || startTime - shifts.first > 5000) Object.assign(shifts, { sum: 0, first: startTime });
    shifts.sum += value;
    shifts.last = startTime;
    shifts.most = Math.max(shifts.most, shifts.sum);
    shifts.nodes.push(value.toFixed(4) + " " + sources.map(({ node }) => (node?.outerHTML ?? "").slice(0, 80)).join(", "));
  }
}).observe({ type: "layout-shift", buffered: true });`

// steady notes shifts in all pages a person opens from now on.
func (p *person) steady() {
	p.t.Helper()
	call(p, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: noteShifts})
}

// shifted checks what has moved on the page so far.
func (p *person) shifted(where string, limit float64) {
	p.t.Helper()
	settle[any](p, `new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))`)
	most := read[float64](p, `shifts.most`)
	if most >= limit {
		p.t.Errorf("%s: %s: the page shifts by %.3f, want under %v:\n\t%s", p.name, where, most, limit, strings.Join(read[[]string](p, `shifts.nodes`), "\n\t"))
	}
	p.t.Logf("%s: %s: the page shifts by %.4f", p.name, where, most)
}

// The tests would see a shift.
func TestShiftsAreSeen(t *testing.T) {
	t.Parallel()
	p := newSite(t).person("ann")
	p.steady()
	p.open("/about")
	read[any](p, `requestAnimationFrame(() => requestAnimationFrame(() => document.body.prepend(Object.assign(document.createElement("hr"), { height: 300 }), document.createElement("h1"))))`)
	p.await("the shift", fmt.Sprintf(`shifts.most >= %v`, mostShift))
}

// Nothing jumps while a page loads, on a phone and on a wide screen.
func TestPagesAreSteady(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	over := s.history()
	for _, screen := range tourScreens {
		p := s.person(fmt.Sprint(screen.width))
		p.steady()
		p.on(screen)
		for _, path := range []string{
			"/", "/play", "/games", "/learn", "/learn/yote", "/rules/fanorona", "/player/Ann", "/leaderboard",
			"/settings", "/match/" + over, "/match/" + over + "?ply=12", "/signup",
		} {
			p.open(path)
			p.await("everything to be loaded", `document.readyState === "complete" && document.fonts.status === "loaded"`)
			p.shifted(path, mostShift)
		}
	}
}

// boardPlace is where the board stands on the page.
const boardPlace = `(({ x, y, width, height }) => [x, y + scrollY, width, height].map(Math.round).join())(document.querySelector("svg[data-board]").getBoundingClientRect())`

// Nothing jumps during a whole game, and the board stays where it is to the pixel,
// whatever happens around it. On a phone the panel at the end pushes the list of
// moves down, and nothing else.
func TestGameIsSteady(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	white, black := s.person("white"), s.person("black")
	white.on(tourScreens[0])
	black.on(tourScreens[1])
	id := white.creates("six")
	black.joins(id)
	white.press("Start game")
	tb := newTable(t, id, "six", white, black)
	tb.shown()
	places := map[*person]string{}
	for _, p := range tb.seen {
		p.steady()
		p.open("/match/" + id)
		places[p] = read[string](p, boardPlace)
	}
	for len(tb.state.Moves()) > 0 {
		move := tb.greedy()
		if next, err := tb.state.Play(move); err == nil && len(next.Moves()) == 0 {
			for _, p := range tb.seen {
				p.shifted("a whole game", mostShift)
				read[any](p, `shifts.most = shifts.sum = shifts.nodes.length = 0`)
			}
		}
		tb.play(move)
		for _, p := range tb.seen {
			if place := read[string](p, boardPlace); place != places[p] {
				t.Fatalf("%s: after %v the board is at %s, and was at %s", p.name, tb.played, place, places[p])
			}
		}
	}
	for _, p := range tb.seen {
		p.shifted("the end", goodShift)
	}
}
