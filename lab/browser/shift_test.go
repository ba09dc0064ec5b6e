// SPDX-License-Identifier: Apache-2.0

package browser_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
)

// goodShift is the largest layout shift of a good page, and mostShift the limit of
// ours: a fifth of it.
const (
	goodShift = 0.1
	mostShift = 0.02
)

// noteShifts measures the layout shift of a page: shifts less than a second apart, and
// within five seconds in all, are added up, and the largest sum counts
// (https://web.dev/articles/cls). Unlike there, a shift within half a second of a touch
// counts too: on a busy machine the same shift comes later.
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

// steady measures shifts in all pages opened from now on.
func (p *person) steady() {
	p.t.Helper()
	call(p, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: noteShifts})
}

// shifted checks the shifts of the page so far.
func (p *person) shifted(where string, limit float64) {
	p.t.Helper()
	settle[any](p, `new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))`)
	most := read[float64](p, `shifts.most`)
	if most >= limit {
		p.t.Errorf("%s: %s: the page shifts by %.3f, want under %v:\n\t%s", p.name, where, most, limit, strings.Join(read[[]string](p, `shifts.nodes`), "\n\t"))
	}
	p.t.Logf("%s: %s: the page shifts by %.4f", p.name, where, most)
}

// Shifts are noticed.
func TestShiftsAreSeen(t *testing.T) {
	t.Parallel()
	p := newSite(t).person("ann")
	p.steady()
	p.open("/about")
	read[any](p, `requestAnimationFrame(() => requestAnimationFrame(() => document.body.prepend(Object.assign(document.createElement("hr"), { height: 300 }), document.createElement("h1"))))`)
	p.await("the shift", fmt.Sprintf(`shifts.most >= %v`, mostShift))
}

// Pages do not shift on a slow line either, on which the typefaces come late. No font of
// the system has the widths of ours here, so that a late exchange is seen.
func TestSlowPagesAreSteady(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	for _, screen := range tourScreens {
		for _, path := range []string{"/", "/learn", "/puzzles"} {
			p := s.person(fmt.Sprint(screen.width)) // with an empty cache
			p.steady()
			p.on(screen)
			call(p, network.Enable, network.EnableParams{})
			call(p, network.EmulateNetworkConditionsByRule, network.EmulateNetworkConditionsByRuleParams{
				MatchedNetworkConditions: []*network.Conditions{{Latency: 300, DownloadThroughput: 64 << 10, UploadThroughput: 64 << 10}},
			})
			p.open(path)
			p.await("everything to be loaded", `document.readyState === "complete" && document.fonts.status === "loaded"`)
			p.shifted(path, mostShift)
			p.close()
		}
	}
}

// Pages do not shift while they load, on a phone and on a desktop.
func TestPagesAreSteady(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	over, _ := s.history()
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

// boardPlace is the position and size of the board on the page.
const boardPlace = `(({ x, y, width, height }) => [x, y + scrollY, width, height].map(Math.round).join())(document.querySelector("svg[data-board]").getBoundingClientRect())`

// Pages do not shift during a whole game, and the board does not move by a pixel. On a
// phone the panel at the end moves only the list of moves down.
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
