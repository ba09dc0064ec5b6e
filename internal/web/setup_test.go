// SPDX-License-Identifier: Apache-2.0

package web_test

import (
	"context"
	"testing"

	"cairn/internal/account"
)

func (s *site) setupPath() string {
	s.t.Helper()
	secret, err := s.accounts.FirstAdminLink(context.Background())
	if err != nil || secret == "" {
		s.t.Fatalf("got secret %q, %v", secret, err)
	}
	return "/setup/" + secret
}

// user looks an account up as the operator does.
func (s *site) user(name string) account.User {
	s.t.Helper()
	all, err := s.accounts.Users(context.Background(), account.UserFilter{})
	if err != nil {
		s.t.Fatal(err)
	}
	for _, u := range all {
		if u.Name == name {
			return u
		}
	}
	s.t.Fatalf("no account is called %s", name)
	return account.User{}
}

func TestSetupByMember(t *testing.T) {
	s := newSite(t)
	path := s.setupPath()
	ann := s.member("ann")
	for range 2 { // to look changes nothing
		p := ann.get(path).want(200).has("This account will become the administrator.")
		if got := p.Header.Get("Referrer-Policy"); got != "no-referrer" {
			t.Errorf("got Referrer-Policy %q, want no-referrer", got)
		}
	}
	ann.post(path, nil).want(200).has("You are now the administrator.")
	if got := s.user("ann").Role; got != account.Admin {
		t.Errorf("got role %q, want admin", got)
	}
	ann.get("/account").want(200).has("Administrator")
	s.member("bob").post(path, nil).want(404).has("This link is no longer valid.")
	s.browser().get(path).want(404)
}

// Somebody without an account gets one on the same page; one who has logs in and
// comes back.
func TestSetupBySigningUp(t *testing.T) {
	s := newSite(t)
	path := s.setupPath()
	b := s.browser()
	b.get(path).want(200).has(`name="email"`, "/login?next=")
	b.post(path, form("email", "ann", "name", "ann", "password", password, "again", password)).want(400).
		has("This is not a valid email address.", `value="ann"`).lacks(password)
	b.post(path, signUp("ann")).want(200).has("You are now the administrator.", "ann@example.org")
	if got := s.user("ann").Role; got != account.Admin {
		t.Errorf("got role %q, want admin", got)
	}
}

func TestSetupAfterLogIn(t *testing.T) {
	s := newSite(t)
	path := s.setupPath()
	s.member("ann")
	p := s.browser().post("/login", form("login", "ann", "password", password, "next", path)).want(200)
	if p.path != path {
		t.Errorf("got to %s, want back to the link", p.path)
	}
	s.browser().get("/setup/nonsense").want(404)
	s.browser().post("/setup/nonsense", signUp("eve")).want(404)
}
