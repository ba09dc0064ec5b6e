// SPDX-License-Identifier: Apache-2.0

package webtest

import (
	"io"
	"net/http"
	"strings"
	"testing"

	"cairn/internal/web"
)

// Program uses the API of a site with a token.
type Program struct {
	T     *testing.T
	Site  *Site
	Token string // empty for none
}

// Program returns a program that plays as a new guest.
func (s *Site) Program() *Program {
	s.T.Helper()
	p := &Program{T: s.T, Site: s}
	var guest struct{ Name, Token string }
	p.Send("POST /guests", "").Want(http.StatusOK).JSON(&guest)
	p.Token = guest.Token
	return p
}

// Send sends a request, such as "POST /matches", with a JSON body or none, and pairs
// of header and value.
func (p *Program) Send(request, body string, header ...string) *Page {
	p.T.Helper()
	method, path, _ := strings.Cut(request, " ")
	r := p.Site.Request(method, web.APIPrefix+path)
	if p.Token != "" {
		r.Header.Set("Authorization", "Bearer "+p.Token)
	}
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
		r.Body = io.NopCloser(strings.NewReader(body))
	}
	for i := 0; i+1 < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	b := &Browser{T: p.T, Site: p.Site, Client: &http.Client{}}
	answer := b.Still().Do(r)
	if answer.Header.Get("Set-Cookie") != "" {
		p.T.Errorf("%s: sets a cookie", request)
	}
	return answer
}

// Trouble is the JSON of an error of the API (RFC 9457).
type Trouble struct {
	Type, Title, Detail, Code, Key string
	Status                         int
	Fields                         map[string]string
	State                          map[string]any
}

// Trouble decodes the body as an error of the API with a status.
func (p *Page) Trouble(status int) Trouble {
	p.T.Helper()
	var t Trouble
	p.Want(status).JSON(&t)
	if got := p.Header.Get("Content-Type"); got != "application/problem+json" {
		p.T.Errorf("%s: got the type %q", p.Path, got)
	}
	if t.Status != status || t.Type != "/api#"+t.Code || t.Title == "" || t.Detail == "" || t.Key == "" {
		p.T.Errorf("%s: got %+v", p.Path, t)
	}
	return t
}
