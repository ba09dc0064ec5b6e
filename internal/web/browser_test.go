// SPDX-License-Identifier: Apache-2.0

package web_test

import (
	"encoding/json"
	"html"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"strings"
	"testing"

	"cairn/internal/web"
)

// browser is a person's, with cookies and without script.
type browser struct {
	t      *testing.T
	site   *site
	client *http.Client
}

func (s *site) browser() *browser {
	s.t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		s.t.Fatal(err)
	}
	return &browser{t: s.t, site: s, client: &http.Client{Jar: jar}}
}

// guest returns the browser of somebody who has begun to play, and is so known.
func (s *site) guest() *browser {
	s.t.Helper()
	b := s.browser()
	b.create("three", "screen")
	return b
}

// member returns the browser of somebody with an account.
func (s *site) member(name string) *browser {
	s.t.Helper()
	b := s.browser()
	b.post("/signup", signUp(name)).want(http.StatusOK)
	return b
}

const password = "stone by stone"

func signUp(name string) url.Values {
	return form("email", name+"@example.org", "name", name, "password", password, "again", password)
}

// form makes values of names and values by turns.
func form(pairs ...string) url.Values {
	values := url.Values{}
	for i := 0; i+1 < len(pairs); i += 2 {
		values.Set(pairs[i], pairs[i+1])
	}
	return values
}

func (b *browser) do(r *http.Request) *page {
	b.t.Helper()
	response, err := b.client.Do(r)
	if err != nil {
		b.t.Fatal(err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		b.t.Fatal(err)
	}
	return &page{
		t: b.t, browser: b, Response: response, body: string(body), text: html.UnescapeString(string(body)),
		path: response.Request.URL.RequestURI(),
	}
}

// still returns a browser of the same person that follows no redirects.
func (b *browser) still() *browser {
	client := *b.client
	client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return &browser{t: b.t, site: b.site, client: &client}
}

func (b *browser) get(path string) *page {
	b.t.Helper()
	return b.do(b.site.request(http.MethodGet, path))
}

func (b *browser) post(path string, values url.Values) *page {
	b.t.Helper()
	r := b.site.request(http.MethodPost, path)
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	r.Body = io.NopCloser(strings.NewReader(values.Encode()))
	return b.do(r)
}

// send posts JSON, as scripts do.
func (b *browser) send(path string, body string) *page {
	b.t.Helper()
	r := b.site.request(http.MethodPost, path)
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Accept", "application/json")
	r.Body = io.NopCloser(strings.NewReader(body))
	return b.do(r)
}

// create makes a match by the form and returns its id.
func (b *browser) create(game, opponent string, more ...string) string {
	b.t.Helper()
	values := form(append([]string{"game", game, "opponent", opponent}, more...)...)
	p := b.post("/match", values).want(http.StatusOK)
	id, ok := strings.CutPrefix(p.path, "/match/")
	if !ok {
		b.t.Fatalf("create match: got to %s, want /match/ID", p.path)
	}
	return id
}

// state returns the match as the page's script would see it.
func (b *browser) state(id string) web.PageState {
	b.t.Helper()
	r := b.site.request(http.MethodGet, "/match/"+id)
	r.Header.Set("Accept", "application/json")
	var message struct{ State web.PageState }
	b.do(r).want(http.StatusOK).json(&message)
	return message.State
}

// pair makes a started match of two guests; the first has White.
func (s *site) pair(game string, more ...string) (id string, white, black *browser) {
	s.t.Helper()
	white, black = s.browser(), s.browser()
	id = white.create(game, "private", more...)
	black.post("/join", form("id", id)).want(http.StatusOK)
	white.post("/match/"+id+"/start", nil).want(http.StatusOK)
	return id, white, black
}

// play makes moves, White first.
func (s *site) play(id string, white, black *browser, moves ...string) {
	s.t.Helper()
	for i, move := range moves {
		b := white
		if i%2 == 1 {
			b = black
		}
		b.post("/match/"+id+"/move", form("move", move)).want(http.StatusOK)
	}
}

// page is an answer.
type page struct {
	*http.Response
	t       *testing.T
	browser *browser
	body    string // as it was sent
	text    string // as a person reads it
	path    string // where it was sent from, after redirects
}

// want checks the status.
func (p *page) want(status int) *page {
	p.t.Helper()
	if p.StatusCode != status {
		p.t.Fatalf("%s %s: got status %d, want %d\n%.2000s", p.Request.Method, p.path, p.StatusCode, status, p.main())
	}
	return p
}

// has checks that the page shows texts.
func (p *page) has(texts ...string) *page {
	p.t.Helper()
	for _, text := range texts {
		if !strings.Contains(p.text, text) {
			p.t.Errorf("%s %s: %q is missing in\n%.6000s", p.Request.Method, p.path, text, p.main())
		}
	}
	return p
}

// main is the part of a page that differs from others.
func (p *page) main() string {
	_, main, found := strings.Cut(p.text, "<main")
	if !found {
		return p.text
	}
	return main
}

// lacks checks that the page does not show texts.
func (p *page) lacks(texts ...string) *page {
	p.t.Helper()
	for _, text := range texts {
		if strings.Contains(p.text, text) {
			p.t.Errorf("%s %s: %q should not be in\n%.6000s", p.Request.Method, p.path, text, p.main())
		}
	}
	return p
}

func (p *page) json(value any) *page {
	p.t.Helper()
	if err := json.Unmarshal([]byte(p.body), value); err != nil {
		p.t.Fatalf("%s: %v in %.500s", p.path, err, p.body)
	}
	return p
}

// refusal is an error as programs get it.
type refusal struct {
	Error struct {
		Code, Key, Text string
		Fields          map[string]string
	}
	State *web.PageState
}

func (p *page) refusal() refusal {
	p.t.Helper()
	var r refusal
	p.json(&r)
	return r
}

type logLine = web.LogLine
