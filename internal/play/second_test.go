// SPDX-License-Identifier: Apache-2.0

package play_test

import (
	"testing"
	"time"

	"cairn/internal/play"
	"cairn/internal/totp"
)

// factor is somebody with a second factor.
type factor struct {
	*house
	user     play.User
	secret   string
	recovery []string
}

// secondFactor makes an account with a second factor.
func (h *house) secondFactor(name string) *factor {
	h.t.Helper()
	u, _ := h.member(name)
	secret, err := h.BeginSecond(background, u)
	must(h.t, err)
	f := &factor{house: h, user: u, secret: secret}
	f.recovery, err = h.ConfirmSecond(background, u, phrase, f.code())
	must(h.t, err)
	f.user = h.user(u.ID)
	return f
}

// code returns a code that was not used before: each is asked for in a time of
// its own.
func (f *factor) code() string {
	f.t.Helper()
	f.clock.advance(30 * time.Second)
	code, err := totp.Code(f.secret, f.clock.Now())
	must(f.t, err)
	return code
}

// enter gives the password.
func (f *factor) enter() play.Entry {
	f.t.Helper()
	entry, err := f.LogIn(background, f.user.Name, phrase, "")
	must(f.t, err)
	if entry.Second == "" {
		f.t.Fatalf("got %+v, want that a code is asked for", entry)
	}
	return entry
}

func TestSecondSetUp(t *testing.T) {
	h := newHouse(t)
	u, _ := h.member("Ann")
	_, err := h.ConfirmSecond(background, u, phrase, "123456")
	wantKey(t, "confirm before the beginning", err, play.NotFound, "second-gone")
	secret, err := h.BeginSecond(background, u)
	must(t, err)
	if again, err := h.BeginSecond(background, u); err != nil || again != secret {
		t.Errorf("begin again: got %q, %v, want %q", again, err, secret)
	}
	if entry, err := h.LogIn(background, "ann", phrase, ""); err != nil || entry.Token == "" {
		t.Errorf("log in before it is on: got %+v, %v, want a token", entry, err)
	}
	code, err := totp.Code(secret, h.clock.Now())
	must(t, err)
	_, err = h.ConfirmSecond(background, u, "wrong", code)
	wantFields(t, "wrong password", err, map[string]string{"current": "password-wrong"})
	_, err = h.ConfirmSecond(background, u, phrase, "000000")
	wantFields(t, "wrong code", err, map[string]string{"code": "code-wrong"})
	codes, err := h.ConfirmSecond(background, u, phrase, code)
	if err != nil || len(codes) != 10 {
		t.Fatalf("confirm: got %d codes, %v, want 10", len(codes), err)
	}
	stored := h.user(u.ID).Second
	if !stored.On() || len(stored.Codes) != 10 || stored.Codes[0] == codes[0] {
		t.Errorf("stored: got %+v, want it on, with hashes of the codes", stored)
	}
	_, err = h.BeginSecond(background, h.user(u.ID))
	wantKey(t, "begin when it is on", err, play.Forbidden, "second-on")
	_, err = h.BeginSecond(background, h.guest())
	wantKey(t, "guest", err, play.Forbidden, "account-needed")
}

func TestSecondTooLate(t *testing.T) {
	h := newHouse(t)
	u, _ := h.member("Ann")
	secret, err := h.BeginSecond(background, u)
	must(t, err)
	h.clock.advance(11 * time.Minute)
	code, err := totp.Code(secret, h.clock.Now())
	must(t, err)
	_, err = h.ConfirmSecond(background, u, phrase, code)
	wantKey(t, "after ten minutes", err, play.NotFound, "second-gone")
	if other, err := h.BeginSecond(background, u); err != nil || other == secret {
		t.Errorf("begin after ten minutes: got the same secret, %v, want another one", err)
	}
}

func TestRecoveryCodes(t *testing.T) {
	h := newHouse(t)
	f := h.secondFactor("Ann")
	_, _, err := h.LogInSecond(background, f.enter().Second, " "+f.recovery[3]+" ", "")
	must(t, err)
	_, _, err = h.LogInSecond(background, f.enter().Second, f.recovery[3], "")
	wantKey(t, "the same again", err, play.Forbidden, "code-wrong")
	if got := len(h.user(f.user.ID).Second.Codes); got != 9 {
		t.Errorf("codes left: got %d, want 9", got)
	}
	_, _, err = h.LogInSecond(background, f.enter().Second, f.recovery[4], "")
	must(t, err)
}

func TestEndSecond(t *testing.T) {
	h := newHouse(t)
	f := h.secondFactor("Ann")
	entry := f.enter()
	wantKey(t, "wrong password", h.EndSecond(background, f.user, "wrong", f.code()), play.Forbidden, "password-wrong")
	wantKey(t, "wrong code", h.EndSecond(background, f.user, phrase, "000000"), play.Forbidden, "code-wrong")
	if !h.user(f.user.ID).Second.On() {
		t.Fatal("it is off after a wrong code")
	}
	must(t, h.EndSecond(background, f.user, phrase, f.recovery[0]))
	must(t, h.EndSecond(background, f.user, phrase, "")) // sent twice
	_, _, err := h.LogInSecond(background, entry.Second, f.code(), "")
	wantKey(t, "code when it is off", err, play.NotFound, "second-gone")
	if entry, err := h.LogIn(background, "ann", phrase, ""); err != nil || entry.Token == "" {
		t.Errorf("log in: got %+v, %v, want a token", entry, err)
	}
}

func TestRenewCodes(t *testing.T) {
	h := newHouse(t)
	f := h.secondFactor("Ann")
	_, err := h.RenewCodes(background, f.user, "wrong", f.code())
	wantKey(t, "wrong password", err, play.Forbidden, "password-wrong")
	_, err = h.RenewCodes(background, f.user, phrase, "000000")
	wantKey(t, "wrong code", err, play.Forbidden, "code-wrong")
	codes, err := h.RenewCodes(background, f.user, phrase, f.code())
	if err != nil || len(codes) != 10 {
		t.Fatalf("got %d codes, %v, want 10", len(codes), err)
	}
	_, _, err = h.LogInSecond(background, f.enter().Second, f.recovery[0], "")
	wantKey(t, "an old code", err, play.Forbidden, "code-wrong")
	_, _, err = h.LogInSecond(background, f.enter().Second, codes[0], "")
	must(t, err)
	bob, _ := h.member("Bob")
	_, err = h.RenewCodes(background, bob, phrase, "000000")
	wantKey(t, "without a second factor", err, play.NotFound, "second-off")
}
