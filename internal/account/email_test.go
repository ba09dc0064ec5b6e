// SPDX-License-Identifier: Apache-2.0

package account_test

import (
	"testing"
	"time"

	"cairn/internal/account"
	"cairn/internal/failure"
)

// signUp creates an account whose address is not confirmed.
func (h *house) signUp(name, email string) account.User {
	h.t.Helper()
	form := account.SignUpForm{Email: email, Name: name, Password: phrase}
	u, _, err := h.SignUp(background, account.User{}, form, "")
	must(h.t, err)
	return u
}

// request requests a link and stops the service, so that the mail has been sent; To is
// empty if there was no mail.
func (h *house) request(u account.User) (sent account.ConfirmMail) {
	h.t.Helper()
	must(h.t, h.Emails.Request(background, u, func(m account.ConfirmMail) { sent = m }))
	h.close()
	h.open()
	return sent
}

func TestConfirmEmail(t *testing.T) {
	h := newHouse(t)
	ann := h.signUp("Ann", "ann@example.org")
	if ann.Email != "" || ann.Unconfirmed != "ann@example.org" || ann.Address() != "ann@example.org" {
		t.Errorf("got %+v, want an address to be confirmed", ann)
	}
	if sent := h.ask("ann"); sent != nil {
		t.Errorf("reset: got %+v, want no mail to an address that is not confirmed", sent)
	}
	_, err := h.LogIn(background, "ann@example.org", phrase, "")
	must(t, err)

	first := h.request(ann)
	if first.To != "ann@example.org" || first.User.ID != ann.ID || first.Secret == "" {
		t.Fatalf("got %+v, want a link for Ann", first)
	}
	if again := h.request(ann); again.To != "" {
		t.Errorf("got %+v, want no second link within a minute", again)
	}
	h.clock.Advance(time.Minute)
	second := h.request(ann)
	_, err = h.Emails.Check(background, first.Secret)
	wantKey(t, "replaced link", err, failure.NotFound, "confirm-gone")
	u, err := h.Emails.Check(background, second.Secret)
	if err != nil || u.Unconfirmed != "ann@example.org" {
		t.Errorf("check: got %+v, %v", u, err)
	}
	_, after, err := h.Emails.Confirm(background, second.Secret)
	if err != nil || after.Email != "ann@example.org" || after.Unconfirmed != "" {
		t.Errorf("confirm: got %+v, %v", after, err)
	}
	_, _, err = h.Emails.Confirm(background, second.Secret)
	wantKey(t, "used link", err, failure.NotFound, "confirm-gone")
	if sent := h.ask("ann"); sent == nil || sent.user.Email != "ann@example.org" {
		t.Errorf("reset: got %+v, want a mail to the confirmed address", sent)
	}

	bob := h.signUp("Bob", "bob@example.org")
	late := h.request(bob)
	h.clock.Advance(24*time.Hour + time.Second)
	_, _, err = h.Emails.Confirm(background, late.Secret)
	wantKey(t, "after a day", err, failure.NotFound, "confirm-gone")
	link := h.request(bob)
	_, err = h.ChangeEmail(background, bob, proof(phrase), "bert@example.org")
	must(t, err)
	_, _, err = h.Emails.Confirm(background, link.Secret)
	wantKey(t, "link to an address given before", err, failure.NotFound, "confirm-gone")
}

// TestSameAddress signs up several times with one address: the results are equal, and the
// address belongs to the account that confirms it.
func TestSameAddress(t *testing.T) {
	h := newHouse(t)
	ann := h.signUp("Ann", "ann@example.org")
	h.clock.Advance(time.Second)
	bob := h.signUp("Bob", "ANN@example.org")
	wantLogIn := func(want account.User) {
		t.Helper()
		result, err := h.LogIn(background, "ann@example.org", phrase, "")
		if err != nil || result.User.ID != want.ID {
			t.Errorf("log-in by the address: got %s, %v, want %s", result.User.Name, err, want.Name)
		}
	}
	wantLogIn(ann)
	link := h.request(bob)
	_, _, err := h.Emails.Confirm(background, link.Secret)
	must(t, err)
	wantLogIn(bob)
	if u := h.user(ann.ID); u.Address() != "" {
		t.Errorf("got the address %q, want it with its owner only", u.Address())
	}

	h.clock.Advance(time.Second)
	eve := h.signUp("Eve", "Ann@Example.org")
	wantLogIn(bob)
	if m := h.request(eve); m.To != "ANN@example.org" || m.User.ID != bob.ID || m.Secret != "" {
		t.Errorf("known address: got %+v, want a mail without a link to the owner", m)
	}
	wantKey(t, "by the operator", h.Emails.ConfirmOf(background, "Eve"), failure.Invalid, "email-taken")
	wantKey(t, "unknown", h.Emails.ConfirmOf(background, "unknown"), failure.NotFound, "no-user")
	wantKey(t, "no address", h.Emails.ConfirmOf(background, "Ann"), failure.Invalid, "email-missing")
	must(t, h.Emails.ConfirmOf(background, "Bob")) // a second time
}

// TestAddressTaken gives an older account the unconfirmed address of another: log-ins by
// the address find the account that has had it longest.
func TestAddressTaken(t *testing.T) {
	h := newHouse(t)
	eve := h.signUp("Eve", "eve@example.org")
	h.clock.Advance(time.Hour)
	ann := h.signUp("Ann", "ann@example.org")
	h.clock.Advance(time.Hour)
	_, err := h.ChangeEmail(background, eve, proof(phrase), "ann@example.org")
	must(t, err)
	result, err := h.LogIn(background, "ann@example.org", phrase, "")
	if err != nil || result.User.ID != ann.ID {
		t.Errorf("got %s, %v, want Ann", result.User.Name, err)
	}
}

// TestResetAddressChanged uses a link that was made for another address.
func TestResetAddressChanged(t *testing.T) {
	h := newHouse(t)
	ann, _ := h.member("Ann")
	sent := h.ask("ann")
	_, err := h.store.UpdateUser(background, ann.ID, func(u *account.User) error { u.Email = "new@example.org"; return nil })
	must(t, err)
	_, err = h.Reset(background, sent.secret, nextPhrase)
	wantKey(t, "link to the old address", err, failure.NotFound, "reset-gone")
}

// A new password cancels an unconfirmed change of address: a person who knew the old
// password may have requested it.
func TestPasswordEndsAddressChange(t *testing.T) {
	h := newHouse(t)
	ann, _ := h.member("Ann")
	for _, u := range []account.User{ann, h.signUp("Bob", "bob@example.org")} {
		_, err := h.ChangeEmail(background, u, account.Proof{Password: phrase}, "thief@example.com")
		must(t, err)
		link := h.request(u)
		const next = "another heap of stones"
		_, err = h.ChangePassword(background, u, account.Proof{Password: phrase}, next, "")
		must(t, err)
		_, _, err = h.Emails.Confirm(background, link.Secret)
		wantKey(t, u.Name, err, failure.NotFound, "confirm-gone")
	}
	if got := h.user(ann.ID); got.Unconfirmed != "" || got.Email != ann.Email {
		t.Errorf("got %+v, want the confirmed address alone", got)
	}
}
