// SPDX-License-Identifier: Apache-2.0

package account_test

import (
	"testing"
	"time"

	"cairn/internal/failure"
	"cairn/internal/totp"
)

func TestTwoFactorSetup(t *testing.T) {
	h := newHouse(t)
	u, _ := h.member("Ann")
	_, err := h.ConfirmTwoFactor(background, u, proof(phrase, "123456"))
	wantKey(t, "confirm before the beginning", err, failure.NotFound, "two-factor-gone")
	secret, err := h.BeginTwoFactor(background, u)
	must(t, err)
	if again, err := h.BeginTwoFactor(background, u); err != nil || again != secret {
		t.Errorf("begin again: got %q, %v, want %q", again, err, secret)
	}
	if result, err := h.LogIn(background, "ann", phrase, ""); err != nil || result.Token == "" {
		t.Errorf("log in before it is on: got %+v, %v, want a token", result, err)
	}
	code, err := totp.Code(secret, h.clock.Now())
	must(t, err)
	_, err = h.ConfirmTwoFactor(background, u, proof("wrong", code))
	wantFields(t, "wrong password", err, map[string]string{"current": "password-wrong"})
	_, err = h.ConfirmTwoFactor(background, u, proof(phrase, "000000"))
	wantFields(t, "wrong code", err, map[string]string{"code": "code-wrong"})
	codes, err := h.ConfirmTwoFactor(background, u, proof(phrase, code))
	if err != nil || len(codes) != 10 {
		t.Fatalf("confirm: got %d codes, %v, want 10", len(codes), err)
	}
	stored := h.user(u.ID).TwoFactor
	if !stored.On() || len(stored.Codes) != 10 || stored.Codes[0] == codes[0] {
		t.Errorf("stored: got %+v, want it on, with hashes of the codes", stored)
	}
	_, err = h.BeginTwoFactor(background, h.user(u.ID))
	wantKey(t, "begin when it is on", err, failure.Forbidden, "two-factor-on")
	_, err = h.BeginTwoFactor(background, h.guest())
	wantKey(t, "guest", err, failure.Forbidden, "account-needed")
}

func TestTwoFactorTooLate(t *testing.T) {
	h := newHouse(t)
	u, _ := h.member("Ann")
	secret, err := h.BeginTwoFactor(background, u)
	must(t, err)
	h.clock.Advance(11 * time.Minute)
	code, err := totp.Code(secret, h.clock.Now())
	must(t, err)
	_, err = h.ConfirmTwoFactor(background, u, proof(phrase, code))
	wantKey(t, "after ten minutes", err, failure.NotFound, "two-factor-gone")
	if other, err := h.BeginTwoFactor(background, u); err != nil || other == secret {
		t.Errorf("begin after ten minutes: got the same secret, %v, want another one", err)
	}
}

func TestRecoveryCodes(t *testing.T) {
	h := newHouse(t)
	f := h.twoFactor("Ann")
	_, _, err := h.LogInTwoFactor(background, f.LogIn().TwoFactor, " "+f.Recovery[3]+" ", "")
	must(t, err)
	_, _, err = h.LogInTwoFactor(background, f.LogIn().TwoFactor, f.Recovery[3], "")
	wantKey(t, "the same again", err, failure.Forbidden, "code-wrong")
	if got := len(h.user(f.User.ID).TwoFactor.Codes); got != 9 {
		t.Errorf("codes left: got %d, want 9", got)
	}
	_, _, err = h.LogInTwoFactor(background, f.LogIn().TwoFactor, f.Recovery[4], "")
	must(t, err)
}

func TestEndTwoFactor(t *testing.T) {
	h := newHouse(t)
	f := h.twoFactor("Ann")
	result := f.LogIn()
	wantKey(t, "wrong password", h.EndTwoFactor(background, f.User, proof("wrong", f.Code())), failure.Forbidden, "password-wrong")
	wantKey(t, "wrong code", h.EndTwoFactor(background, f.User, proof(phrase, "000000")), failure.Forbidden, "code-wrong")
	if !h.user(f.User.ID).TwoFactor.On() {
		t.Fatal("it is off after a wrong code")
	}
	must(t, h.EndTwoFactor(background, f.User, proof(phrase, f.Recovery[0])))
	must(t, h.EndTwoFactor(background, f.User, proof(phrase, ""))) // sent twice
	_, _, err := h.LogInTwoFactor(background, result.TwoFactor, f.Code(), "")
	wantKey(t, "code when it is off", err, failure.NotFound, "two-factor-gone")
	if result, err := h.LogIn(background, "ann", phrase, ""); err != nil || result.Token == "" {
		t.Errorf("log in: got %+v, %v, want a token", result, err)
	}
}

func TestRenewCodes(t *testing.T) {
	h := newHouse(t)
	f := h.twoFactor("Ann")
	_, err := h.RenewRecoveryCodes(background, f.User, proof("wrong", f.Code()))
	wantKey(t, "wrong password", err, failure.Forbidden, "password-wrong")
	_, err = h.RenewRecoveryCodes(background, f.User, proof(phrase, "000000"))
	wantKey(t, "wrong code", err, failure.Forbidden, "code-wrong")
	codes, err := h.RenewRecoveryCodes(background, f.User, proof(phrase, f.Code()))
	if err != nil || len(codes) != 10 {
		t.Fatalf("got %d codes, %v, want 10", len(codes), err)
	}
	_, _, err = h.LogInTwoFactor(background, f.LogIn().TwoFactor, f.Recovery[0], "")
	wantKey(t, "an old code", err, failure.Forbidden, "code-wrong")
	_, _, err = h.LogInTwoFactor(background, f.LogIn().TwoFactor, codes[0], "")
	must(t, err)
	bob, _ := h.member("Bob")
	_, err = h.RenewRecoveryCodes(background, bob, proof(phrase, "000000"))
	wantKey(t, "without two-factor authentication", err, failure.NotFound, "two-factor-off")
}
