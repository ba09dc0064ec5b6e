// SPDX-License-Identifier: Apache-2.0

package account_test

import (
	"fmt"
	"testing"
	"time"

	"cairn/internal/account"
	"cairn/internal/account/accounttest"
	"cairn/internal/failure"
)

const site = "https://play.example"

// passkeys returns the passkeys of a house.
func (h *house) passkeys() *account.Passkeys {
	h.t.Helper()
	p, err := account.NewPasskeys(h.Service, h.store, site)
	must(h.t, err)
	return p
}

// holder creates an account with a passkey and returns it with the recovery codes
// and the token of its session.
func (h *house) holder(p *account.Passkeys, name string) (account.User, *accounttest.Authenticator, []string, string) {
	h.t.Helper()
	u, token := h.member(name)
	device := accounttest.NewAuthenticator(h.t, site)
	codes, err := h.add(p, u, device, token)
	must(h.t, err)
	return h.user(u.ID), device, codes, token
}

// add adds a passkey in the browser of a session.
func (h *house) add(p *account.Passkeys, u account.User, device *accounttest.Authenticator, token string) ([]string, error) {
	h.t.Helper()
	options, secret, err := p.BeginAdd(background, u, account.Proof{Password: phrase})
	must(h.t, err)
	return p.Add(background, u, token, secret, "phone", device.Create(options))
}

func TestPasskey(t *testing.T) {
	h := newHouse(t)
	p := h.passkeys()
	ann, device, codes, _ := h.holder(p, "ann")
	if len(codes) != 10 || !ann.TwoFactor.On() || ann.TwoFactor.App() {
		t.Errorf("got %d recovery codes, two-factor %+v, want 10 and on", len(codes), ann.TwoFactor)
	}
	for range 2 { // the passkey alone
		options, secret, err := p.BeginLogIn(background, "")
		must(t, err)
		answer := device.Get(options)
		u, token, err := p.LogIn(background, secret, answer, "Firefox")
		must(t, err)
		if u.ID != ann.ID {
			t.Errorf("got %s, want ann", u.Name)
		}
		_, err = h.Authenticate(background, token)
		must(t, err)
		_, _, err = p.LogIn(background, secret, answer, "")
		wantKey(t, "the same answer again", err, failure.NotFound, "passkey-gone")
	}
	list, err := p.List(background, ann)
	must(t, err)
	if len(list) != 1 || list[0].Name != "phone" || list[0].Used.IsZero() {
		t.Errorf("got passkeys %+v, want one that was used", list)
	}

	// With the password, the passkey or a recovery code is required too.
	entry, err := h.LogIn(background, "ann", phrase, "")
	must(t, err)
	if entry.Token != "" || entry.TwoFactor == "" {
		t.Fatalf("got %+v, want a second factor to be asked for", entry)
	}
	options, secret, err := p.BeginLogIn(background, entry.TwoFactor)
	must(t, err)
	_, _, err = p.LogIn(background, secret, device.Get(options), "")
	must(t, err)
	_, _, err = h.LogInTwoFactor(background, entry.TwoFactor, codes[0], "")
	wantKey(t, "a log-in that was completed", err, failure.NotFound, "two-factor-gone")
	entry, err = h.LogIn(background, "ann", phrase, "")
	must(t, err)
	_, _, err = h.LogInTwoFactor(background, entry.TwoFactor, codes[0], "")
	must(t, err)
}

// A reset link sets a password and leaves the passkey required.
func TestPasskeyReset(t *testing.T) {
	h := newHouse(t)
	h.holder(h.passkeys(), "ann")
	link, err := h.ResetLink(background, "ann")
	must(t, err)
	_, err = h.Reset(background, link, "four men in a boat")
	must(t, err)
	entry, err := h.LogIn(background, "ann", "four men in a boat", "")
	must(t, err)
	if entry.Token != "" {
		t.Error("after a reset the password alone logs in")
	}
}

func TestPasskeyForged(t *testing.T) {
	h := newHouse(t)
	p := h.passkeys()
	ann, _, _, _ := h.holder(p, "ann")
	ann.LoggedIn = h.clock.Now()
	for name, forge := range map[string]func(*accounttest.Authenticator){
		"a page of another site":  func(a *accounttest.Authenticator) { a.Origin = "https://evil.example" },
		"a passkey of another":    func(a *accounttest.Authenticator) { a.Site = "evil.example" },
		"the user is not checked": func(a *accounttest.Authenticator) { a.Unverified = true },
	} {
		device := accounttest.NewAuthenticator(t, site)
		forge(device)
		_, err := h.add(p, ann, device, "")
		wantKey(t, "add: "+name, err, failure.Forbidden, "passkey-wrong")

		_, good, _, _ := h.holder(p, "bob"+fmt.Sprint(len(name)))
		forge(good)
		options, secret, err := p.BeginLogIn(background, "")
		must(t, err)
		_, _, err = p.LogIn(background, secret, good.Get(options), "")
		wantKey(t, "log in: "+name, err, failure.Forbidden, "passkey-wrong")
	}
}

func TestPasskeyRefused(t *testing.T) {
	h := newHouse(t)
	p := h.passkeys()
	ann, device, _, _ := h.holder(p, "ann")
	bob, other, _, _ := h.holder(p, "bob")

	// The challenge of another browser, or an expired challenge.
	options, _, err := p.BeginLogIn(background, "")
	must(t, err)
	_, secret, err := p.BeginLogIn(background, "")
	must(t, err)
	_, _, err = p.LogIn(background, secret, device.Get(options), "")
	wantKey(t, "another challenge", err, failure.Forbidden, "passkey-wrong")
	options, secret, err = p.BeginLogIn(background, "")
	must(t, err)
	h.clock.Advance(11 * time.Minute)
	_, _, err = p.LogIn(background, secret, device.Get(options), "")
	wantKey(t, "too late", err, failure.NotFound, "passkey-gone")

	// Bob's passkey as the second factor of ann.
	entry, err := h.LogIn(background, "ann", phrase, "")
	must(t, err)
	options, secret, err = p.BeginLogIn(background, entry.TwoFactor)
	must(t, err)
	_, _, err = p.LogIn(background, secret, other.Get(options), "")
	wantKey(t, "another's passkey", err, failure.Forbidden, "passkey-wrong")

	// A challenge for adding a passkey opens no session, and belongs to one user.
	options, secret, err = p.BeginAdd(background, ann, account.Proof{Password: phrase, Code: h.recent(t, ann)})
	must(t, err)
	_, _, err = p.LogIn(background, secret, device.Get(options), "")
	wantKey(t, "challenge to add", err, failure.NotFound, "passkey-gone")
	options, secret, err = p.BeginAdd(background, ann, account.Proof{Password: phrase, Code: h.recent(t, ann)})
	must(t, err)
	_, err = p.Add(background, bob, "", secret, "", accounttest.NewAuthenticator(t, site).Create(options))
	wantKey(t, "challenge of another user", err, failure.NotFound, "passkey-gone")

	// A cloned device signs with an old signature counter.
	options, secret, err = p.BeginLogIn(background, "")
	must(t, err)
	_, _, err = p.LogIn(background, secret, device.Get(options), "")
	must(t, err)
	device.Count = 0
	options, secret, err = p.BeginLogIn(background, "")
	must(t, err)
	_, _, err = p.LogIn(background, secret, device.Get(options), "")
	wantKey(t, "copied device", err, failure.Forbidden, "passkey-copied")
	device.Count = 10

	must(t, h.Staff.SetBanned(background, account.Operator, "ann", true))
	options, secret, err = p.BeginLogIn(background, "")
	must(t, err)
	_, _, err = p.LogIn(background, secret, device.Get(options), "")
	wantKey(t, "banned", err, failure.Forbidden, "banned")
}

// recent gives a user new recovery codes and returns one of them.
func (h *house) recent(t *testing.T, u account.User) string {
	t.Helper()
	u.LoggedIn = h.clock.Now()
	codes, err := h.RenewRecoveryCodes(background, u, account.Proof{Password: phrase})
	must(t, err)
	return codes[0]
}

// Adding and removing requires the password, and a code unless the user logged in within
// recentLogIn.
func TestPasskeyConfirmed(t *testing.T) {
	h := newHouse(t)
	p := h.passkeys()
	ann, device, codes, token := h.holder(p, "ann")
	_, _, err := p.BeginAdd(background, ann, account.Proof{Password: "wrong", Code: codes[0]})
	wantKey(t, "wrong password", err, failure.Forbidden, "password-wrong")
	_, _, err = p.BeginAdd(background, ann, account.Proof{Password: phrase})
	wantFields(t, "no code", err, map[string]string{"code": "code-wrong"})
	_, _, err = p.BeginAdd(background, ann, account.Proof{Password: phrase, Code: codes[0]})
	must(t, err)
	signedUp, err := h.Authenticate(background, token)
	must(t, err)
	_, _, err = p.BeginAdd(background, signedUp, account.Proof{Password: phrase}) // signed up a moment ago
	must(t, err)
	_, _, err = p.BeginAdd(background, h.guest(), account.Proof{Password: phrase})
	wantKey(t, "guest", err, failure.Forbidden, "account-needed")

	list, err := p.List(background, ann)
	must(t, err)
	wantKey(t, "remove without a code", p.Remove(background, ann, account.Proof{Password: phrase, Session: token}, list[0].ID), failure.Forbidden, "code-wrong")
	bob, _ := h.member("bob")
	wantCode(t, p.Remove(background, bob, account.Proof{Password: phrase}, list[0].ID), failure.NotFound) // another's
	entry, err := h.LogIn(background, "ann", phrase, "")
	must(t, err)
	_, elsewhere, err := h.LogInTwoFactor(background, entry.TwoFactor, codes[1], "")
	must(t, err)
	options, secret, err := p.BeginLogIn(background, "")
	must(t, err)
	must(t, p.Remove(background, ann, account.Proof{Password: phrase, Code: codes[2], Session: token}, list[0].ID))
	h.wantInvalid("session elsewhere", elsewhere)
	if _, err := h.Authenticate(background, token); err != nil {
		t.Errorf("own session: %v", err)
	}
	_, _, err = p.LogIn(background, secret, device.Get(options), "")
	wantKey(t, "removed passkey", err, failure.Forbidden, "passkey-wrong")
	if left := h.user(ann.ID).TwoFactor; left.On() || len(left.Codes) > 0 {
		t.Errorf("got %+v, want two-factor authentication off", left)
	}
	entry, err = h.LogIn(background, "ann", phrase, "")
	must(t, err)
	if entry.Token == "" {
		t.Error("without passkeys a second factor is asked for")
	}
}

// An app and passkeys are independent; the operator removes both. With an app every
// change asks for its code.
func TestPasskeyAndApp(t *testing.T) {
	h := newHouse(t)
	p := h.passkeys()
	f := h.twoFactor("ann")
	f.User.LoggedIn = h.clock.Now()
	_, _, err := p.BeginAdd(background, f.User, account.Proof{Password: phrase})
	wantKey(t, "no code", err, failure.Forbidden, "code-wrong")
	options, secret, err := p.BeginAdd(background, f.User, account.Proof{Password: phrase, Code: f.Code()})
	must(t, err)
	codes, err := p.Add(background, f.User, "", secret, "", accounttest.NewAuthenticator(t, site).Create(options))
	must(t, err)
	if codes != nil {
		t.Error("new recovery codes, though there were some")
	}
	must(t, h.EndTwoFactor(background, f.User, account.Proof{Password: phrase, Code: f.Code()}))
	if left := h.user(f.User.ID).TwoFactor; !left.On() || left.App() || len(left.Codes) != 10 {
		t.Errorf("got %+v, want only the passkey", left)
	}
	must(t, h.Staff.EndTwoFactorOf(background, account.Operator, "ann"))
	if left := h.user(f.User.ID).TwoFactor; left.On() || len(left.Codes) > 0 {
		t.Errorf("got %+v, want it off", left)
	}
	list, err := p.List(background, f.User)
	must(t, err)
	if len(list) > 0 {
		t.Errorf("got passkeys %v, want none", list)
	}
}

func TestPasskeyMany(t *testing.T) {
	h := newHouse(t)
	p := h.passkeys()
	ann, device, _, _ := h.holder(p, "ann")
	ann.LoggedIn = h.clock.Now()
	_, err := h.add(p, ann, device, "")
	wantKey(t, "the same device", err, failure.Forbidden, "passkey-taken")
	for range 9 {
		_, err := h.add(p, ann, accounttest.NewAuthenticator(t, site), "")
		must(t, err)
	}
	_, _, err = p.BeginAdd(background, ann, account.Proof{Password: phrase})
	wantKey(t, "the eleventh", err, failure.Forbidden, "passkey-many")
}

// A passkey whose adding began before a change of password is not added.
func TestPasskeyOvertaken(t *testing.T) {
	h := newHouse(t)
	p := h.passkeys()
	ann, token := h.member("ann")
	options, secret, err := p.BeginAdd(background, ann, account.Proof{Password: phrase})
	must(t, err)
	const next = "another heap of stones"
	_, err = h.ChangePassword(background, ann, account.Proof{Password: phrase}, next, "")
	must(t, err)
	_, err = p.Add(background, ann, token, secret, "phone", accounttest.NewAuthenticator(t, site).Create(options))
	wantKey(t, "after the change", err, failure.NotFound, "passkey-gone")
	if h.user(ann.ID).TwoFactor.On() {
		t.Error("two-factor authentication is on")
	}
}
