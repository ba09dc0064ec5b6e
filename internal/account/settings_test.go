// SPDX-License-Identifier: Apache-2.0

package account_test

import (
	"strings"
	"testing"

	"cairn/internal/account"
	"cairn/internal/failure"
)

func TestChangeName(t *testing.T) {
	h := newHouse(t)
	ann, _ := h.member("Ann")
	h.member("Bob")
	for name, c := range map[string]struct {
		password, name string
		want           map[string]string
	}{
		"wrong password": {"wrong", "Anna", map[string]string{"current": "password-wrong"}},
		"missing":        {phrase, " ", map[string]string{"name": "name-missing"}},
		"malformed":      {phrase, "a b", map[string]string{"name": "name-malformed"}},
		"in use":         {phrase, "BOB", map[string]string{"name": "name-taken"}},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := h.ChangeName(background, ann, proof(c.password), c.name)
			wantFields(t, "change", err, c.want)
		})
	}
	if u, err := h.ChangeName(background, ann, proof(phrase), " Anna "); err != nil || u.Name != "Anna" || u.Email != ann.Email {
		t.Errorf("got %+v, %v, want the name Anna", u, err)
	}
	_, err := h.LogIn(background, "anna", phrase, "")
	must(t, err)
	_, err = h.ChangeName(background, h.guest(), proof(""), "Gustav")
	wantKey(t, "guest", err, failure.Forbidden, "password-wrong")
	_, err = h.ChangeName(background, account.User{ID: "unknown"}, proof(phrase), "Gustav")
	wantCode(t, err, failure.NotFound)
}

func TestChangeEmail(t *testing.T) {
	h := newHouse(t)
	ann, _ := h.member("Ann")
	_, err := h.ChangeEmail(background, ann, proof("wrong"), "anna@example.org")
	wantFields(t, "wrong password", err, map[string]string{"current": "password-wrong"})
	_, err = h.ChangeEmail(background, ann, proof(phrase), "anna")
	wantFields(t, "malformed", err, map[string]string{"email": "email-malformed"})

	sent := h.ask("ann")
	u, err := h.ChangeEmail(background, ann, proof(phrase), "anna@example.org")
	if err != nil || u.Email != ann.Email || u.Unconfirmed != "anna@example.org" {
		t.Errorf("got %+v, %v, want the old address, and the new one to be confirmed", u, err)
	}
	must(t, h.CheckReset(background, sent.secret))
	m := h.request(ann)
	if m.To != "anna@example.org" || m.Secret == "" {
		t.Fatalf("got %+v, want a link to the new address", m)
	}
	before, after, err := h.Emails.Confirm(background, m.Secret)
	if err != nil || before.Email != ann.Email || after.Email != "anna@example.org" || after.Unconfirmed != "" {
		t.Errorf("got %+v, %+v, %v, want the new address", before, after, err)
	}
	wantKey(t, "link sent to the old address", h.CheckReset(background, sent.secret), failure.NotFound, "reset-gone")
	_, err = h.LogIn(background, "anna@example.org", phrase, "")
	must(t, err)
	_, err = h.LogIn(background, "ann@example.org", phrase, "")
	wantKey(t, "the old address", err, failure.Forbidden, "login-wrong")

	_, err = h.ChangeEmail(background, ann, proof(phrase), "typo@example.org")
	must(t, err)
	if u, err := h.ChangeEmail(background, ann, proof(phrase), "ANNA@example.org"); err != nil || u.Email != "ANNA@example.org" || u.Unconfirmed != "" {
		t.Errorf("the old address again: got %+v, %v, want nothing to be confirmed", u, err)
	}
}

func TestChangePassword(t *testing.T) {
	h := newHouse(t)
	ann, first := h.member("Ann")
	other, err := h.LogIn(background, "ann", phrase, "")
	must(t, err)
	link, err := h.ResetLink(background, "ann")
	must(t, err)
	const next = "another heap of stones"
	_, err = h.ChangePassword(background, ann, proof("wrong"), next, "")
	wantFields(t, "wrong password", err, map[string]string{"current": "password-wrong"})
	_, err = h.ChangePassword(background, ann, proof(phrase), "Ann@example.org", "")
	wantFields(t, "personal", err, map[string]string{"password": "password-personal"})
	_, err = h.Authenticate(background, first)
	must(t, err)

	token, err := h.ChangePassword(background, ann, proof(phrase), next, "")
	must(t, err)
	h.wantInvalid("sessions of the old password", first, other.Token)
	_, err = h.Authenticate(background, token)
	must(t, err)
	wantKey(t, "link", h.CheckReset(background, link), failure.NotFound, "reset-gone")
	_, err = h.LogIn(background, "ann", phrase, "")
	wantKey(t, "old password", err, failure.Forbidden, "login-wrong")
	_, err = h.LogIn(background, "ann", next, "")
	must(t, err)
}

func TestSaveSettings(t *testing.T) {
	h := newHouse(t)
	ann, token := h.member("Ann")
	for _, u := range []account.User{ann, h.guest()} {
		want := strings.Repeat("x", 500)
		must(t, h.SaveSettings(background, u, want))
		wantKey(t, "too long", h.SaveSettings(background, u, want+"x"), failure.Invalid, "form")
		if got := h.user(u.ID).Settings; got != want {
			t.Errorf("settings: got %q, want %q", got, want)
		}
	}
	// Concurrent changes are kept.
	must(t, h.Staff.SetRole(background, account.Operator, "Ann", account.Moderator))
	must(t, h.SaveSettings(background, ann, ""))
	if u, err := h.Authenticate(background, token); err != nil || u.Role != account.Moderator || u.Settings != "" {
		t.Errorf("got %+v, %v, want a moderator without settings", u, err)
	}
}
