// SPDX-License-Identifier: Apache-2.0

// Package accounttest has helpers for tests that need users: a clock that tests
// set, accounts with a known password, and checks of errors.
package accounttest

import (
	"errors"
	"maps"
	"strings"
	"sync"
	"testing"
	"time"

	"cairn/internal/account"
	"cairn/internal/failure"
	"cairn/internal/totp"
)

// Password is the password of all accounts that Member creates.
const Password = "stone-by-stone"

// Clock is a clock that tests set. It may be used concurrently.
type Clock struct {
	mu  sync.Mutex
	now time.Time
}

// NewClock returns a clock that stands at a time.
func NewClock(now time.Time) *Clock { return &Clock{now: now} }

// Now returns the time of the clock.
func (c *Clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

// Advance moves the clock forward.
func (c *Clock) Advance(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
}

// Must stops a test at an error.
func Must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// WantCode checks the code of an error.
func WantCode(t testing.TB, err error, want failure.Code) {
	t.Helper()
	if err == nil || failure.CodeOf(err) != want {
		t.Errorf("got %v (%s), want %s", err, failure.CodeOf(err), want)
	}
}

// WantKey checks the code and the key of an error.
func WantKey(t testing.TB, what string, err error, code failure.Code, key string) {
	t.Helper()
	var e *failure.Error
	if !errors.As(err, &e) || e.Code != code || e.Key != key {
		t.Errorf("%s: got %v, want %s %q", what, err, code, key)
	}
}

// WantFields checks the fields of an error.
func WantFields(t testing.TB, what string, err error, want map[string]string) {
	t.Helper()
	var e *failure.Error
	if !errors.As(err, &e) || !maps.Equal(e.Fields, want) {
		t.Errorf("%s: got %v, want fields %v", what, err, want)
	}
}

// WantInvalid checks that tokens open no session.
func WantInvalid(t testing.TB, s *account.Service, what string, tokens ...string) {
	t.Helper()
	for i, token := range tokens {
		if u, err := s.Authenticate(t.Context(), token); failure.CodeOf(err) != failure.NotFound {
			t.Errorf("%s, token %d: got %+v, %v, want not found", what, i, u, err)
		}
	}
}

// Guest creates a guest.
func Guest(t testing.TB, s *account.Service) account.User {
	t.Helper()
	u, _, err := s.Guest(t.Context(), "")
	Must(t, err)
	return u
}

// Member creates an account with a confirmed address, and returns it with the
// token of its session.
func Member(t testing.TB, s *account.Service, name string) (account.User, string) {
	t.Helper()
	form := account.SignUpForm{Email: name + "@example.org", Name: name, Password: Password}
	u, token, err := s.SignUp(t.Context(), account.User{}, form, "sign-up")
	Must(t, err)
	Must(t, s.Emails.ConfirmOf(t.Context(), name))
	u, err = s.Find(t.Context(), u.ID)
	Must(t, err)
	return u, token
}

// Proof returns a proof with a password and, if given, a code.
func Proof(password string, code ...string) account.Proof {
	return account.Proof{Password: password, Code: strings.Join(code, "")}
}

// TwoFactorUser is a user with two-factor authentication.
type TwoFactorUser struct {
	User     account.User
	Secret   string
	Recovery []string

	t       testing.TB
	service *account.Service
	clock   *Clock
}

// NewTwoFactorUser creates an account with two-factor authentication.
func NewTwoFactorUser(t testing.TB, s *account.Service, clock *Clock, name string) *TwoFactorUser {
	t.Helper()
	u, token := Member(t, s, name)
	return TurnOn(t, s, clock, u, token)
}

// TurnOn turns on the two-factor authentication of an account, in the session of a
// token.
func TurnOn(t testing.TB, s *account.Service, clock *Clock, u account.User, token string) *TwoFactorUser {
	t.Helper()
	secret, err := s.BeginTwoFactor(t.Context(), u)
	Must(t, err)
	f := &TwoFactorUser{Secret: secret, t: t, service: s, clock: clock}
	f.Recovery, err = s.ConfirmTwoFactor(t.Context(), u, account.Proof{Password: Password, Code: f.Code(), Session: token})
	Must(t, err)
	f.User, err = s.Find(t.Context(), u.ID)
	Must(t, err)
	return f
}

// Code returns a code that was not used before. It advances the clock.
func (f *TwoFactorUser) Code() string {
	f.t.Helper()
	f.clock.Advance(30 * time.Second)
	code, err := totp.Code(f.Secret, f.clock.Now())
	Must(f.t, err)
	return code
}

// LogIn logs in with the password and returns the request for a code.
func (f *TwoFactorUser) LogIn() account.LogInResult {
	f.t.Helper()
	result, err := f.service.LogIn(f.t.Context(), f.User.Name, Password, "")
	Must(f.t, err)
	if result.TwoFactor == "" {
		f.t.Fatalf("got %+v, want the request for a code", result)
	}
	return result
}
