// SPDX-License-Identifier: Apache-2.0

package account_test

import (
	"testing"
	"time"

	"cairn/internal/account"
	"cairn/internal/failure"
)

// resetMail is a mail that RequestReset sends.
type resetMail struct {
	user   account.User
	secret string
}

// ask requests a reset and stops the service, so that the mail has been sent; nil if there
// was no mail.
func (h *house) ask(login string) *resetMail {
	h.t.Helper()
	var sent *resetMail
	must(h.t, h.RequestReset(background, login, func(u account.User, secret string) { sent = &resetMail{u, secret} }))
	h.close()
	h.open()
	return sent
}

func TestReset(t *testing.T) {
	h := newHouse(t)
	ann, token := h.member("Ann")
	sent := h.ask(" ANN@example.org ")
	if sent == nil || sent.user.Email != ann.Email {
		t.Fatalf("sent: got %+v, want a link for %s", sent, ann.Email)
	}
	must(t, h.CheckReset(background, sent.secret))
	_, err := h.Reset(background, sent.secret, "12345678")
	wantFields(t, "bad password", err, map[string]string{"password": "password-repetitive"})
	must(t, h.CheckReset(background, sent.secret))
	const next = "another heap of stones"
	u, err := h.Reset(background, sent.secret, next)
	if err != nil || u.ID != ann.ID {
		t.Fatalf("reset: got %+v, %v", u, err)
	}
	h.wantInvalid("session of the old password", token)
	_, err = h.LogIn(background, "ann", next, "")
	must(t, err)
	wantKey(t, "used link", h.CheckReset(background, sent.secret), failure.NotFound, "reset-gone")
	_, err = h.Reset(background, sent.secret, next)
	wantKey(t, "used link", err, failure.NotFound, "reset-gone")
	wantKey(t, "made-up link", h.CheckReset(background, "x"), failure.NotFound, "reset-gone")
}

func TestAskReset(t *testing.T) {
	h := newHouse(t)
	h.member("Ann")
	first := h.ask("ann")
	if first == nil {
		t.Fatal("nothing was sent, want a link")
	}
	if again := h.ask("ann"); again != nil {
		t.Error("a second link was sent within 15 minutes")
	}
	must(t, h.CheckReset(background, first.secret))
	h.clock.Advance(15 * time.Minute)
	second := h.ask("ann")
	if second == nil {
		t.Fatal("nothing was sent after 15 minutes, want a link")
	}
	wantKey(t, "first link", h.CheckReset(background, first.secret), failure.NotFound, "reset-gone")
	h.clock.Advance(time.Hour + time.Second)
	wantKey(t, "after an hour", h.CheckReset(background, second.secret), failure.NotFound, "reset-gone")

	must(t, h.Staff.SetBanned(background, account.Operator, "Ann", true))
	for _, login := range []string{"ann", "unknown@example.org", "", h.guest().Name} {
		if sent := h.ask(login); sent != nil {
			t.Errorf("request for %q: got %+v, want nothing sent", login, sent)
		}
	}
}

// TestAskResetBusy requests a reset while the maximum is in progress.
func TestAskResetBusy(t *testing.T) {
	h := newHouse(t)
	hold := make(chan struct{})
	var err error
	for i := 0; err == nil && i < 1000; i++ {
		u, _, guestErr := h.Guest(background, "")
		must(t, guestErr)
		_, updateErr := h.store.UpdateUser(background, u.ID, func(u *account.User) error {
			u.Guest, u.Email = false, u.ID+"@example.org"
			return nil
		})
		must(t, updateErr)
		err = h.RequestReset(background, u.Name, func(account.User, string) { <-hold })
	}
	wantKey(t, "asked too often", err, failure.Limited, "busy")
	close(hold)
}

func TestResetLink(t *testing.T) {
	h := newHouse(t)
	h.member("Ann")
	_, err := h.ResetLink(background, "unknown")
	wantKey(t, "unknown", err, failure.NotFound, "no-user")
	link, err := h.ResetLink(background, "Ann")
	must(t, err)
	h.clock.Advance(23 * time.Hour)
	must(t, h.CheckReset(background, link))
	h.clock.Advance(2 * time.Hour)
	wantKey(t, "after a day", h.CheckReset(background, link), failure.NotFound, "reset-gone")
}
