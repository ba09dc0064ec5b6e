// SPDX-License-Identifier: Apache-2.0

package web_test

import (
	"net/http"
	"strings"
	"testing"

	"cairn/internal/web"
	"cairn/internal/web/webtest"
)

// A notice is shown once, on the next page.
func TestNoticeOnce(t *testing.T) {
	s := webtest.NewSite(t)
	ann := s.Member("ann")
	ann.Post("/account/name", webtest.Form("name", "zoe", "current", webtest.Password)).Want(200).Has("Username changed.")
	ann.Get("/account").Want(200).Lacks("Username changed.")
}

// A link cannot make a page show a notice.
func TestNoticeByLink(t *testing.T) {
	s := webtest.NewSite(t)
	s.Browser().Get("/?notice=account-deleted").Want(200).Lacks("Your personal data has been deleted.")
	s.Member("ann")
	s.Browser().Post("/login", webtest.Form("login", "ann", "password", webtest.Password, "next", "/home?notice=banned")).Want(200).Lacks("Account banned.")
	forged := s.Request(http.MethodGet, "/")
	forged.AddCookie(&http.Cookie{Name: "cairn-notice", Value: "<b>no such</b>"})
	s.Browser().Do(forged).Want(200).Lacks("no such", "notice good")
}

func TestNoticeCookie(t *testing.T) {
	for name, secure := range map[string]bool{"cairn-notice": false, "__Host-cairn-notice": true} {
		t.Run(name, func(t *testing.T) {
			s := webtest.NewSite(t, func(o *web.Options) { o.Secure = secure })
			b := s.Browser().Still()
			p := b.Post("/logout", nil).Want(http.StatusSeeOther)
			if got := p.Header.Get("Location"); got != "/" {
				t.Errorf("got to %s, want /", got)
			}
			for _, c := range p.Cookies() {
				if c.Name == name && c.HttpOnly && c.Secure == secure && c.SameSite == http.SameSiteLaxMode && c.MaxAge == 60 && c.Path == "/" {
					return
				}
			}
			t.Errorf("got %s, want %s for a minute", strings.Join(p.Header.Values("Set-Cookie"), "\n"), name)
		})
	}
}

// JSON clients get an answer and no notice.
func TestNoticeForPrograms(t *testing.T) {
	s := webtest.NewSite(t)
	ann := s.Member("ann")
	if got := ann.Send("/account/name", `{"name":"zoe","current":"`+webtest.Password+`"}`).Want(200).Header.Get("Set-Cookie"); got != "" {
		t.Errorf("got cookie %s, want none", got)
	}
}

func TestLocalPath(t *testing.T) {
	for _, c := range []struct{ next, want string }{
		{"/home", "/home"},
		{"/match/abc?ply=3", "/match/abc?ply=3"},
		{"", "/else"},
		{"home", "/else"},
		{"//host/x", "/else"},
		{"https://host/x", "/else"},
		{"javascript:alert(1)", "/else"},
		{"/\\host", "/else"},
		{"/a\r\nSet-Cookie: x=y", "/else"},
		{"/login?next=/x", "/else"},
		{"/logout", "/else"},
		{"/%zz", "/else"},
	} {
		if got := web.LocalPath(c.next, "/else"); got != c.want {
			t.Errorf("%q: got %q, want %q", c.next, got, c.want)
		}
	}
}

// The page of an error does not suggest logging in to a user who is logged in.
func TestForbiddenHelp(t *testing.T) {
	s := webtest.NewSite(t)
	ann := s.Member("ann")
	s.Member("bob")
	const perhaps = "You may be logged out"
	ann.Post("/player/bob/ban", nil).Want(403).Has("You are not allowed to do this to this account.", "Nothing was changed.").Lacks(perhaps, `class="button primary" href="/login`)
	s.Browser().Post("/player/bob/ban", nil).Want(403).Has("You need an account for this.", perhaps, `class="button primary" href="/login`)
	foreign := s.Request("POST", "/logout")
	foreign.Header.Set("Sec-Fetch-Site", "cross-site")
	s.Browser().Do(foreign).Want(403).Has("This request came from another site and was blocked.", "Nothing was changed.").Lacks(perhaps)
}
