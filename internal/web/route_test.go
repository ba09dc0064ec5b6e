// SPDX-License-Identifier: Apache-2.0

package web_test

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"cairn/catalog"
	"cairn/internal/store/sqlite"
	"cairn/internal/web"
)

// Every address, asked by everybody: nobody, a guest, a player of the match, and
// a stranger with an account.
func TestRoutes(t *testing.T) {
	s := newSite(t)
	id, white, black := s.pair("nine")
	private := white.create("nine", "private")
	screen := white.create("nine", "screen")
	wait := black.post("/seek", form("game", "fanorona")).path
	people := []*browser{s.browser(), s.guest(), white, s.member("stranger")}
	for _, c := range []struct {
		method, path string
		want         [4]int // by people
	}{
		{"GET", "/", all(200)},
		{"GET", "/about", all(200)},
		{"GET", "/rules", all(200)},
		{"GET", "/rules/nine-mens-morris", all(200)},
		{"GET", "/rules/nine", all(302)},
		{"GET", "/rules/chess", all(404)},
		{"GET", "/games", all(200)},
		{"GET", "/games?game=six-mens-morris", all(200)},
		{"GET", "/games?game=chess", all(400)},
		{"GET", "/player", all(200)},
		{"GET", "/player/stranger", all(200)},
		{"GET", "/player/nobody", all(404)},
		{"GET", "/player?name=stranger", all(303)},
		{"GET", "/leaderboard", all(200)},
		{"GET", "/leaderboard/nine-mens-morris", all(200)},
		{"GET", "/leaderboard/nine", all(302)},
		{"GET", "/leaderboard/chess", all(404)},
		{"GET", "/signup", [4]int{200, 200, 200, 303}},
		{"GET", "/login", [4]int{200, 200, 200, 303}},
		{"GET", "/logout", [4]int{303, 200, 200, 200}},
		{"GET", "/home", [4]int{303, 200, 200, 200}},
		{"GET", "/play", all(200)},
		{"GET", "/play?game=nine&clock=90s&level=easy&side=black", all(200)},
		{"GET", "/join", all(200)},
		{"GET", "/upload", all(200)},
		{"GET", wait, [4]int{303, 303, 303, 303}}, // black's own
		{"GET", "/seek/nothing", all(303)},
		{"GET", "/match/" + id, all(200)},
		{"GET", "/match/" + strings.ToUpper(id), all(200)},
		{"GET", "/match/" + id + "?ply=0", all(200)},
		{"GET", "/match/" + id + "?ply=99", all(200)},
		{"GET", "/match/" + id + "?path=d6", all(200)},
		{"GET", "/match/" + id + ".txt", all(200)},
		{"GET", "/match/" + id + ".json", all(200)},
		{"GET", "/match/" + id + ".yaml", all(200)},
		{"GET", "/match/" + id + ".exe", all(404)},
		{"GET", "/match/" + id + "/live", all(426)}, // no WebSocket
		{"GET", "/match/" + id + "/turns", all(200)},
		{"GET", "/match/" + private + "/turns", [4]int{404, 404, 200, 404}},
		{"GET", "/match/" + private, [4]int{404, 404, 200, 404}},
		{"GET", "/match/" + private + ".txt", [4]int{404, 404, 200, 404}},
		{"GET", "/match/" + screen, [4]int{404, 404, 200, 404}},
		{"GET", "/match/zzzzzzz", all(404)},
		{"GET", "/match/", all(404)},
		{"GET", "/nothing", all(404)},
		{"POST", "/about", all(405)},
		{"GET", "/match/" + id + "/move", all(405)},
		{"DELETE", "/match/" + id, all(405)},
		{"POST", "/match/" + screen + "/move", [4]int{404, 404, 422, 404}},
		{"POST", "/match/" + id + "/claim", [4]int{403, 403, 403, 403}},
		{"POST", "/seek/nothing/cancel", all(303)},
		{"GET", "/healthz", all(200)},
		{"GET", "/readyz", all(200)},
		{"GET", "/robots.txt", all(200)},
		{"GET", "/favicon.ico", all(302)},
		{"GET", "/static/x/base.css", all(200)},
		{"GET", "/static/x/", all(404)},
		{"GET", "/static/x/test", all(404)},
		{"GET", "/static/x/../routes.go", all(307)}, // to /static/routes.go/, which is not there
		{"GET", "/static/routes.go/", all(404)},
	} {
		for i, b := range people {
			p := b.still().do(s.request(c.method, c.path))
			if p.StatusCode != c.want[i] {
				t.Errorf("%s %s as %d: got %d, want %d", c.method, c.path, i, p.StatusCode, c.want[i])
			}
			checkHeaders(t, c.path, p)
		}
	}
}

func all(status int) [4]int { return [4]int{status, status, status, status} }

// checkHeaders checks what every answer carries.
func checkHeaders(t *testing.T, path string, p *page) {
	t.Helper()
	for name, want := range map[string]string{
		"Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
		"X-Content-Type-Options":  "nosniff",
		"Referrer-Policy":         "same-origin",
	} {
		if got := p.Header.Get(name); got != want {
			t.Errorf("%s: got %s %q, want %q", path, name, got, want)
		}
	}
	for _, inline := range []string{"<style", " style=", " onclick=", "javascript:"} {
		if strings.Contains(p.body, inline) {
			t.Errorf("%s: the page holds %q, which the policy forbids", path, inline)
		}
	}
	if strings.HasPrefix(p.Header.Get("Content-Type"), "text/html") && p.StatusCode < 300 && p.Header.Get("Cache-Control") != "no-store" {
		t.Errorf("%s: got Cache-Control %q, want no-store", path, p.Header.Get("Cache-Control"))
	}
}

// Pages a person can act on, and JSON for programs.
func TestErrorPages(t *testing.T) {
	s := newSite(t)
	b := s.browser()
	b.get("/nothing").want(404).has("This page does not exist.", `href="/"`)
	b.post("/about", nil).want(405).has("This address does not support this method.")
	if got := b.post("/about", nil).Header.Get("Allow"); got != "GET, HEAD" {
		t.Errorf("got Allow %q, want GET, HEAD", got)
	}
	if got := b.send("/nothing", `{}`).want(404).refusal().Error.Key; got != "no-page" {
		t.Errorf("as JSON: got %q, want no-page", got)
	}
}

// Another site cannot act in a person's name.
func TestCrossOrigin(t *testing.T) {
	s := newSite(t)
	b := s.member("ann")
	r := s.request("POST", "/logout")
	r.Header.Set("Origin", "https://evil.example")
	r.Header.Set("Sec-Fetch-Site", "cross-site")
	b.do(r).want(403).has("This request came from another site and was blocked.")
	b.get("/home").want(200).has("ann")
}

func TestPanic(t *testing.T) {
	s := newSite(t)
	h := s.web.Chain(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/late" {
			_, _ = io.WriteString(w, "half a page")
		}
		panic("at the disco")
	}))
	out := httptest.NewRecorder()
	h.ServeHTTP(out, httptest.NewRequest("GET", "/early", nil))
	if out.Code != 500 || !strings.Contains(out.Body.String(), "Server error.") || strings.Contains(out.Body.String(), "disco") {
		t.Errorf("got %d %s", out.Code, out.Body)
	}
	defer func() {
		if fault := recover(); fault != http.ErrAbortHandler {
			t.Errorf("half a page: got panic %v, want the connection to be cut", fault)
		}
	}()
	h.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest("GET", "/late", nil))
}

// With a broken store nothing is claimed to have worked.
func TestStoreDown(t *testing.T) {
	s := newSite(t)
	b := s.member("ann")
	id := b.create("nine", "screen")
	s.down = true
	if err := s.store.Close(); err != nil {
		t.Fatal(err)
	}
	b.get("/healthz").want(200)
	b.get("/readyz").want(503)
	for _, path := range []string{"/home", "/match/" + id} {
		if p := b.get(path); p.StatusCode < 500 || strings.Contains(p.text, "sql") {
			t.Errorf("%s: got %d\n%s", path, p.StatusCode, p.main())
		}
	}
}

// When the disk is full a move is refused, told as such, and not made.
func TestDiskFull(t *testing.T) {
	s := newSiteOf(t, sqlite.Options{MaxBytes: 256 << 10}, catalog.Standard())
	s.down = true // clocks cannot be stopped either
	b := s.browser()
	id := b.create("yote", "screen")
	for s.browser().send("/match", `{"game":"nine","opponent":"screen"}`).StatusCode != http.StatusServiceUnavailable {
	}
	for before := b.state(id); len(before.Moves) > 0; before = b.state(id) {
		p := b.send("/match/"+id+"/move", `{"move":"`+before.Moves[0].Text+`"}`)
		if p.StatusCode == http.StatusOK {
			continue
		}
		if got := p.want(http.StatusServiceUnavailable).refusal().Error; got.Code != "unavailable" || !strings.Contains(got.Text, "so your move was not made") {
			t.Errorf("got %+v", got)
		}
		if got := b.state(id); got.Seq != before.Seq || got.Men != before.Men {
			t.Errorf("a refused move was made: %d after %d", got.Seq, before.Seq)
		}
		b.post("/match/"+id+"/move", form("move", before.Moves[0].Text)).want(http.StatusServiceUnavailable).has("so your move was not made", "data-board")
		b.post("/match", form("game", "nine", "opponent", "screen")).want(http.StatusServiceUnavailable).has("The server cannot save right now, so nothing was changed.").lacks("The move")
		return
	}
	t.Error("the disk was never full")
}

func TestObserve(t *testing.T) {
	var seen []web.Request
	s := newSite(t, func(o *web.Options) { o.Observe = func(r web.Request) { seen = append(seen, r) } })
	s.browser().get("/rules/nine-mens-morris")
	s.browser().get("/nothing")
	if len(seen) != 2 || seen[0].Route != "GET /rules/{game}" || seen[0].Status != 200 || seen[1].Route != "" || seen[1].Status != 404 {
		t.Errorf("got %+v", seen)
	}
}

// Files of the present checksum are kept by browsers, others are not.
func TestStatic(t *testing.T) {
	s := newSite(t)
	b := s.browser()
	front := b.get("/").body
	start := strings.Index(front, "/static/")
	css := front[start : start+strings.Index(front[start:], `"`)]
	if got := b.get(css).want(200).Header.Get("Cache-Control"); !strings.Contains(got, "immutable") {
		t.Errorf("%s: got Cache-Control %q, want immutable", css, got)
	}
	if got := b.get("/static/old/base.css").want(200).Header.Get("Cache-Control"); got != "no-cache" {
		t.Errorf("an old checksum: got Cache-Control %q, want no-cache", got)
	}
}

func TestLimits(t *testing.T) {
	limit := web.Limit{Every: 60e9, Burst: 2}
	s := newSite(t, func(o *web.Options) { o.Limits = web.Limits{Join: limit, Command: limit} })
	b := s.browser()
	for range 2 {
		b.post("/join", form("id", "zzzzzzz")).want(404)
	}
	p := b.post("/join", form("id", "zzzzzzz")).want(429).has("Too many requests.")
	if got := p.Header.Get("Retry-After"); got != "60" {
		t.Errorf("got Retry-After %q, want 60", got)
	}
	s.browser().post("/join", form("id", "zzzzzzz")).want(429) // another cookie is no way out
	s.clock.advance(60e9)
	b.post("/join", form("id", "zzzzzzz")).want(404)

	id := b.create("nine", "screen")
	for range 2 {
		b.send("/match/"+id+"/move", `{}`).want(422)
	}
	if got := b.send("/match/"+id+"/move", `{}`).want(429).refusal().Error.Code; got != "limited" {
		t.Errorf("got code %q, want limited", got)
	}
	other := s.browser()
	mine := other.create("nine", "screen")
	other.send("/match/"+mine+"/move", `{}`).want(422) // others play on
}

func TestLimiter(t *testing.T) {
	c := &clock{}
	allow := web.Limiter(web.Limit{Every: 1e9, Burst: 1}, c.now)
	for i := range 60_000 { // a flood of addresses
		if err := allow(itoa(i)); err != nil {
			t.Fatalf("address %d: %v", i, err)
		}
	}
	if err := errors.Join(allow("a"), allow("b")); err != nil {
		t.Errorf("first deeds: %v", err)
	}
	if allow("a") == nil {
		t.Error("the second deed at once was allowed")
	}
}

func TestAddressOf(t *testing.T) {
	for address, want := range map[string]string{
		"192.0.2.7:1234":              "192.0.2.7",
		"[2001:db8:1:2:3:4:5:6]:1234": "2001:db8:1:2::",
		"[2001:db8:1:2:7:7:7:7]:1234": "2001:db8:1:2::",
		"@":                           "@",
	} {
		r := httptest.NewRequest("GET", "/", nil)
		r.RemoteAddr = address
		if got := web.AddressOf(r); got != want {
			t.Errorf("%s: got %s, want %s", address, got, want)
		}
	}
}
