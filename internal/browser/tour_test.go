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
	"sync"
	"testing"

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
