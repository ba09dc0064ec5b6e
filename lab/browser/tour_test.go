// SPDX-License-Identifier: Apache-2.0

package browser_test

import (
	"fmt"
	"io/fs"
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

// tour visits pages and checks each. Several persons may use it at the same time.
type tour struct {
	t      *testing.T
	seen   *sights
	camera *camera // nil: take no pictures
}

// sights records which routes and which contents were checked.
type sights struct {
	mux *http.ServeMux // finds the route of an address

	mu       sync.Mutex
	routes   map[string]bool
	contents map[string]bool // by address and main part of the page
}

// with returns the tour for a subtest.
func (tr *tour) with(t *testing.T) *tour { return &tour{t, tr.seen, tr.camera} }

// with returns the site for a subtest.
func (s *site) with(t *testing.T) *site {
	other := *s
	other.t = t
	return &other
}

// newTour starts a tour that must see all routes.
func newTour(t *testing.T) *tour {
	t.Helper()
	s := &sights{mux: http.NewServeMux(), routes: map[string]bool{}, contents: map[string]bool{}}
	for _, route := range routes(t) {
		s.mux.Handle(route, http.NotFoundHandler())
	}
	tr := &tour{t: t, seen: s}
	if *screens != "" {
		tr.camera = &camera{t: t, dir: *screens}
	}
	return tr
}

// routes returns the patterns of all GET requests, found in the sources of the
// server, so that no page is forgotten.
func routes(t *testing.T) []string {
	t.Helper()
	pattern := regexp.MustCompile(`andle(?:Plain)?\("(GET /[^"]*)"`) // not those of the API
	var found []string
	err := filepath.WalkDir("../../internal/web", func(path string, _ fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".go" || strings.HasSuffix(path, "_test.go") {
			return err
		}
		source, err := os.ReadFile(path)
		for _, match := range pattern.FindAllSubmatch(source, -1) {
			found = append(found, string(match[1]))
		}
		return err
	})
	if err != nil || len(found) == 0 {
		t.Fatalf("no routes found: %v", err)
	}
	slices.Sort(found)
	return slices.Compact(found)
}

// notPages are the routes whose answer is not a page.
var notPages = map[string]bool{
	"GET /static/{sum}/{file...}": true, "GET /favicon.ico": true, "GET /robots.txt": true,
	"GET /healthz": true, "GET /readyz": true,
	"GET /match/{id}/live": true, "GET /seek/{id}/live": true, "GET /lobby/live": true, "GET /match/{id}/turns": true, "GET /featured/{id}": true,
	"GET /analysis/{game}/state": true, "GET /analysis/{game}/live": true, "GET /puzzle/daily": true, "GET /puzzles/{game}": true, // redirects
	"GET /match/{id}/why": true, "GET /notices/live": true, "GET /challenges/live": true,
	"GET /match/{id}/picture.png": true, "GET /match/{id}/review/picture.png": true, "GET /rules/{game}/picture.png": true, "GET /analysis/{game}/picture.png": true, "GET /match/{id}/game.gif": true,
	"GET /embed/{game}": true, "GET /embed/match/{id}": true, // for frames
	"GET /manifest.webmanifest": true, "GET /icon/{file}": true, "GET /sw.js": true, "GET /next": true, // redirects
	"GET /account/export": true, "GET /account/games.zip": true, "GET /account/second": true, "GET /login/openid": true, // redirects
}

// complete reports the routes that were not checked.
func (s *sights) complete(t *testing.T) {
	t.Helper()
	all := routes(t)
	for _, route := range all {
		if s.routes[route] == notPages[route] {
			t.Errorf("%s: checked %v, not a page %v: add it to the tour or to notPages", route, s.routes[route], notPages[route])
		}
	}
	for _, route := range slices.Sorted(maps.Keys(notPages)) {
		if !slices.Contains(all, route) {
			t.Errorf("%s: this route does not exist", route)
		}
	}
}

// mark records the route of the page.
func (s *sights) mark(p *person) {
	p.t.Helper()
	request, err := http.NewRequest(http.MethodGet, read[string](p, `location.pathname`), nil)
	if err != nil {
		p.t.Fatal(err)
	}
	_, route := s.mux.Handler(request)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.routes[route] = true
}

// first records a content and reports whether it is new.
func (s *sights) first(content string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.contents[content] {
		return false
	}
	s.contents[content] = true
	return true
}

// screen is a width in pixels and a colour scheme.
type screen struct {
	width  int64
	scheme string
}

// tourScreens are the screens of every check: a light desktop and a dark phone.
var tourScreens = []screen{{1280, "light"}, {390, "dark"}}

// visit opens pages and checks those whose content no other person has checked: the
// frame around the content is the same on all pages of a person. It returns the
// addresses it checked.
func (tr *tour) visit(p *person, paths []string) (checked []string) {
	p.t.Helper()
	for _, path := range paths {
		p.open(path)
		content := read[string](p, `location.href + document.querySelector("main").innerHTML`)
		if tr.camera != nil || tr.seen.first(content) {
			tr.stop(p, path)
			checked = append(checked, path)
		}
	}
	return checked
}

// stop checks the page as it is now.
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

// on sets the screen of a person. Pages have no animations on it: drawing them takes
// a third of the processor time of a game.
func (p *person) on(s screen) {
	p.t.Helper()
	p.prefers(s.scheme, "reduce")
	p.do(chromedp.EmulateViewport(s.width, 860))
}

// animated turns animations on.
func (p *person) animated() *person {
	p.t.Helper()
	p.prefers("light", "no-preference")
	return p
}

// narrow are widths of phones.
var narrow = []int64{390, 320}

// overflow lists the elements that make a page wider than its window.
const overflow = `document.scrollingElement.scrollWidth <= innerWidth ? [] : [...document.querySelectorAll("body *")]
  .filter((node) => node.getBoundingClientRect().right > innerWidth + 1)
  .map((node) => node.outerHTML.slice(0, 120)).slice(0, 5).concat(document.scrollingElement.scrollWidth + " px")`

// small lists the controls under 24 px, which a finger misses. Links in running text
// are not counted.
const small = `[...document.querySelectorAll("button, select, summary, textarea, input, [role=button], a.button")]
  .map((node) => ["checkbox", "radio"].includes(node.type) ? node.closest("label") ?? node : node)
  .filter((node) => node.checkVisibility({ visibilityProperty: true }) && node.type !== "hidden")
  .filter((node) => { const box = node.getBoundingClientRect(); return Math.min(box.width, box.height) < 24; })
  .map((node) => node.outerHTML.slice(0, 120))`

// fits checks that the page fits a phone: nothing is cut off or scrolls sideways, and
// controls are large enough for a finger.
func (p *person) fits(where string) {
	p.t.Helper()
	for _, width := range narrow {
		p.do(chromedp.EmulateViewport(width, 860))
		found := read[struct{ Wide, Small []string }](p, `({ wide: `+overflow+`, small: `+small+` })`)
		if len(found.Wide) > 0 {
			p.t.Errorf("%s: wider than %d px:\n\t%s", where, width, strings.Join(found.Wide, "\n\t"))
		}
		if len(found.Small) > 0 {
			p.t.Errorf("%s: under 24 px on %d px:\n\t%s", where, width, strings.Join(found.Small, "\n\t"))
		}
	}
}

// fitsInAll checks pages in French and German too: their words are longer.
func (p *person) fitsInAll(paths ...string) {
	p.t.Helper()
	for _, lang := range []string{"fr", "de"} {
		p.speaks(lang)
		for _, path := range paths {
			p.open(path)
			if got := read[string](p, `document.documentElement.lang`); got != lang {
				p.t.Errorf("%s: %s: the language is %s, want %s", p.name, path, got, lang)
			}
			p.fits(fmt.Sprintf("%s, %s in %s", p.name, path, lang))
		}
	}
	p.speaks("en")
}

// speaks sets the language that the browser asks for.
func (p *person) speaks(lang string) {
	p.t.Helper()
	call(p, network.SetExtraHTTPHeaders, network.SetExtraHTTPHeadersParams{Headers: network.Headers{"Accept-Language": lang}})
}

// axe is the source of axe-core, which finds barriers; scripts/setup installs it.
var axe = sync.OnceValues(func() (string, error) {
	source, err := os.ReadFile("node_modules/axe-core/axe.min.js")
	return string(source), err
})

// barrier is an accessibility problem of a page.
type barrier struct {
	ID     string
	Impact string // minor, moderate, serious or critical
	Help   string
	Nodes  []string
}

// findBarriers runs the default rules and target-size, the rule of WCAG 2.2 AA that
// is not among them.
const findBarriers = `axe.run(document, { rules: { "target-size": { enabled: true } }, resultTypes: ["violations"] })
  .then(({ violations }) => violations.map(({ id, impact, help, nodes }) => ({
    id, impact, help, nodes: nodes.slice(0, 3).map((node) => node.html.slice(0, 160) + " " + node.failureSummary.replace(/\s+/g, " ")),
  })))`

// barriers looks for barriers in the page: serious ones fail the test, the others are
// logged.
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

// Barriers are noticed.
func TestBarriersAreSeen(t *testing.T) {
	t.Parallel()
	p := newSite(t).person("ann")
	p.open("/login")
	p.barriers("log in")
	read[any](p, `document.querySelectorAll("label").forEach((label) => label.remove())`)
	for _, b := range settle[[]barrier](p, findBarriers) {
		if b.ID == "label" && b.Impact == "critical" && len(b.Nodes) == 2 {
			return
		}
	}
	t.Error("two fields without labels are not noticed")
}
