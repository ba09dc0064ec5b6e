// SPDX-License-Identifier: Apache-2.0

package web_test

import (
	"net/http"
	"strings"
	"testing"

	"cairn/internal/web"
)

// What was done is told once, by the page after it.
func TestNoticeOnce(t *testing.T) {
	s := newSite(t)
	ann := s.member("ann")
	ann.post("/account/name", form("name", "zoe", "current", password)).want(200).has("Username changed.")
	ann.get("/account").want(200).lacks("Username changed.")
}

// No link makes a page say that something was done.
func TestNoticeByLink(t *testing.T) {
	s := newSite(t)
	s.browser().get("/?notice=account-deleted").want(200).lacks("Your personal data has been deleted.")
	s.member("ann")
	s.browser().post("/login", form("login", "ann", "password", password, "next", "/home?notice=banned")).want(200).lacks("Account banned.")
	forged := s.request(http.MethodGet, "/")
	forged.AddCookie(&http.Cookie{Name: "cairn-notice", Value: "<b>no such</b>"})
	s.browser().do(forged).want(200).lacks("no such", "notice good")
}

func TestNoticeCookie(t *testing.T) {
	for name, secure := range map[string]bool{"cairn-notice": false, "__Host-cairn-notice": true} {
		t.Run(name, func(t *testing.T) {
			s := newSite(t, func(o *web.Options) { o.Secure = secure })
			b := s.browser().still()
			p := b.post("/logout", nil).want(http.StatusSeeOther)
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

// Programs get an answer of their own, and no notice for a page.
func TestNoticeForPrograms(t *testing.T) {
	s := newSite(t)
	ann := s.member("ann")
	if got := ann.send("/account/name", `{"name":"zoe","current":"`+password+`"}`).want(200).Header.Get("Set-Cookie"); got != "" {
		t.Errorf("got cookie %s, want none", got)
	}
}
