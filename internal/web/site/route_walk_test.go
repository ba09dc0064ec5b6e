// SPDX-License-Identifier: Apache-2.0

package site_test

import (
	"encoding/json"
	"io"
	"maps"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"cairn/internal/account"
	"cairn/internal/live/room"
	"cairn/internal/live/social"
	"cairn/internal/web"
	"cairn/internal/web/webtest"
)

// walk visits every address in every role.
type walk struct {
	*webtest.Site
	book   *ledger
	people map[string]*webtest.Browser
	gone   map[string][]*http.Cookie // of roles whose session has ended
	route  atomic.Value              // the pattern that served the last request
}

func newWalk(t *testing.T) *walk {
	w := &walk{people: map[string]*webtest.Browser{}, gone: map[string][]*http.Cookie{}}
	w.Site = webtest.NewSite(t, func(o *web.Options) { o.Observe = func(r web.Request) { w.route.Store(r.Route) } })
	w.book = newLedger(t)
	for _, name := range []string{"stranger", "owner", "rival"} {
		w.people[name] = w.Member(name).Still()
	}
	for _, name := range []string{"stranger", "owner"} {
		w.matchOf(w.people[name], "nine", "screen") // who has played does not become a bot
	}
	w.people["guest"] = w.Guest().Still()
	w.gone["banned"] = w.Member("banned").Cookies()
	w.gone["ended"] = w.LogIn("owner", webtest.Firefox).Cookies()
	w.person("owner").Post("/account/sessions/end", nil).Want(http.StatusSeeOther)
	if err := w.Accounts.Staff.SetBanned(t.Context(), account.Operator, "banned", true); err != nil {
		t.Fatal(err)
	}
	return w
}

// person returns the browser of a role, which follows no redirects. Users who have
// logged out are logged in again.
func (w *walk) person(name string) *webtest.Browser {
	w.T.Helper()
	in := func(c *http.Cookie) bool { return c.Name == "cairn" }
	switch b := w.people[name]; {
	case b == nil: // no session, or an ended one
		b = w.Browser().Still()
		b.Client.Jar.SetCookies(webtest.MustURL(w.T, w.HTTP.URL), w.gone[name])
		return b
	case slices.ContainsFunc(b.Cookies(), in):
	case name == "guest":
		w.people[name] = w.Guest().Still()
	default:
		w.people[name] = w.LogIn(name, webtest.Firefox).Still()
	}
	return w.people[name]
}

// address creates the objects that a route of the table needs, and returns its address.
func (w *walk) address(text string) string {
	w.T.Helper()
	for word, find := range map[string]func() string{
		"PRIVATE": w.private,
		"MATCH":   w.started,
		"SEEK":    w.seekID,
		"SESSION": w.otherSession,

		"CHALLENGE": func() string { return w.challenge("rival", "owner") },
		"SENT":      func() string { return w.challenge("owner", "rival") },

		"RESET":   w.resetSecret,
		"SETUP":   w.setupSecret,
		"CONFIRM": w.confirmSecret,
	} {
		if strings.Contains(text, word) {
			return strings.Replace(text, word, find(), 1)
		}
	}
	return text
}

// private creates a match that only the owner may see.
func (w *walk) private() string { return w.matchOf(w.person("owner"), "nine", "private") }

// started starts a match of the owner, who is to move, against the rival.
func (w *walk) started() string {
	id := w.private()
	w.person("rival").Post("/join", webtest.Form("id", id)).Want(http.StatusSeeOther)
	w.person("owner").Post("/match/"+id+"/start", nil).Want(http.StatusSeeOther)
	return id
}

// matchOf creates a match with JSON, which is not redirected.
func (w *walk) matchOf(b *webtest.Browser, game, opponent string) string {
	w.T.Helper()
	var made struct{ Match string }
	b.Send("/match", `{"game":"`+game+`","opponent":"`+opponent+`"}`).Want(http.StatusOK).JSON(&made)
	return made.Match
}

// challenge sends a challenge and returns its id. Nothing that earlier requests
// have left is in its way.
func (w *walk) challenge(from, to string) string {
	w.T.Helper()
	for user, other := range map[string]string{from: to, to: from} {
		if err := w.Live.People.Set(w.T.Context(), w.User(user), other, social.NoRelation); err != nil {
			w.T.Fatal(err)
		}
		list, err := w.Live.Challenges.List(w.T.Context(), w.User(user).ID)
		if err != nil {
			w.T.Fatal(err)
		}
		for _, c := range list {
			if c.From == w.User(user).ID && c.Status == social.ChallengeOpen {
				if err := w.Live.Challenges.Cancel(w.T.Context(), w.User(user), c.ID); err != nil {
					w.T.Fatal(err)
				}
			}
		}
	}
	c, err := w.Live.Challenges.Send(w.T.Context(), w.User(from), to, room.Spec{Game: "nine"})
	if err != nil {
		w.T.Fatal(err)
	}
	return c.ID
}

func (w *walk) seekID() string {
	w.T.Helper()
	p := w.person("owner").Post("/seek", webtest.Form("game", "fanorona")).Want(http.StatusSeeOther)
	return strings.TrimPrefix(p.Header.Get("Location"), "/seek/")
}

// otherSession returns another session of the owner, as addresses name it.
func (w *walk) otherSession() string {
	if !strings.Contains(w.person("owner").Get("/account/sessions").Body, "Safari") {
		w.LogIn("owner", webtest.Safari)
	}
	path := w.person("owner").EndPath("Safari")
	return strings.TrimSuffix(strings.TrimPrefix(path, "/account/sessions/"), "/end")
}

func (w *walk) resetSecret() string {
	w.T.Helper()
	secret, err := w.Accounts.ResetLink(w.T.Context(), "owner")
	if err != nil {
		w.T.Fatal(err)
	}
	return secret
}

// confirmSecret returns a link that confirms a new address of the owner.
func (w *walk) confirmSecret() string {
	w.T.Helper()
	u, err := w.Store.UpdateUser(w.T.Context(), w.User("owner").ID, func(u *account.User) error {
		u.Unconfirmed = account.NewID() + "@example.org"
		return nil
	})
	if err != nil {
		w.T.Fatal(err)
	}
	sent := make(chan string, 1)
	if err := w.Accounts.Emails.Request(w.T.Context(), u, func(m account.ConfirmMail) { sent <- m.Secret }); err != nil {
		w.T.Fatal(err)
	}
	return <-sent
}

// setupSecret returns a link for the first administrator, after removing the role
// from any.
func (w *walk) setupSecret() string {
	w.T.Helper()
	for _, name := range []string{"stranger", "owner"} {
		if err := w.Accounts.Staff.SetRole(w.T.Context(), account.Operator, name, account.Player); err != nil {
			w.T.Fatal(err)
		}
	}
	return strings.TrimPrefix(w.SetupPath(), "/setup/")
}

// way is how an address is requested.
type way struct {
	name   string
	json   bool
	origin string // header, with the site the browser says it comes from
	from   string
}

// ways are the kinds of requests: a form, JSON, and a form with the headers of a
// same-origin request.
func (w *walk) ways() []way {
	ways := []way{{name: "form"}, {name: "JSON", json: true}}
	if testing.Short() {
		return ways
	}
	return append(ways, way{name: "form with origin", origin: w.HTTP.URL, from: "same-origin"})
}

// ask sends a request, with the role that one of the addresses requires.
func (w *walk) ask(b *webtest.Browser, how way, method, path string) *webtest.Page {
	w.T.Helper()
	r := w.Request(method, path)
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
	return b.Do(r)
}

// walkers are the roles with their columns in the table. A browser with an invalid
// cookie is a visitor without a session.
var walkers = []struct {
	name   string
	column int
}{{"visitor", 0}, {"ended", 0}, {"banned", 0}, {"guest", 1}, {"stranger", 2}, {"owner", ownerColumn}}

const ownerColumn = 3

// TestRouteWalk requests every address in every role, with forms and JSON: the
// status is that of the table, GET and refused requests store nothing, and every
// answer has the right headers and content.
func TestRouteWalk(t *testing.T) {
	w := newWalk(t)
	table := walkTable()
	if diff := cmp.Diff(w.Web.Routes(), slices.Sorted(maps.Keys(table))); diff != "" {
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

// servedBy returns the pattern that served the last request. It waits for the
// expected one: an answer of known length ends before the server has noted it.
func (w *walk) servedBy(want string) string {
	for range 1000 {
		if w.route.Load() == want {
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	return w.route.Load().(string)
}

func (w *walk) checkRoute(t *testing.T, pattern, method string, how way, route walkRoute) {
	t.Helper()
	for _, who := range walkers {
		if how.origin != "" && who.column < ownerColumn {
			continue // every browser of today says where it comes from: once is enough
		}
		b, path := w.person(who.name), w.address(route.path)
		before := w.book.read()
		w.route.Store("")
		p := w.ask(b, how, method, path)
		want := route.page[who.column]
		if how.json {
			want = route.json[who.column]
		}
		label := who.name + " by " + how.name
		if p.StatusCode != want {
			t.Errorf("%s: got status %d, want %d\n%.300s", label, p.StatusCode, want, p.Main())
		}
		if got := w.servedBy(pattern); got != pattern {
			t.Errorf("%s: served by %q", label, got)
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

// checkForeign sends the request from another site: it must not act for the user,
// and no header may allow the site to read the answer.
func (w *walk) checkForeign(t *testing.T, method string, route walkRoute) {
	t.Helper()
	for _, how := range []way{
		{name: "another site", origin: "https://evil.example", from: "cross-site"},
		{name: "another site in JSON", json: true, origin: "https://evil.example", from: "cross-site"},
		{name: "a neighbour", origin: "https://other." + strings.TrimPrefix(w.HTTP.URL, "http://"), from: "same-site"},
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

// checkAnswer checks the headers of an answer.
func checkAnswer(t *testing.T, label string, route walkRoute, p *webtest.Page) {
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
	switch {
	case route.framed() && p.StatusCode == http.StatusOK:
		want["Content-Security-Policy"] = framePolicy
		checkFrame(t, label, p)
	case !strings.HasPrefix(route.path, "/static/") && p.Header.Get("Content-Type") != "image/png":
		want["Cache-Control"] = "no-store"
	}
	for name, want := range want {
		if got := p.Header.Get(name); got != want {
			t.Errorf("%s: got %s %q, want %q", label, name, got, want)
		}
	}
	checkKind(t, label, p)
	for _, inner := range []string{"goroutine ", ".go:", "SELECT ", "INSERT ", "sqlite", "SQL ", "panic", "argon2", "/tmp/"} {
		if strings.Contains(p.Body, inner) && !strings.HasPrefix(route.path, "/static/") {
			t.Errorf("%s: the answer holds %q", label, inner)
		}
	}
}

// checkFrame checks the pages that other sites may frame: nothing of the visitor is
// read, kept or sent.
func checkFrame(t *testing.T, label string, p *webtest.Page) {
	t.Helper()
	for _, part := range []string{"<script", "<form", "<button", "<input", "owner", "stranger"} {
		if strings.Contains(p.Body, part) {
			t.Errorf("%s: the frame holds %q", label, part)
		}
	}
	if p.Header.Get("Set-Cookie") != "" || strings.Contains(p.Header.Get("Vary"), "Cookie") {
		t.Errorf("%s: the frame has to do with cookies: %v", label, p.Header)
	}
}

// checkKind checks that the content of an answer has its content type.
func checkKind(t *testing.T, label string, p *webtest.Page) {
	t.Helper()
	kind := p.Header.Get("Content-Type")
	switch {
	case p.Body == "":
	case kind == "application/json; charset=utf-8":
		if !json.Valid([]byte(p.Body)) {
			t.Errorf("%s: this is no JSON: %.200s", label, p.Body)
		}
	case kind == "text/html; charset=utf-8":
		if p.StatusCode/100 != 3 && !strings.HasPrefix(p.Body, "<!DOCTYPE html>") {
			t.Errorf("%s: this is no page: %.200s", label, p.Body)
		}
	case strings.HasPrefix(kind, "text/") && !strings.HasSuffix(kind, "; charset=utf-8"), kind == "":
		t.Errorf("%s: got Content-Type %q", label, kind)
	}
}
