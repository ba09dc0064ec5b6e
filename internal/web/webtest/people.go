// SPDX-License-Identifier: Apache-2.0

package webtest

import (
	"compress/gzip"
	"context"
	"io"
	"net/http"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"cairn/internal/account"
	"cairn/internal/totp"
)

// Another is a valid password other than Password.
const Another = "pebble on pebble"

// Rated starts a rated match, which everyone may watch, and returns its id.
func (s *Site) Rated(game string, white, black *Browser) string {
	s.T.Helper()
	id := white.Create(game, "private", "rated", "yes", "shown", "yes")
	black.Post("/join", Form("id", id)).Want(http.StatusOK)
	white.Post("/match/"+id+"/start", nil).Want(http.StatusOK)
	return id
}

// WhiteWins are the moves of a game of Three Men's Morris that White wins.
var WhiteWins = []string{"a1", "b1", "a2", "b2", "a3"}

// htmlForm is a form on a page.
type htmlForm struct {
	Action  string
	Fields  map[string]string
	Options map[string][]string
}

var (
	formPattern   = regexp.MustCompile(`(?s)<form method="post" action="([^"]*)".*?</form>`)
	inputPattern  = regexp.MustCompile(`<input[^>]* name="([^"]*)" value="([^"]*)"`)
	selectPattern = regexp.MustCompile(`(?s)<select name="([^"]*)">(.*?)</select>`)
	optionPattern = regexp.MustCompile(`<option>([^<]*)</option>`)
)

// Form returns the first form on the page that contains a text.
func (p *Page) Form(holds string) htmlForm {
	p.T.Helper()
	for _, found := range formPattern.FindAllStringSubmatch(p.Text, -1) {
		if !strings.Contains(found[0], holds) {
			continue
		}
		f := htmlForm{Action: found[1], Fields: map[string]string{}, Options: map[string][]string{}}
		for _, input := range inputPattern.FindAllStringSubmatch(found[0], -1) {
			f.Fields[input[1]] = input[2]
		}
		for _, list := range selectPattern.FindAllStringSubmatch(found[0], -1) {
			for _, option := range optionPattern.FindAllStringSubmatch(list[2], -1) {
				f.Options[list[1]] = append(f.Options[list[1]], option[1])
			}
		}
		return f
	}
	p.T.Fatalf("%s: no form holds %q in\n%.8000s", p.Path, holds, p.Main())
	return htmlForm{}
}

// Itoa is strconv.Itoa.
func Itoa(n int) string { return strconv.Itoa(n) }

// MustURL parses a URL.
func MustURL(t *testing.T, text string) *url.URL {
	t.Helper()
	u, err := url.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return u
}

// Staff returns the browsers of an administrator, a moderator and two players.
func (s *Site) Staff() (admin, moderator, ann, bob *Browser) {
	s.T.Helper()
	admin, moderator, ann, bob = s.Member("ada"), s.Member("mona"), s.Member("ann"), s.Member("bob")
	for name, role := range map[string]account.Role{"ada": account.Admin, "mona": account.Moderator} {
		if err := s.Accounts.Staff.SetRole(context.Background(), account.Operator, name, role); err != nil {
			s.T.Fatal(err)
		}
	}
	return admin, moderator, ann, bob
}

var resetLink = regexp.MustCompile(`https://play\.example(/reset/[A-Za-z0-9_-]+)\n`)

// ResetPath waits for a mail and returns the path of its password reset link.
func (m *mailbox) ResetPath() string {
	m.t.Helper()
	l := m.Next()
	found := resetLink.FindStringSubmatch(l.Text)
	if found == nil {
		m.t.Fatalf("no link in %q", l.Text)
	}
	return found[1]
}

var confirmLink = regexp.MustCompile(`https://play\.example(/confirm/[A-Za-z0-9_-]+)\n`)

// ConfirmPath waits for a mail that confirms an address, and returns the address
// and the path of the link.
func (m *mailbox) ConfirmPath() (to, path string) {
	m.t.Helper()
	l := m.wait(m.Confirms)
	return l.To, confirmLink.FindStringSubmatch(l.Text)[1]
}

// Cookies returns the cookies that the browser sends.
func (b *Browser) Cookies() []*http.Cookie {
	return b.Client.Jar.Cookies(MustURL(b.T, b.Site.HTTP.URL))
}

// SecretText and CodeText match the secret and the recovery codes of two-factor
// authentication on a page.
var (
	SecretText = regexp.MustCompile(`<code class="secret">([A-Z2-7 ]+)</code>`)
	CodeText   = regexp.MustCompile(`<li><code>([0-9a-z-]+)</code>`)
)

// Code returns the current two-factor code of a secret.
func (s *Site) Code(secret string) string {
	s.T.Helper()
	code, err := totp.Code(secret, s.Clock.Now())
	if err != nil {
		s.T.Fatal(err)
	}
	return code
}

// TurnOn turns on two-factor authentication and returns the secret and the
// recovery codes.
func (b *Browser) TurnOn() (secret string, codes []string) {
	b.T.Helper()
	p := b.Post("/account/two-factor", nil).Want(http.StatusOK).Has("QR code of the key")
	found := SecretText.FindStringSubmatch(p.Body)
	if found == nil {
		b.T.Fatalf("no secret in\n%s", p.Main())
	}
	secret = strings.ReplaceAll(found[1], " ", "")
	p = b.Post("/account/two-factor/on", Form("code", b.Site.Code(secret), "current", Password)).Want(http.StatusOK).Has("Two-factor authentication is on.")
	for _, found := range CodeText.FindAllStringSubmatch(p.Body, -1) {
		codes = append(codes, found[1])
	}
	if len(codes) < 5 {
		b.T.Fatalf("got %d recovery codes", len(codes))
	}
	b.Site.Clock.Advance(time.Minute) // each code works once
	return secret, codes
}

// LogIn logs in to an account in a new browser with that user agent.
func (s *Site) LogIn(name, agent string) *Browser {
	s.T.Helper()
	b := s.Browser()
	r := s.Request(http.MethodPost, "/login")
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	r.Header.Set("User-Agent", agent)
	r.Body = io.NopCloser(strings.NewReader(Form("login", name, "password", Password).Encode()))
	b.Do(r).Want(http.StatusOK)
	return b
}

// EndPath returns the path that ends a session; agent is the browser's name on
// the sessions page.
func (b *Browser) EndPath(agent string) string {
	b.T.Helper()
	list := b.Get("/account/sessions").Want(http.StatusOK)
	found := regexp.MustCompile(`<h2>` + agent + `[^§]*?action="([^"]+)"`).FindStringSubmatch(list.Text)
	if found == nil {
		b.T.Fatalf("no session of %s in\n%s", agent, list.Main())
	}
	return found[1]
}

// User agents of browsers.
const (
	Firefox = "Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0"
	Safari  = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1"
)

// SetupPath returns the path of a link that makes the first administrator.
func (s *Site) SetupPath() string {
	s.T.Helper()
	secret, err := s.Accounts.Staff.FirstAdminLink(context.Background())
	if err != nil || secret == "" {
		s.T.Fatalf("got secret %q, %v", secret, err)
	}
	return "/setup/" + secret
}

// User returns an account by its name.
func (s *Site) User(name string) account.User {
	s.T.Helper()
	all, err := s.Accounts.Staff.Users(context.Background(), account.UserFilter{})
	if err != nil {
		s.T.Fatal(err)
	}
	for _, u := range all {
		if u.Name == name {
			return u
		}
	}
	s.T.Fatalf("no account is named %s", name)
	return account.User{}
}

// Packed requests a file or page with gzip, and returns it as sent and
// decompressed.
func (b *Browser) Packed(path string) (p *Page, plain string) {
	b.T.Helper()
	r := b.Site.Request(http.MethodGet, path)
	r.Header.Set("Accept-Encoding", "gzip")
	p = b.Do(r).Want(http.StatusOK)
	if p.Header.Get("Content-Encoding") != "gzip" {
		return p, p.Body
	}
	unpacker, err := gzip.NewReader(strings.NewReader(p.Body))
	if err != nil {
		b.T.Fatal(err)
	}
	data, err := io.ReadAll(unpacker)
	if err != nil {
		b.T.Fatal(err)
	}
	return p, string(data)
}

var missingText = regexp.MustCompile(`\[(web|turn|side|phase|lesson|piece)\.[^\]<&\\]*\]`)

// MissingTexts returns the keys in a page whose text is missing.
func MissingTexts(out string) []string { return missingText.FindAllString(out, -1) }
