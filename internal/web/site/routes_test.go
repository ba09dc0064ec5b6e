// SPDX-License-Identifier: Apache-2.0

package site_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"net/http"
	"net/url"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"cairn/catalog"
	"cairn/internal/store/sqlite"
	"cairn/internal/web"
	"cairn/internal/web/webtest"
)

// TestRoutes requests every address without a session, as a guest, as a player of
// the match, and as a stranger with an account.
func TestRoutes(t *testing.T) {
	s := webtest.NewSite(t)
	id, white, black := s.Pair("nine")
	private := white.Create("nine", "private")
	screen := white.Create("nine", "screen")
	wait := black.Post("/seek", webtest.Form("game", "fanorona")).Path
	people := []*webtest.Browser{s.Browser(), s.Guest(), white, s.Member("stranger")}
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
		{"GET", "/player/unknown", all(404)},
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
		{"GET", "/match/" + id + "/picture.png", all(200)},
		{"GET", "/match/" + id + "/picture.png?ply=99", all(404)},
		{"GET", "/match/" + private + "/picture.png", all(404)},
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
			p := b.Still().Do(s.Request(c.method, c.path))
			if p.StatusCode != c.want[i] {
				t.Errorf("%s %s as %d: got %d, want %d", c.method, c.path, i, p.StatusCode, c.want[i])
			}
			checkHeaders(t, c.path, p)
		}
	}
}

func all(status int) [4]int { return [4]int{status, status, status, status} }

// checkHeaders checks the headers of every answer.
func checkHeaders(t *testing.T, path string, p *webtest.Page) {
	t.Helper()
	for name, want := range map[string]string{
		"Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
		"X-Content-Type-Options":  "nosniff",
		"Referrer-Policy":         "same-origin",
	} {
		if got := p.Header.Get(name); got != want {
			t.Errorf("%s: got %s %q, want %q", path, name, got, want)
		}
	}
	for _, inline := range []string{"<style", " style=", " onclick=", "javascript:"} {
		if strings.Contains(p.Body, inline) {
			t.Errorf("%s: the page holds %q, which the policy forbids", path, inline)
		}
	}
	if strings.HasPrefix(p.Header.Get("Content-Type"), "text/html") && p.StatusCode < 300 && p.Header.Get("Cache-Control") != "no-store" {
		t.Errorf("%s: got Cache-Control %q, want no-store", path, p.Header.Get("Cache-Control"))
	}
}

// Errors are pages for browsers and JSON for programs.
func TestErrorPages(t *testing.T) {
	s := webtest.NewSite(t)
	b := s.Browser()
	b.Get("/nothing").Want(404).Has("This page does not exist.", `href="/"`)
	b.Post("/about", nil).Want(405).Has("This address does not support this method.")
	if got := b.Post("/about", nil).Header.Get("Allow"); got != "GET, HEAD" {
		t.Errorf("got Allow %q, want GET, HEAD", got)
	}
	if got := b.Send("/nothing", `{}`).Want(404).Refusal().Error.Key; got != "no-page" {
		t.Errorf("as JSON: got %q, want no-page", got)
	}
}

// Another site cannot act for a user.
func TestCrossOrigin(t *testing.T) {
	s := webtest.NewSite(t)
	b := s.Member("ann")
	r := s.Request("POST", "/logout")
	r.Header.Set("Origin", "https://evil.example")
	r.Header.Set("Sec-Fetch-Site", "cross-site")
	b.Do(r).Want(403).Has("This request came from another site and was blocked.")
	b.Get("/home").Want(200).Has("ann")
}

// With a broken store no request claims success.
func TestStoreDown(t *testing.T) {
	s := webtest.NewSite(t)
	b := s.Member("ann")
	id := b.Create("nine", "screen")
	s.Down = true
	if err := s.Store.Close(); err != nil {
		t.Fatal(err)
	}
	b.Get("/healthz").Want(200)
	for b.Get("/readyz").StatusCode != 503 { // from the next heartbeat on
		time.Sleep(time.Millisecond)
	}
	for _, path := range []string{"/home", "/match/" + id} {
		if p := b.Get(path); p.StatusCode < 500 || strings.Contains(p.Text, "sql") {
			t.Errorf("%s: got %d\n%s", path, p.StatusCode, p.Main())
		}
	}
}

// TestReadyWritesNothing asks many times whether the server is ready: nothing in the
// data folder changes.
func TestReadyWritesNothing(t *testing.T) {
	s := webtest.NewSite(t)
	b := s.Browser()
	s.Accounts.Stop()
	s.Live.Abandon() // no more heartbeats
	before := folder(t, s.Dir)
	for range 1000 {
		b.Get("/readyz").Want(200).Has("ready")
	}
	if after := folder(t, s.Dir); after != before {
		t.Errorf("got\n%swant\n%s", after, before)
	}
}

// folder lists the files of a folder with their sizes and times.
func folder(t *testing.T, dir string) string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var list strings.Builder
	for _, e := range entries {
		info, err := e.Info()
		if err != nil {
			t.Fatal(err)
		}
		if !strings.HasSuffix(e.Name(), "-shm") { // the memory of readers
			fmt.Fprintln(&list, e.Name(), info.Size(), info.ModTime())
		}
	}
	return list.String()
}

// A server with damaged data plays on, but it is not ready.
func TestDamaged(t *testing.T) {
	s := webtest.NewSite(t, func(o *web.Options) { o.Damaged = func() bool { return true } })
	b := s.Browser()
	b.Get("/readyz").Want(503).Has("not ready: the database is damaged")
	b.Create("nine", "screen")
}

// When the disk is full a move is refused with that reason, and not played.
func TestDiskFull(t *testing.T) {
	s := webtest.NewSiteOf(t, sqlite.Options{MaxBytes: 256 << 10}, catalog.Standard())
	s.Down = true // clocks cannot be stopped either
	b := s.Browser()
	id := b.Create("yote", "screen")
	for s.Browser().Send("/match", `{"game":"nine","opponent":"screen"}`).StatusCode != http.StatusServiceUnavailable {
	}
	for before := b.State(id); len(before.Moves) > 0; before = b.State(id) {
		p := b.Send("/match/"+id+"/move", `{"move":"`+before.Moves[0].Text+`"}`)
		if p.StatusCode == http.StatusOK {
			continue
		}
		if got := p.Want(http.StatusServiceUnavailable).Refusal().Error; got.Code != "unavailable" || !strings.Contains(got.Text, "so your move was not made") {
			t.Errorf("got %+v", got)
		}
		if got := b.State(id); got.Seq != before.Seq || got.Men != before.Men {
			t.Errorf("a refused move was made: %d after %d", got.Seq, before.Seq)
		}
		b.Post("/match/"+id+"/move", webtest.Form("move", before.Moves[0].Text)).Want(http.StatusServiceUnavailable).Has("so your move was not made", "data-board")
		create := func() *webtest.Page { return b.Post("/match", webtest.Form("game", "nine", "opponent", "screen")) }
		refused := create()
		for refused.StatusCode == http.StatusOK { // other pages of the file had room
			refused = create()
		}
		refused.Want(http.StatusServiceUnavailable).Has("The server cannot save right now, so nothing was changed.").Lacks("The move")
		return
	}
	t.Error("the disk was never full")
}

func TestObserve(t *testing.T) {
	var seen []web.Request
	s := webtest.NewSite(t, func(o *web.Options) { o.Observe = func(r web.Request) { seen = append(seen, r) } })
	s.Browser().Get("/rules/nine-mens-morris")
	s.Browser().Get("/nothing")
	if len(seen) != 2 || seen[0].Route != "GET /rules/{game}" || seen[0].Status != 200 || seen[1].Route != "" || seen[1].Status != 404 {
		t.Errorf("got %+v", seen)
	}
}

// Files with the current checksum are cached by browsers, others are not.
func TestStatic(t *testing.T) {
	s := webtest.NewSite(t)
	b := s.Browser()
	front := b.Get("/").Body
	start := strings.Index(front, "/static/")
	css := front[start : start+strings.Index(front[start:], `"`)]
	if got := b.Get(css).Want(200).Header.Get("Cache-Control"); !strings.Contains(got, "immutable") {
		t.Errorf("%s: got Cache-Control %q, want immutable", css, got)
	}
	if got := b.Get("/static/old/base.css").Want(200).Header.Get("Cache-Control"); got != "no-cache" {
		t.Errorf("an old checksum: got Cache-Control %q, want no-cache", got)
	}
}

// An address accepts only its own methods, and HEAD like GET.
func TestRouteMethods(t *testing.T) {
	w := newWalk(t)
	table := walkTable()
	for pattern, route := range table {
		_, place, _ := strings.Cut(pattern, " ")
		path := w.address(route.path)
		for _, method := range []string{"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"} {
			known := method
			if method == "HEAD" {
				known = "GET"
			}
			if _, ok := table[known+" "+place]; ok {
				continue
			}
			before := w.book.read()
			p := w.ask(w.person("owner"), way{}, method, path)
			if p.StatusCode != http.StatusMethodNotAllowed || p.Header.Get("Allow") == "" {
				t.Errorf("%s %s: got status %d, Allow %q, want 405", method, path, p.StatusCode, p.Header.Get("Allow"))
			}
			if diff := cmp.Diff(before, w.book.read()); diff != "" {
				t.Errorf("%s %s stored something:\n%s", method, path, diff)
			}
			checkAnswer(t, method, route, p)
		}
	}
}

// User input is escaped wherever it is shown.
func TestRouteReflection(t *testing.T) {
	const mark = `"'><script>steal()</script>`
	w := newWalk(t)
	values := url.Values{}
	for _, name := range fieldNames(t) {
		values.Set(name, mark)
	}
	values.Set("password", "short") // so that no password is set
	fields, err := json.Marshal(values)
	if err != nil {
		t.Fatal(err)
	}
	for pattern, route := range walkTable() {
		b, path := w.person("owner"), w.address(route.path)
		method, _, _ := strings.Cut(pattern, " ")
		pages := []*webtest.Page{b.Get(path + "?" + values.Encode())}
		if method == http.MethodPost {
			single := strings.NewReplacer(`["`, `"`, `"]`, `"`).Replace(string(fields))
			pages = append(pages, b.Post(path, values), b.Send(path, single))
		}
		for _, p := range pages {
			if strings.Contains(p.Body, "<script>steal") || strings.Contains(p.Body, `"'>`) {
				t.Errorf("%s %s: what was sent comes back as it was", p.Request.Method, path)
			}
			if p.StatusCode >= 500 && !strings.HasSuffix(path, "/openid") { // there is no provider
				t.Errorf("%s %s: got status %d", p.Request.Method, path, p.StatusCode)
			}
		}
	}
}

// calls visits every call in the source of the site, tests excepted.
func calls(t testing.TB, visit func(name string, args []ast.Expr)) {
	t.Helper()
	files, err := fs.Glob(os.DirFS(".."), "*.go")
	more, moreErr := fs.Glob(os.DirFS(".."), "*/*.go")
	if err := errors.Join(err, moreErr); err != nil {
		t.Fatal(err)
	}
	for _, name := range append(files, more...) {
		if strings.HasSuffix(name, "_test.go") || strings.HasPrefix(name, "webtest/") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), "../"+name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(node ast.Node) bool {
			if call, ok := node.(*ast.CallExpr); ok {
				visit(calledName(call), call.Args)
			}
			return true
		})
	}
}

// calledName returns the last name of a call: Get in r.URL.Query().Get.
func calledName(call *ast.CallExpr) string {
	switch f := call.Fun.(type) {
	case *ast.Ident:
		return f.Name
	case *ast.SelectorExpr:
		return f.Sel.Name
	}
	return ""
}

// fieldNames lists the names of all fields that the package reads from forms and
// queries.
func fieldNames(t testing.TB) []string {
	t.Helper()
	var found []string
	calls(t, func(name string, args []ast.Expr) {
		if len(args) != 1 || !slices.Contains([]string{"Text", "Number", "Yes", "Get", "Has", "FormValue"}, name) {
			return
		}
		if literal, ok := args[0].(*ast.BasicLit); ok && literal.Kind == token.STRING {
			if field := unquote(t, literal); field == strings.ToLower(field) && field != "" {
				found = append(found, field)
			}
		}
	})
	slices.Sort(found)
	return slices.Compact(found)
}

func unquote(t testing.TB, literal *ast.BasicLit) string {
	t.Helper()
	text, err := strconv.Unquote(literal.Value)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// fieldNames finds the fields in the source.
func TestSource(t *testing.T) {
	if got := fieldNames(t); !slices.Contains(got, "login") || !slices.Contains(got, "ply") || !slices.Contains(got, "offer") {
		t.Errorf("got fields %q", got)
	}
}
