// SPDX-License-Identifier: Apache-2.0

package web_test

import (
	"encoding/json"
	"io"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"cairn/internal/account"
	"cairn/internal/web"
)

// walk visits every address as everybody.
type walk struct {
	*site
	book   *ledger
	people map[string]*browser
	gone   map[string][]*http.Cookie // of those whose session is good no more
	route  string                    // the pattern that served the last request
}

func newWalk(t *testing.T) *walk {
	w := &walk{people: map[string]*browser{}, gone: map[string][]*http.Cookie{}}
	w.site = newSite(t, func(o *web.Options) { o.Observe = func(r web.Request) { w.route = r.Route } })
	w.book = newLedger(t)
	for _, name := range []string{"stranger", "owner", "rival"} {
		w.people[name] = w.member(name).still()
	}
	w.people["guest"] = w.guest().still()
	w.gone["banned"] = w.member("banned").cookies()
	w.gone["ended"] = w.logIn("owner", firefox).cookies()
	w.person("owner").post("/account/sessions/end", nil).want(http.StatusSeeOther)
	if err := w.accounts.SetBanned(t.Context(), account.Operator, "banned", true); err != nil {
		t.Fatal(err)
	}
	return w
}

// cookies returns what a browser would send.
func (b *browser) cookies() []*http.Cookie {
	return b.client.Jar.Cookies(mustURL(b.t, b.site.http.URL))
}

// person returns somebody's browser, which follows no redirects; those who have
// logged out come back.
func (w *walk) person(name string) *browser {
	w.t.Helper()
	in := func(c *http.Cookie) bool { return c.Name == "cairn" }
	switch b := w.people[name]; {
	case b == nil: // nobody, or who takes themselves for somebody
		b = w.browser().still()
		b.client.Jar.SetCookies(mustURL(w.t, w.http.URL), w.gone[name])
		return b
	case slices.ContainsFunc(b.cookies(), in):
	case name == "guest":
		w.people[name] = w.guest().still()
	default:
		w.people[name] = w.logIn(name, firefox).still()
	}
	return w.people[name]
}

// address makes what a route of the table is about, and returns its address.
func (w *walk) address(text string) string {
	w.t.Helper()
	for word, find := range map[string]func() string{
		"PRIVATE": w.private,
		"MATCH":   w.started,
		"SEEK":    w.seekID,
		"SESSION": w.otherSession,
		"RESET":   w.resetSecret,
		"SETUP":   w.setupSecret,
	} {
		if strings.Contains(text, word) {
			return strings.Replace(text, word, find(), 1)
		}
	}
	return text
}

// private makes a match that only the owner may see.
func (w *walk) private() string { return w.matchOf(w.person("owner"), "nine", "private") }

// started makes a match of the owner, who is to move, with the rival.
func (w *walk) started() string {
	id := w.private()
	w.person("rival").post("/join", form("id", id)).want(http.StatusSeeOther)
	w.person("owner").post("/match/"+id+"/start", nil).want(http.StatusSeeOther)
	return id
}

// matchOf makes a match by JSON, which follows no redirect.
func (w *walk) matchOf(b *browser, game, opponent string) string {
	w.t.Helper()
	var made struct{ Match string }
	b.send("/match", `{"game":"`+game+`","opponent":"`+opponent+`"}`).want(http.StatusOK).json(&made)
	return made.Match
}

func (w *walk) seekID() string {
	w.t.Helper()
	p := w.person("owner").post("/seek", form("game", "fanorona")).want(http.StatusSeeOther)
	return strings.TrimPrefix(p.Header.Get("Location"), "/seek/")
}

// otherSession returns another session of the owner, as addresses name it.
func (w *walk) otherSession() string {
	if !strings.Contains(w.person("owner").get("/account/sessions").body, "Safari") {
		w.logIn("owner", safari)
	}
	path := w.person("owner").endPath("Safari")
	return strings.TrimSuffix(strings.TrimPrefix(path, "/account/sessions/"), "/end")
}

func (w *walk) resetSecret() string {
	w.t.Helper()
	secret, err := w.accounts.ResetLink(w.t.Context(), "owner")
	if err != nil {
		w.t.Fatal(err)
	}
	return secret
}

// setupSecret makes a link for the first administrator, whoever became it before.
func (w *walk) setupSecret() string {
	w.t.Helper()
	for _, name := range []string{"stranger", "owner"} {
		if err := w.accounts.SetRole(w.t.Context(), account.Operator, name, account.Player); err != nil {
			w.t.Fatal(err)
		}
	}
	return strings.TrimPrefix(w.setupPath(), "/setup/")
}

// way is how an address is asked.
type way struct {
	name   string
	json   bool
	origin string // header, with the site the browser says it comes from
	from   string
}

// ways are those that a browser would take: as the page before does, as a program,
// and as a page of ours in a browser that says so.
func (w *walk) ways() []way {
	ways := []way{{name: "form"}, {name: "JSON", json: true}}
	if testing.Short() {
		return ways
	}
	return append(ways, way{name: "form with origin", origin: w.http.URL, from: "same-origin"})
}

// ask sends a request with the role that one of the addresses needs, and nothing
// else.
func (w *walk) ask(b *browser, how way, method, path string) *page {
	w.t.Helper()
	r := w.request(method, path)
	body := "role=moderator"
	if how.json {
		r.Header.Set("Accept", "application/json")
		r.Header.Set("Content-Type", "application/json")
		body = `{"role":"moderator"}`
	} else if method == http.MethodPost {
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	if how.origin != "" {
		r.Header.Set("Origin", how.origin)
		r.Header.Set("Sec-Fetch-Site", how.from)
	}
	if method == http.MethodPost {
		r.Body = io.NopCloser(strings.NewReader(body))
	}
	return b.do(r)
}

// walkers are who asks, with the column of the table: whoever has a cookie that
// is good no more is nobody.
var walkers = []struct {
	name   string
	column int
}{{"nobody", 0}, {"ended", 0}, {"banned", 0}, {"guest", 1}, {"stranger", 2}, {"owner", ownerColumn}}

const ownerColumn = 3

// Every address, as everybody, by form and JSON: the status is that of the table,
// nothing is stored by looking or by what is refused, and every answer is as it
// should be.
func TestRouteWalk(t *testing.T) {
	w := newWalk(t)
	table := walkTable()
	if diff := cmp.Diff(patterns(t), slices.Sorted(maps.Keys(table))); diff != "" {
		t.Fatalf("addresses of the source (-) and of the table (+):\n%s", diff)
	}
	for _, pattern := range slices.Sorted(maps.Keys(table)) {
		t.Run(pattern, func(t *testing.T) {
			method, _, _ := strings.Cut(pattern, " ")
			for _, how := range w.ways() {
				w.checkRoute(t, pattern, method, how, table[pattern])
			}
			w.checkForeign(t, method, table[pattern])
		})
	}
}

func (w *walk) checkRoute(t *testing.T, pattern, method string, how way, route walkRoute) {
	t.Helper()
	for _, who := range walkers {
		if how.origin != "" && who.column < ownerColumn {
			continue // every browser of today says where it comes from: once is enough
		}
		b, path := w.person(who.name), w.address(route.path)
		before := w.book.read()
		p := w.ask(b, how, method, path)
		want := route.page[who.column]
		if how.json {
			want = route.json[who.column]
		}
		label := who.name + " by " + how.name
		if p.StatusCode != want {
			t.Errorf("%s: got status %d, want %d\n%.300s", label, p.StatusCode, want, p.main())
		}
		if w.route != pattern {
			t.Errorf("%s: served by %q", label, w.route)
		}
		after := w.book.read()
		if route.guests() && who.column == 0 {
			after = withoutGuest(before, after)
		}
		if method == http.MethodGet || p.StatusCode >= 400 || who.column < ownerColumn && route.owned() {
			if diff := cmp.Diff(before, after); diff != "" {
				t.Errorf("%s: status %d, yet something was stored:\n%s", label, p.StatusCode, diff)
			}
		}
		checkAnswer(t, label, route, p)
	}
}

// checkForeign lets another site send the request: it must not act in anybody's
// name, and what it may look at tells it nothing, as no header allows it to read.
func (w *walk) checkForeign(t *testing.T, method string, route walkRoute) {
	t.Helper()
	for _, how := range []way{
		{name: "another site", origin: "https://evil.example", from: "cross-site"},
		{name: "another site in JSON", json: true, origin: "https://evil.example", from: "cross-site"},
		{name: "a neighbour", origin: "https://other." + strings.TrimPrefix(w.http.URL, "http://"), from: "same-site"},
		{name: "an old browser", origin: "null"},
	} {
		b, path := w.person("owner"), w.address(route.path)
		before := w.book.read()
		p := w.ask(b, how, method, path)
		if method == http.MethodPost && p.StatusCode != http.StatusForbidden {
			t.Errorf("%s: got status %d, want 403", how.name, p.StatusCode)
		}
		if diff := cmp.Diff(before, w.book.read()); diff != "" {
			t.Errorf("%s stored something:\n%s", how.name, diff)
		}
		if got := p.Header.Values("Access-Control-Allow-Origin"); len(got) > 0 {
			t.Errorf("%s may read the answer: %q", how.name, got)
		}
		checkAnswer(t, how.name, route, p)
	}
}

// checkAnswer checks what every answer has and has not.
func checkAnswer(t *testing.T, label string, route walkRoute, p *page) {
	t.Helper()
	referrer := "same-origin"
	if route.secret() && p.StatusCode != http.StatusMethodNotAllowed && p.StatusCode != http.StatusForbidden {
		referrer = "no-referrer"
	}
	want := map[string]string{
		"Content-Security-Policy":    webPolicy,
		"X-Content-Type-Options":     "nosniff",
		"Referrer-Policy":            referrer,
		"Cross-Origin-Opener-Policy": "same-origin",
	}
	if !strings.HasPrefix(route.path, "/static/") {
		want["Cache-Control"] = "no-store"
	}
	for name, want := range want {
		if got := p.Header.Get(name); got != want {
			t.Errorf("%s: got %s %q, want %q", label, name, got, want)
		}
	}
	checkKind(t, label, p)
	for _, inner := range []string{"goroutine ", ".go:", "SELECT ", "INSERT ", "sqlite", "SQL ", "panic", "argon2", "/tmp/"} {
		if strings.Contains(p.body, inner) && !strings.HasPrefix(route.path, "/static/") {
			t.Errorf("%s: the answer holds %q", label, inner)
		}
	}
}

// checkKind checks that an answer is what it says it is.
func checkKind(t *testing.T, label string, p *page) {
	t.Helper()
	kind := p.Header.Get("Content-Type")
	switch {
	case p.body == "":
	case kind == "application/json; charset=utf-8":
		if !json.Valid([]byte(p.body)) {
			t.Errorf("%s: this is no JSON: %.200s", label, p.body)
		}
	case kind == "text/html; charset=utf-8":
		if p.StatusCode != http.StatusFound && p.StatusCode != http.StatusSeeOther && !strings.HasPrefix(p.body, "<!DOCTYPE html>") {
			t.Errorf("%s: this is no page: %.200s", label, p.body)
		}
	case strings.HasPrefix(kind, "text/") && !strings.HasSuffix(kind, "; charset=utf-8"), kind == "":
		t.Errorf("%s: got Content-Type %q", label, kind)
	}
}
