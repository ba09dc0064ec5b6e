// SPDX-License-Identifier: Apache-2.0

package browser_test

import (
	"fmt"
	"maps"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"
)

// tour leads through the pages and looks closely at each stop. Several people
// may be on it at the same time.
type tour struct {
	t      *testing.T
	seen   *sights
	camera *camera // nil: no pictures are taken
}

// sights are the routes whose pages have been looked at.
type sights struct {
	mux *http.ServeMux // finds the route of an address

	mu   sync.Mutex
	seen map[string]bool
}

// with returns the tour as another test goes on it.
func (tr *tour) with(t *testing.T) *tour { return &tour{t, tr.seen, tr.camera} }

// with returns the site as another test uses it.
func (s *site) with(t *testing.T) *site {
	other := *s
	other.t = t
	return &other
}

// newTour begins a tour that must see all routes.
func newTour(t *testing.T) *tour {
	t.Helper()
	s := &sights{mux: http.NewServeMux(), seen: map[string]bool{}}
	for _, route := range routes(t) {
		s.mux.Handle(route, http.NotFoundHandler())
	}
	tr := &tour{t: t, seen: s}
	if *screens != "" {
		tr.camera = &camera{t: t, dir: *screens}
	}
	return tr
}

// routes are the patterns of everything one can open, read from the sources of
// the server, so that no page is forgotten.
func routes(t *testing.T) []string {
	t.Helper()
	files, err := filepath.Glob("../web/*routes.go")
	if err != nil || len(files) == 0 {
		t.Fatalf("no tables of routes found: %v", err)
	}
	var found []string
	for _, name := range files {
		source, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, match := range regexp.MustCompile(`"(GET /[^"]*)"`).FindAllSubmatch(source, -1) {
			found = append(found, string(match[1]))
		}
	}
	return found
}

// notPages are routes that answer with something else than a page.
var notPages = map[string]bool{
	"GET /static/{sum}/{file...}": true, "GET /favicon.ico": true, "GET /robots.txt": true,
	"GET /healthz": true, "GET /readyz": true,
	"GET /match/{id}/live": true, "GET /seek/{id}/live": true, "GET /match/{id}/turns": true,
	"GET /account/export": true, "GET /account/games.zip": true,
}

// complete reports the pages that nobody has looked at.
func (s *sights) complete(t *testing.T) {
	t.Helper()
	for _, route := range routes(t) {
		if s.seen[route] == notPages[route] {
			t.Errorf("%s: looked at %v, not a page %v: the tour must stop there, or it must be among those that are no pages", route, s.seen[route], notPages[route])
		}
	}
	for _, route := range slices.Sorted(maps.Keys(notPages)) {
		if !slices.Contains(routes(t), route) {
			t.Errorf("%s: there is no such route any more", route)
		}
	}
}

func (s *sights) mark(p *person) {
	p.t.Helper()
	request, err := http.NewRequest(http.MethodGet, read[string](p, `location.pathname`), nil)
	if err != nil {
		p.t.Fatal(err)
	}
	_, route := s.mux.Handler(request)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.seen[route] = true
}

// screen is what a page is shown on.
type screen struct {
	width  int64
	scheme string
}

// tourScreens are those on which every page is looked at: a phone in the dark and
// a desk in the light.
var tourScreens = []screen{{1280, "light"}, {390, "dark"}}

// stop looks at the page as it is.
func (tr *tour) stop(p *person, name string) {
	p.t.Helper()
	tr.seen.mark(p)
	p.await("everything to be loaded", `document.readyState === "complete"`)
	for _, s := range tourScreens {
		p.on(s)
		where := fmt.Sprintf("%s, %s, %d px, %s", p.name, name, s.width, s.scheme)
		p.barriers(where)
		if tr.camera != nil {
			tr.camera.shoot(p, fmt.Sprintf("%s-%s-%d-%s", p.name, name, s.width, s.scheme), true)
		}
	}
	p.fits(p.name + ", " + name)
	p.on(screen{1280, "light"})
}

// on gives a person another screen. Nothing moves on it.
func (p *person) on(s screen) {
	p.t.Helper()
	p.prefers(s.scheme)
	p.do(chromedp.EmulateViewport(s.width, 860))
}

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

// axe is the program that looks for barriers, installed by scripts/setup.
var axe = sync.OnceValues(func() (string, error) {
	source, err := os.ReadFile("node_modules/axe-core/axe.min.js")
	return string(source), err
})

// barrier is something that keeps people from using a page.
type barrier struct {
	ID     string
	Impact string // minor, moderate, serious or critical
	Help   string
	Nodes  []string
}

// findBarriers runs the default rules, and the one of WCAG 2.2 AA that is not
// among them: targets are large enough to be hit.
const findBarriers = `axe.run(document, { rules: { "target-size": { enabled: true } }, resultTypes: ["violations"] })
  .then(({ violations }) => violations.map(({ id, impact, help, nodes }) => ({
    id, impact, help, nodes: nodes.slice(0, 3).map((node) => node.html.slice(0, 160) + " " + node.failureSummary.replace(/\s+/g, " ")),
  })))`

// barriers looks for barriers in the page: serious ones fail the test, the others
// are told.
func (p *person) barriers(where string) {
	p.t.Helper()
	if !read[bool](p, `typeof axe === "object"`) {
		source, err := axe()
		if err != nil {
			p.t.Fatalf("axe-core is missing, make setup installs it: %v", err)
		}
		read[any](p, source+";0")
	}
	for _, b := range settle[[]barrier](p, findBarriers) {
		report := p.t.Logf
		if b.Impact == "serious" || b.Impact == "critical" {
			report = p.t.Errorf
		}
		report("%s: %s barrier %s: %s:\n\t%s", where, b.Impact, b.ID, b.Help, strings.Join(b.Nodes, "\n\t"))
	}
}

// The tests would see barriers.
func TestBarriersAreSeen(t *testing.T) {
	t.Parallel()
	p := newSite(t).person("ann")
	p.open("/login")
	p.barriers("the page as it is")
	read[any](p, `document.querySelectorAll("label").forEach((label) => label.remove())`)
	for _, b := range settle[[]barrier](p, findBarriers) {
		if b.ID == "label" && b.Impact == "critical" && len(b.Nodes) == 2 {
			return
		}
	}
	t.Error("two fields without labels are not noticed")
}
