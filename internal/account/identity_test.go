// SPDX-License-Identifier: Apache-2.0

package account_test

import (
	"net/url"
	"testing"
	"time"

	"cairn/internal/account"
	"cairn/internal/failure"
	"cairn/internal/openid"
	"cairn/internal/openid/openidtest"
)

// school is a house with a provider at which its users log in.
type school struct {
	*house
	*account.Identities
	provider *openidtest.Provider
}

func newSchool(t *testing.T) *school {
	t.Helper()
	h, p := newHouse(t), openidtest.New(t)
	p.Now = h.clock.Now
	client := openid.New(openid.Options{
		Issuer: p.URL, Client: openidtest.Client, Secret: openidtest.Secret, Redirect: site + "/login/openid/callback", Now: h.clock.Now,
	})
	return &school{h, account.NewIdentities(h.Service, h.store, client), p}
}

// visit sends the browser of a user to the provider and back.
func (s *school) visit(user account.User) (secret string, back url.Values) {
	s.t.Helper()
	address, secret, err := s.Begin(background, user, "/next")
	must(s.t, err)
	return secret, s.provider.Visit(address).Query()
}

// comeBack logs in as a person.
func (s *school) comeBack(user account.User, subject string) (account.IdentityResult, error) {
	s.t.Helper()
	s.provider.Subject = subject
	secret, back := s.visit(user)
	return s.Finish(background, user, secret, back, "")
}

// pupil creates an account for a person.
func (s *school) pupil(subject, name string) (account.User, string) {
	s.t.Helper()
	result, err := s.comeBack(account.User{}, subject)
	must(s.t, err)
	u, token, _, _, err := s.Identities.SignUp(background, account.User{}, result.Pending, name, "")
	must(s.t, err)
	return u, token
}

func TestIdentity(t *testing.T) {
	s := newSchool(t)
	s.member("ann")
	s.provider.Name = "bob@school.example"
	result, err := s.comeBack(account.User{}, "s1")
	must(t, err)
	if result.Pending == "" || result.Name != "bob" || result.Next != "/next" || result.Token != "" {
		t.Fatalf("got %+v, want a person without an account", result)
	}
	_, _, _, again, err := s.Identities.SignUp(background, account.User{}, result.Pending, "Ann", "")
	wantFields(t, "name of another", err, map[string]string{"name": "name-taken"})
	_, _, _, _, err = s.Identities.SignUp(background, account.User{}, result.Pending, "bob", "")
	wantKey(t, "secret that was used", err, failure.NotFound, "openid-gone")
	_, _, _, again, err = s.Identities.SignUp(background, account.User{}, again, "x", "")
	wantFields(t, "short name", err, map[string]string{"name": "name-malformed"})
	bob, token, next, _, err := s.Identities.SignUp(background, account.User{}, again, "bob", "Firefox")
	must(t, err)
	if got, err := s.Authenticate(background, token); err != nil || got.ID != bob.ID || next != "/next" {
		t.Errorf("got %+v, %v, %q", got, err, next)
	}
	if u := s.user(bob.ID); u.Email != "" || u.Password != "" || u.Guest {
		t.Errorf("got %+v, want an account without address and password", u)
	}

	result, err = s.comeBack(account.User{}, "s1")
	must(t, err)
	if result.User.ID != bob.ID || result.Token == "" {
		t.Errorf("got %+v, want bob to be logged in", result)
	}
	for _, password := range []string{"", phrase} {
		_, err := s.Service.LogIn(background, "bob", password, "")
		wantKey(t, "log in with a password", err, failure.Forbidden, "login-wrong")
	}
	must(t, s.Staff.SetBanned(background, account.Operator, "bob", true))
	_, err = s.comeBack(account.User{}, "s1")
	wantKey(t, "banned", err, failure.Forbidden, "banned")
}

// A guest who signs up by the provider keeps the games.
func TestIdentityGuest(t *testing.T) {
	s := newSchool(t)
	guest := s.guest()
	result, err := s.comeBack(account.User{}, "s1")
	must(t, err)
	u, _, _, _, err := s.Identities.SignUp(background, guest, result.Pending, "ann", "")
	must(t, err)
	if u.ID != guest.ID || s.user(guest.ID).Guest {
		t.Errorf("got %+v, want the guest as an account", u)
	}
}

// The state of a log-in works once, in time, and for the browser that began it.
func TestIdentityState(t *testing.T) {
	s := newSchool(t)
	s.pupil("s1", "ann")
	secret, back := s.visit(account.User{})
	_, other := s.visit(account.User{})
	_, err := s.Finish(background, account.User{}, secret, other, "")
	wantKey(t, "state of another browser", err, failure.Forbidden, "openid-wrong")
	_, err = s.Finish(background, account.User{}, secret, back, "")
	wantKey(t, "secret again", err, failure.NotFound, "openid-gone")
	_, err = s.Finish(background, account.User{}, "", back, "")
	wantKey(t, "no secret", err, failure.NotFound, "openid-gone")
	secret, back = s.visit(account.User{})
	s.clock.Advance(11 * time.Minute)
	_, err = s.Finish(background, account.User{}, secret, back, "")
	wantKey(t, "too late", err, failure.NotFound, "openid-gone")
}

// An account with two-factor authentication asks for it after the provider too.
func TestIdentityTwoFactor(t *testing.T) {
	s := newSchool(t)
	f := s.twoFactor("ann")
	f.User.LoggedIn = s.clock.Now()
	result, err := s.comeBack(f.User, "s1")
	must(t, err)
	again, err := s.Link(background, f.User, result.Pending, account.Proof{Password: phrase})
	wantKey(t, "no code", err, failure.Forbidden, "code-wrong")
	_, err = s.Link(background, f.User, again, account.Proof{Password: phrase, Code: f.Code()})
	must(t, err)
	result, err = s.comeBack(account.User{}, "s1")
	must(t, err)
	if result.Token != "" || result.TwoFactor == "" {
		t.Fatalf("got %+v, want a code to be asked for", result)
	}
	_, _, err = s.LogInTwoFactor(background, result.TwoFactor, f.Code(), "")
	must(t, err)
}

func TestIdentityLink(t *testing.T) {
	s := newSchool(t)
	ann, token := s.member("ann")
	bob, _ := s.pupil("s2", "bob")
	result, err := s.comeBack(ann, "s1")
	must(t, err)
	if !result.Link || result.Pending == "" {
		t.Fatalf("got %+v, want a link to be confirmed", result)
	}
	_, _, _, _, err = s.Identities.SignUp(background, account.User{}, result.Pending, "carl", "")
	wantKey(t, "sign up with a link", err, failure.NotFound, "openid-gone")

	result, err = s.comeBack(ann, "s1")
	must(t, err)
	_, err = s.Link(background, bob, result.Pending, account.Proof{Password: phrase})
	wantKey(t, "link of another", err, failure.NotFound, "openid-gone")
	result, err = s.comeBack(ann, "s1")
	must(t, err)
	again, err := s.Link(background, ann, result.Pending, account.Proof{Password: "wrong"})
	wantFields(t, "wrong password", err, map[string]string{"current": "password-wrong"})
	_, err = s.Link(background, ann, again, account.Proof{Password: phrase})
	must(t, err)
	result, err = s.comeBack(account.User{}, "s1")
	must(t, err)
	if result.User.ID != ann.ID {
		t.Errorf("got %+v, want ann", result)
	}
	_, err = s.comeBack(ann, "s2")
	wantKey(t, "bob's person", err, failure.Forbidden, "openid-taken")
	result, err = s.comeBack(ann, "s3")
	must(t, err)
	_, err = s.Link(background, ann, result.Pending, account.Proof{Password: phrase})
	wantKey(t, "a second link", err, failure.Forbidden, "openid-taken")

	secret, back := s.visit(ann)
	_, err = s.Finish(background, account.User{}, secret, back, "")
	wantKey(t, "logged out meanwhile", err, failure.NotFound, "openid-gone")

	wantKey(t, "wrong password", s.Unlink(background, ann, account.Proof{Password: "wrong"}), failure.Forbidden, "password-wrong")
	must(t, s.Unlink(background, ann, account.Proof{Password: phrase, Session: token}))
	linked, err := s.Linked(background, ann)
	if err != nil || linked {
		t.Errorf("got linked %v, %v", linked, err)
	}
	s.wantInvalid("session of the provider", result.Token)
}

// An account without a password confirms changes by a recent log-in, and cannot remove
// its only way to log in.
func TestIdentityConfirms(t *testing.T) {
	s := newSchool(t)
	_, token := s.pupil("s1", "ann")
	ann, err := s.Authenticate(background, token)
	must(t, err)
	wantKey(t, "unlink", s.Unlink(background, ann, account.Proof{Session: token}), failure.Forbidden, "openid-only-way")
	_, err = s.ChangeName(background, ann, account.Proof{}, "anna")
	must(t, err)
	s.clock.Advance(11 * time.Minute)
	_, err = s.ChangeName(background, ann, account.Proof{}, "ann")
	wantKey(t, "later", err, failure.Forbidden, "login-again")
	wantKey(t, "delete later", s.DeleteAccount(background, ann, account.Proof{}), failure.Forbidden, "login-again")

	result, err := s.comeBack(account.User{}, "s1")
	must(t, err)
	ann, err = s.Authenticate(background, result.Token)
	must(t, err)
	_, err = s.ChangePassword(background, ann, account.Proof{}, phrase, "")
	must(t, err)
	_, err = s.Service.LogIn(background, "anna", phrase, "")
	must(t, err)
	must(t, s.Unlink(background, ann, account.Proof{Password: phrase}))
	must(t, s.DeleteAccount(background, ann, account.Proof{Password: phrase}))
}
