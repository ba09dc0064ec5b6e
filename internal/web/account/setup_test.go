// SPDX-License-Identifier: Apache-2.0

package account_test

import (
	"testing"

	"cairn/internal/account"
	"cairn/internal/web/webtest"
)

func TestSetupByMember(t *testing.T) {
	s := webtest.NewSite(t)
	path := s.SetupPath()
	ann := s.Member("ann")
	for range 2 { // opening the link changes nothing
		p := ann.Get(path).Want(200).Has("This account will become the administrator.")
		if got := p.Header.Get("Referrer-Policy"); got != "no-referrer" {
			t.Errorf("got Referrer-Policy %q, want no-referrer", got)
		}
	}
	ann.Post(path, nil).Want(200).Has("You are now the administrator.")
	if got := s.User("ann").Role; got != account.Admin {
		t.Errorf("got role %q, want admin", got)
	}
	ann.Get("/account").Want(200).Has("Administrator")
	s.Member("bob").Post(path, nil).Want(404).Has("This link is no longer valid.")
	s.Browser().Get(path).Want(404)
}

// A visitor signs up on the same page, or logs in and returns to it.
func TestSetupBySigningUp(t *testing.T) {
	s := webtest.NewSite(t)
	path := s.SetupPath()
	b := s.Browser()
	b.Get(path).Want(200).Has(`name="email"`, "/login?next=")
	b.Post(path, webtest.Form("email", "ann", "name", "ann", "password", webtest.Password)).Want(400).
		Has("This is not a valid email address.", `value="ann"`).Lacks(webtest.Password)
	b.Post(path, webtest.SignUp("ann")).Want(200).Has("You are now the administrator.")
	if got := s.User("ann").Role; got != account.Admin {
		t.Errorf("got role %q, want admin", got)
	}
}

func TestSetupAfterLogIn(t *testing.T) {
	s := webtest.NewSite(t)
	path := s.SetupPath()
	s.Member("ann")
	p := s.Browser().Post("/login", webtest.Form("login", "ann", "password", webtest.Password, "next", path)).Want(200)
	if p.Path != path {
		t.Errorf("got to %s, want back to the link", p.Path)
	}
	s.Browser().Get("/setup/nonsense").Want(404)
	s.Browser().Post("/setup/nonsense", webtest.SignUp("eve")).Want(404)
}
