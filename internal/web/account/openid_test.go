// SPDX-License-Identifier: Apache-2.0

package account_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"cairn/internal/account"
	"cairn/internal/openid"
	"cairn/internal/openid/openidtest"
	"cairn/internal/web"
	"cairn/internal/web/webtest"
)

// newSchool starts a site with a provider.
func newSchool(t *testing.T, change ...func(*web.Options)) (*webtest.Site, *openidtest.Provider) {
	t.Helper()
	p := openidtest.New(t)
	change = append(change, func(o *web.Options) {
		p.Now = o.Now
		o.OpenID.Provider = openid.New(openid.Options{
			Issuer: p.URL, Client: openidtest.Client, Secret: openidtest.Secret, Redirect: webtest.Passkeys + web.OpenIDPath, Now: o.Now,
		})
	})
	return webtest.NewSite(t, change...), p
}

// away follows a link to the provider, and returns the address to which that sends
// the browser back.
func away(b *webtest.Browser, p *openidtest.Provider, path string) string {
	b.T.Helper()
	address := b.Get(path).Want(http.StatusSeeOther).Header.Get("Location")
	if !strings.HasPrefix(address, p.URL+"/authorize?") {
		b.T.Fatalf("got to %s, want the provider", address)
	}
	return web.OpenIDPath + "?" + p.Visit(address).RawQuery
}

func TestOpenID(t *testing.T) {
	journal := &webtest.Journal{}
	s, p := newSchool(t, journal.Serve)
	p.Name = "bob"
	b := s.Browser().Still()
	b.Get("/login").Want(200).Has("Log in with Example School", `href="/login/openid?next=`)
	b.Get("/signup").Want(200).Has("Sign up with Example School")
	foreign := s.Request("GET", "/login/openid")
	foreign.Header.Set("Sec-Fetch-Site", "cross-site")
	if got := b.Do(foreign).Want(303).Header.Get("Location"); got != "/login" {
		t.Errorf("a link of another site leads to %s, want the log-in page", got)
	}
	page := b.Get(away(b, p, "/login/openid?next=/join")).Want(200).Has("Choose a username", `value="bob"`)
	if got := page.Header.Get("Referrer-Policy"); got != "no-referrer" {
		t.Errorf("got Referrer-Policy %q: the address has a code", got)
	}
	b.Post("/login/openid", webtest.Form("name", "x")).Want(400).Has("Choose a username")
	if got := b.Post("/login/openid", webtest.Form("name", "bob")).Want(303).Header.Get("Location"); got != "/join" {
		t.Errorf("got to %s, want the page wanted", got)
	}
	b.Get("/home").Want(200).Has("bob")
	b.Get("/account").Want(200).Has("Your account has no password.", "Unlink Example School")
	b.Post("/account/openid/end", nil).Want(403).Has("Set a password first.")

	again := s.Browser().Still()
	back := away(again, p, "/login/openid")
	again.Get(back).Want(303)
	again.Get("/home").Want(200).Has("bob")
	other := s.Browser().Still()
	other.Get(back).Want(404).Has("Start again.") // another browser, and the code was used
	away(other, p, "/login/openid")
	other.Get(back).Want(403).Has("not valid") // the state of another browser

	if err := s.Accounts.Staff.SetBanned(t.Context(), account.Operator, "bob", true); err != nil {
		t.Fatal(err)
	}
	banned := s.Browser().Still()
	banned.Get(away(banned, p, "/login/openid")).Want(403).Has("This account is banned.")
	for _, token := range append(p.Tokens, openidtest.Secret) {
		if strings.Contains(journal.Text(), token) || strings.Contains(journal.Text(), url.QueryEscape(token)) {
			t.Errorf("the log has %q", token)
		}
	}
}

func TestOpenIDLink(t *testing.T) {
	s, p := newSchool(t)
	ann := s.Member("ann").Still()
	ann.Get("/account").Want(200).Has("Link Example School")
	ann.Get(away(ann, p, "/account/openid")).Want(200).Has("Link Example School", "logs you in as ann")
	ann.Post("/account/openid", webtest.Form("current", "wrong")).Want(403).Has("Wrong password.")
	ann.Post("/account/openid", webtest.Form("current", webtest.Password)).Want(303)
	ann.Get("/account").Want(200).Has("Unlink Example School")
	b := s.Browser().Still()
	b.Get(away(b, p, "/login/openid")).Want(303)
	b.Get("/home").Want(200).Has("ann")
	ann.Post("/account/openid/end", webtest.Form("current", webtest.Password)).Want(303)
	b.Get("/account").Want(303) // it was ended
	b = s.Browser().Still()
	b.Get(away(b, p, "/login/openid")).Want(200).Has("Choose a username")
}

// A link that another site began does nothing without the form.
func TestOpenIDForced(t *testing.T) {
	s, p := newSchool(t)
	ann := s.Member("ann").Still()
	ann.Get(away(ann, p, "/account/openid")).Want(200)
	b := s.Browser().Still()
	b.Get(away(b, p, "/login/openid")).Want(200).Has("Choose a username") // not linked
	ann.Post("/account/openid", webtest.Form("current", webtest.Password)).Want(303)
}

func TestOpenIDOnly(t *testing.T) {
	s, p := newSchool(t, func(o *web.Options) { o.OpenID.Only = true })
	b := s.Browser().Still()
	b.Get("/login").Want(200).Lacks("Create an account")
	b.Get("/signup").Want(303)
	b.Post("/signup", webtest.Form("email", "a@b.example", "name", "ann", "password", webtest.Password)).Want(403).Has("does not accept sign-ups")
	b.Get(away(b, p, "/login/openid")).Want(200).Has("Choose a username")
}

// A provider that does not answer is a page, and the rest works.
func TestOpenIDDown(t *testing.T) {
	s, p := newSchool(t)
	p.Down = true
	b := s.Browser().Still()
	b.Get("/login/openid").Want(503).Has("does not answer")
	s.Member("ann").Get("/home").Want(200)
}
