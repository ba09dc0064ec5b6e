// SPDX-License-Identifier: Apache-2.0

package webtest

import (
	"bytes"
	"context"
	"encoding/json"
	"html"
	"io"
	"mime/multipart"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"strings"
	"testing"

	"cairn/internal/pagestate"
)

// Browser is a web browser with cookies and without script.
type Browser struct {
	T      *testing.T
	Site   *Site
	Client *http.Client
	From   string // address it comes from, at a site BehindProxy; its own if empty
}

// Browser returns a browser without a session.
func (s *Site) Browser() *Browser {
	s.T.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		s.T.Fatal(err)
	}
	return &Browser{T: s.T, Site: s, Client: &http.Client{Jar: jar}}
}

// Guest returns the browser of a guest, who has started one match.
func (s *Site) Guest() *Browser {
	s.T.Helper()
	b := s.Browser()
	b.Create("three", "screen")
	return b
}

// Member returns the browser of a new account with a confirmed address, which is
// logged in.
func (s *Site) Member(name string) *Browser {
	s.T.Helper()
	b := s.Browser()
	b.Post("/signup", SignUp(name)).Want(http.StatusOK)
	if err := s.Accounts.Emails.ConfirmOf(context.Background(), name); err != nil {
		s.T.Fatal(err)
	}
	return b
}

// Password is the password of every account that SignUp makes.
const Password = "stone by stone"

// SignUp returns the sign-up form of an account.
func SignUp(name string) url.Values {
	return Form("email", name+"@example.org", "name", name, "password", Password)
}

// Form returns form values from pairs of name and value.
func Form(pairs ...string) url.Values {
	values := url.Values{}
	for i := 0; i+1 < len(pairs); i += 2 {
		values.Set(pairs[i], pairs[i+1])
	}
	return values
}

// Do sends a request and follows redirects.
func (b *Browser) Do(r *http.Request) *Page {
	b.T.Helper()
	if b.From != "" {
		r.Header.Set("X-Forwarded-For", b.From)
	}
	response, err := b.Client.Do(r)
	if err != nil {
		b.T.Fatal(err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		b.T.Fatal(err)
	}
	return &Page{
		T: b.T, browser: b, Response: response, Body: string(body), Text: html.UnescapeString(string(body)),
		Path: response.Request.URL.RequestURI(),
	}
}

// Still returns a browser with the same cookies that follows no redirects.
func (b *Browser) Still() *Browser {
	client := *b.Client
	client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return &Browser{T: b.T, Site: b.Site, Client: &client, From: b.From}
}

// Get requests a page.
func (b *Browser) Get(path string) *Page {
	b.T.Helper()
	return b.Do(b.Site.Request(http.MethodGet, path))
}

// Post sends a form.
func (b *Browser) Post(path string, values url.Values) *Page {
	b.T.Helper()
	r := b.Site.Request(http.MethodPost, path)
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	r.Body = io.NopCloser(strings.NewReader(values.Encode()))
	return b.Do(r)
}

// Send posts JSON, as scripts do.
func (b *Browser) Send(path string, body string) *Page {
	b.T.Helper()
	r := b.Site.Request(http.MethodPost, path)
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Accept", "application/json")
	r.Body = io.NopCloser(strings.NewReader(body))
	return b.Do(r)
}

// SendFile posts a form with a file in its field "file", and more fields as pairs of
// name and value.
func (b *Browser) SendFile(path, name, content string, more ...string) *Page {
	b.T.Helper()
	var body bytes.Buffer
	w := multipart.NewWriter(&body)
	for i := 0; i+1 < len(more); i += 2 {
		if err := w.WriteField(more[i], more[i+1]); err != nil {
			b.T.Fatal(err)
		}
	}
	part, err := w.CreateFormFile("file", name)
	if err != nil {
		b.T.Fatal(err)
	}
	if _, err := io.WriteString(part, content); err != nil {
		b.T.Fatal(err)
	}
	w.Close()
	r := b.Site.Request(http.MethodPost, path)
	r.Header.Set("Content-Type", w.FormDataContentType())
	r.Body = io.NopCloser(&body)
	return b.Do(r)
}

// Create creates a match with the form and returns its id.
func (b *Browser) Create(game, opponent string, more ...string) string {
	b.T.Helper()
	values := Form(append([]string{"game", game, "opponent", opponent}, more...)...)
	p := b.Post("/match", values).Want(http.StatusOK)
	id, ok := strings.CutPrefix(p.Path, "/match/")
	if !ok {
		b.T.Fatalf("create match: got to %s, want /match/ID", p.Path)
	}
	return id
}

// State returns the state of a match, as the page's script gets it.
func (b *Browser) State(id string) pagestate.State {
	b.T.Helper()
	r := b.Site.Request(http.MethodGet, "/match/"+id)
	r.Header.Set("Accept", "application/json")
	var message struct{ State pagestate.State }
	b.Do(r).Want(http.StatusOK).JSON(&message)
	return message.State
}

// Pair starts a match of two guests, which everyone may watch, and returns its id.
func (s *Site) Pair(game string, more ...string) (id string, white, black *Browser) {
	s.T.Helper()
	white, black = s.Browser(), s.Browser()
	id = white.Create(game, "private", append([]string{"shown", "yes"}, more...)...)
	black.Post("/join", Form("id", id)).Want(http.StatusOK)
	white.Post("/match/"+id+"/start", nil).Want(http.StatusOK)
	return id, white, black
}

// Play plays moves by turns, White first.
func (s *Site) Play(id string, white, black *Browser, moves ...string) {
	s.T.Helper()
	for i, move := range moves {
		b := white
		if i%2 == 1 {
			b = black
		}
		b.Post("/match/"+id+"/move", Form("move", move)).Want(http.StatusOK)
	}
}

// Page is a response of the server.
type Page struct {
	*http.Response
	T       *testing.T
	browser *Browser
	Body    string // as it was sent
	Text    string // with HTML entities resolved
	Path    string // of the last request, after redirects
}

// Want checks the status.
func (p *Page) Want(status int) *Page {
	p.T.Helper()
	if p.StatusCode != status {
		p.T.Fatalf("%s %s: got status %d, want %d\n%.2000s", p.Request.Method, p.Path, p.StatusCode, status, p.Main())
	}
	return p
}

// Has checks that the page contains all texts.
func (p *Page) Has(texts ...string) *Page {
	p.T.Helper()
	for _, text := range texts {
		if !strings.Contains(p.Text, text) {
			p.T.Errorf("%s %s: %q is missing in\n%.6000s", p.Request.Method, p.Path, text, p.Main())
		}
	}
	return p
}

// Main returns the main element of the page, or all of it when there is none.
func (p *Page) Main() string {
	_, main, found := strings.Cut(p.Text, "<main")
	if !found {
		return p.Text
	}
	return main
}

// Lacks checks that the page contains none of the texts.
func (p *Page) Lacks(texts ...string) *Page {
	p.T.Helper()
	for _, text := range texts {
		if strings.Contains(p.Text, text) {
			p.T.Errorf("%s %s: %q should not be in\n%.6000s", p.Request.Method, p.Path, text, p.Main())
		}
	}
	return p
}

// JSON decodes the body.
func (p *Page) JSON(value any) *Page {
	p.T.Helper()
	if err := json.Unmarshal([]byte(p.Body), value); err != nil {
		p.T.Fatalf("%s: %v in %.500s", p.Path, err, p.Body)
	}
	return p
}

// Refusal is the JSON of an error.
type Refusal struct {
	Error struct {
		Code, Key, Text string
		Fields          map[string]string
	}
	State *pagestate.State
}

// Refusal decodes the body as an error.
func (p *Page) Refusal() Refusal {
	p.T.Helper()
	var r Refusal
	p.JSON(&r)
	return r
}

// LogLine is a line in the log of a match.
type LogLine = pagestate.LogLine
