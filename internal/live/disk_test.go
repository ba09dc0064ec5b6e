// SPDX-License-Identifier: Apache-2.0

package live_test

import (
	"testing"
	"time"

	"cairn/internal/account"
	"cairn/internal/failure"
	"cairn/internal/totp"
)

// TestBrokenDisk does everything there is to do with accounts while the disk
// breaks at every point there is: each time the person is told so, and once it
// works again so does the same request, or the same from its beginning.
func TestBrokenDisk(t *testing.T) {
	h := newHouse(t)
	b := &breaking{store: h.store}
	s := newServices(b, noBus{}, h.clock.Now)
	ann, token := h.member("Ann")
	bob, _ := h.member("Bob")
	eve, _ := h.member("Eve")
	f := h.twoFactor("Fay")
	guest := h.guest()
	h.engage(eve, bob)
	for _, c := range []struct {
		name string
		do   func() error
	}{
		{"guest", func() error { _, _, err := s.Guest(background, ""); return err }},
		{"sign up as a guest", func() error {
			form := account.SignUpForm{Email: "g@example.org", Name: "Gus", Password: phrase, Again: phrase}
			_, _, err := s.SignUp(background, guest, form, "")
			if guest = h.user(guest.ID); !guest.Guest { // it was the session that failed
				_, err = s.LogIn(background, "Gus", phrase, "")
			}
			return err
		}},
		{"log in", func() error { _, err := s.LogIn(background, "Ann", phrase, ""); return err }},
		{"code", func() error {
			_, _, err := s.LogInTwoFactor(background, f.LogIn().TwoFactor, f.Code(), "")
			return err
		}},
		{"sessions", func() error { _, err := s.Sessions(background, ann, token); return err }},
		{"end others", func() error { return s.EndOtherSessions(background, ann, token) }},
		{"end one", func() error {
			list, err := h.Sessions(background, f.User, "")
			must(t, err)
			return s.EndSession(background, f.User, list[0].ID)
		}},
		{"change name", func() error { _, err := s.ChangeName(background, ann, phrase, "Anna"); return err }},
		{"change e-mail", func() error { _, err := s.ChangeEmail(background, ann, phrase, "anna@example.org"); return err }},
		{"change password", func() error { _, err := s.ChangePassword(background, ann, phrase, phrase, phrase, ""); return err }},
		{"save settings", func() error { return s.SaveSettings(background, ann, "x") }},
		{"link", func() error { _, err := s.ResetLink(background, "Anna"); return err }},
		{"check link", func() error { return s.CheckReset(background, h.link("Anna")) }},
		{"reset", func() error { _, err := s.Reset(background, h.link("Anna"), phrase, phrase); return err }},
		{"begin second", func() error { _, err := s.BeginTwoFactor(background, ann); return err }},
		{"confirm second", func() error {
			if h.user(ann.ID).TwoFactor.On() { // only forgetting how it was set up has failed
				return nil
			}
			secret, err := h.BeginTwoFactor(background, ann)
			must(t, err)
			code, err := totp.Code(secret, h.clock.Now())
			must(t, err)
			_, err = s.ConfirmTwoFactor(background, ann, phrase, code)
			return err
		}},
		{"new recovery codes", func() error { _, err := s.RenewRecoveryCodes(background, f.User, phrase, f.Code()); return err }},
		{"end second", func() error { return s.EndTwoFactor(background, f.User, phrase, f.Code()) }},
		{"export", func() error { _, err := s.Export(background, bob); return err }},
		{"need an administrator", func() error { _, err := s.FirstAdminLink(background); return err }},
		{"become one", func() error {
			secret, err := h.FirstAdminLink(background)
			must(t, err)
			if err := s.CheckAdminLink(background, secret); err != nil {
				return err
			}
			return s.BecomeAdmin(background, bob, secret)
		}},
		{"no need of one", func() error { _, err := s.FirstAdminLink(background); return err }},
		{"role", func() error { return s.SetRole(background, bob, "Anna", account.Moderator) }},
		{"list", func() error { _, err := s.Users(background, account.UserFilter{}); return err }},
		{"ban", func() error { return s.SetBanned(background, bob, "Gus", true) }},
		{"delete", func() error { return s.DeleteAccount(background, eve, phrase) }},
		{"remove", func() error { return s.Remove(background, bob, "Anna") }},
		{"log out", func() error { return s.LogOut(background, token) }},
	} {
		t.Run(c.name, func(t *testing.T) {
			for calls := range int64(40) {
				b.left.Store(calls)
				err := c.do()
				if err == nil {
					if calls == 0 {
						t.Error("got no error from a broken disk, want one")
					}
					return
				}
				wantCode(t, err, failure.Unavailable)
			}
			t.Error("it never worked again")
		})
	}
}

// link makes a link to set a password.
func (h *house) link(name string) string {
	h.t.Helper()
	secret, err := h.ResetLink(background, name)
	must(h.t, err)
	return secret
}

// TestSeenOnBrokenDisk uses a session that cannot be noted as seen.
func TestSeenOnBrokenDisk(t *testing.T) {
	h := newHouse(t)
	ann, token := h.member("Ann")
	s := newServices(&breaking{store: h.store}, noBus{}, h.clock.Now)
	h.clock.Advance(2 * time.Hour)
	if u, err := s.Authenticate(background, token); err != nil || u.ID != ann.ID {
		t.Errorf("got %+v, %v, want Ann", u, err)
	}
}
