// SPDX-License-Identifier: Apache-2.0

package account_test

import (
	"context"
	"fmt"
	"sync"
	"testing"

	"cairn/internal/account"
	"cairn/internal/account/accounttest"
	"cairn/internal/failure"
)

const nextPhrase = "another heap of stones"

// between is a store that calls a function once, between the check of a log-in and
// the moment its session or token is stored.
type between struct {
	account.Store
	mu sync.Mutex
	do func()
}

func (b *between) call() {
	b.mu.Lock()
	do := b.do
	b.do = nil
	b.mu.Unlock()
	if do != nil {
		do()
	}
}

// CreateSession implements account.Store.
func (b *between) CreateSession(ctx context.Context, s account.Session, version int64) error {
	b.call()
	return b.Store.CreateSession(ctx, s, version)
}

// CreateToken implements account.Store.
func (b *between) CreateToken(ctx context.Context, t account.Token) error {
	if t.Purpose == account.TwoFactorLogIn {
		b.call()
	}
	return b.Store.CreateToken(ctx, t)
}

// accessChanges are the changes that no log-in may outlive.
var accessChanges = map[string]func(h *house, f account.User, proof account.Proof) error{
	"password": func(h *house, u account.User, p account.Proof) error {
		_, err := h.ChangePassword(background, u, p, nextPhrase, "")
		return err
	},
	"reset": func(h *house, u account.User, _ account.Proof) error {
		link, err := h.ResetLink(background, u.Name)
		must(h.t, err)
		_, err = h.Reset(background, link, nextPhrase)
		return err
	},
	"ban": func(h *house, u account.User, _ account.Proof) error {
		return h.Staff.SetBanned(background, account.Operator, u.Name, true)
	},
	"two-factor off by the operator": func(h *house, u account.User, _ account.Proof) error {
		return h.Staff.EndTwoFactorOf(background, account.Operator, u.Name)
	},
}

// TestLogInOvertaken changes how a user logs in after the password was checked and
// before the session is stored: there is no session afterwards.
func TestLogInOvertaken(t *testing.T) {
	for name, change := range accessChanges {
		t.Run(name, func(t *testing.T) {
			h := newHouse(t)
			ann, _ := h.member("Ann")
			gate := &between{Store: h.store}
			late := account.New(account.Options{Store: gate, Now: h.clock.Now})
			gate.do = func() { must(t, change(h, ann, proof(phrase))) }
			result, err := late.LogIn(background, "ann", phrase, "late")
			wantKey(t, "log-in", err, failure.Forbidden, "login-wrong")
			h.wantNoSession(ann, "late")
			h.wantInvalid("log-in", result.Token)
		})
	}
}

// TestCodeOvertaken changes how a user logs in while a log-in asks for a code: the
// code does not open a session.
func TestCodeOvertaken(t *testing.T) {
	changes := map[string]func(h *house, u account.User, proof account.Proof) error{
		"new recovery codes": func(h *house, u account.User, p account.Proof) error {
			_, err := h.RenewRecoveryCodes(background, u, p)
			return err
		},
		"off": func(h *house, u account.User, p account.Proof) error { return h.EndTwoFactor(background, u, p) },
	}
	for name, change := range accessChanges {
		changes[name] = change
	}
	for name, change := range changes {
		t.Run(name, func(t *testing.T) {
			h := newHouse(t)
			f := h.twoFactor("Ann")
			gate := &between{Store: h.store}
			late := account.New(account.Options{Store: gate, Now: h.clock.Now})

			// Between the password and the token of the log-in.
			gate.do = func() { must(t, change(h, f.User, proof(phrase, f.Code()))) }
			result, err := late.LogIn(background, "ann", phrase, "late")
			must(t, err)
			_, _, err = late.LogInTwoFactor(background, result.TwoFactor, f.Code(), "late")
			if code := failure.CodeOf(err); err == nil || code != failure.NotFound && code != failure.Forbidden {
				t.Errorf("code after the change: got %v, want it refused", err)
			}
			h.wantNoSession(f.User, "late")

			// Between the code and the session.
			f = h.twoFactor("Bob")
			result = f.LogIn()
			code := f.Code()
			gate.do = func() { must(t, change(h, f.User, proof(phrase, f.Code()))) }
			_, _, err = late.LogInTwoFactor(background, result.TwoFactor, code, "late")
			wantKey(t, "session after the change", err, failure.NotFound, "two-factor-gone")
			h.wantNoSession(f.User, "late")
		})
	}
}

// TestLogInsDuringChange logs in repeatedly while the password is changed: only the
// session of the change is left. Log-ins that wait for their hash have read the old
// password.
func TestLogInsDuringChange(t *testing.T) {
	h := newHouse(t)
	ann, _ := h.member("Ann")
	now, next := phrase, nextPhrase
	for range 2 {
		var all sync.WaitGroup
		changed := make(chan struct{})
		for range 4 {
			all.Go(func() {
				for {
					_, err := h.LogIn(background, "ann", now, "late")
					if err != nil && failure.CodeOf(err) != failure.Forbidden {
						t.Error(err)
					}
					select {
					case <-changed:
						return
					default:
					}
				}
			})
		}
		_, err := h.ChangePassword(background, ann, proof(now), next, "new")
		close(changed)
		must(t, err)
		all.Wait()
		list, err := h.Sessions(background, ann, "")
		must(t, err)
		if len(list) != 1 || list[0].Browser != "new" {
			t.Errorf("sessions after a change: got %+v, want the new one only", list)
		}
		now, next = next, now
	}
}

// TestChangeOvertaken changes an account while its password is changed: the proof with
// the old password is refused.
func TestChangeOvertaken(t *testing.T) {
	h := newHouse(t)
	ann, _ := h.member("Ann")
	var once sync.Once
	gate := &slowAccess{Store: h.store, before: func() {
		once.Do(func() { must(t, accessChanges["password"](h, ann, proof(phrase))) })
	}}
	late := account.New(account.Options{Store: gate, Now: h.clock.Now})
	_, err := late.ChangePassword(background, ann, proof(phrase), "the thief's own heap", "thief")
	wantKey(t, "change with the old password", err, failure.Forbidden, "password-wrong")
	h.wantNoSession(ann, "thief")
	_, err = h.LogIn(background, "ann", nextPhrase, "")
	must(t, err)
}

// slowAccess is a store that calls a function before UpdateAccess.
type slowAccess struct {
	account.Store
	before func()
}

// UpdateAccess implements account.Store.
func (s *slowAccess) UpdateAccess(ctx context.Context, id string, a account.AccessChange, change func(*account.User) error) (account.User, error) {
	s.before()
	return s.Store.UpdateAccess(ctx, id, a, change)
}

// TestTwoFactorEndsSessions turns two-factor authentication on: other sessions,
// opened with the password alone, end.
func TestTwoFactorEndsSessions(t *testing.T) {
	h := newHouse(t)
	ann, first := h.member("Ann")
	other, err := h.LogIn(background, "ann", phrase, "")
	must(t, err)
	f := accounttest.TurnOn(t, h.Service, h.clock, ann, first)
	_, err = h.Authenticate(background, first)
	must(t, err)
	h.wantInvalid("other session", other.Token)
	result := f.LogIn()
	_, second, err := h.LogInTwoFactor(background, result.TwoFactor, f.Code(), "")
	must(t, err)
	must(t, h.EndTwoFactor(background, ann, account.Proof{Password: phrase, Code: f.Code(), Session: second}))
	h.wantInvalid("session of before", first)
	_, err = h.Authenticate(background, second)
	must(t, err)
}

// wantNoSession checks that a user has no session of a browser.
func (h *house) wantNoSession(u account.User, browser string) {
	h.t.Helper()
	list, err := h.Sessions(background, u, "")
	must(h.t, err)
	for _, session := range list {
		if session.Browser == browser {
			h.t.Errorf("got the session %+v, want none of %q", session, browser)
		}
	}
}

// TestResetKeepsLink fails to set the password in several ways: the link stays valid.
func TestResetKeepsLink(t *testing.T) {
	h := newHouse(t)
	ann, token := h.member("Ann")
	link, err := h.ResetLink(background, "ann")
	must(t, err)
	cancelled, cancel := context.WithCancel(background)
	cancel()
	full := account.New(account.Options{Store: &fullDisk{h.store}, Now: h.clock.Now})
	for name, reset := range map[string]func() error{
		"the client left": func() error { _, err := h.Reset(cancelled, link, nextPhrase); return err },
		"the disk is full": func() error {
			_, err := full.Reset(background, link, nextPhrase)
			return err
		},
	} {
		if err := reset(); err == nil {
			t.Errorf("%s: got no error", name)
		}
		if err := h.CheckReset(background, link); err != nil {
			t.Errorf("%s: got %v, want a valid link", name, err)
		}
	}
	_, err = h.Authenticate(background, token)
	must(t, err)
	_, err = h.Reset(background, link, nextPhrase)
	must(t, err)
	_, err = h.Reset(background, link, phrase)
	wantKey(t, "used link", err, failure.NotFound, "reset-gone")
	_, err = h.LogIn(background, ann.Name, nextPhrase, "")
	must(t, err)
}

// TestResetOnce uses a link in concurrent requests: one succeeds.
func TestResetOnce(t *testing.T) {
	h := newHouse(t)
	h.member("Ann")
	link, err := h.ResetLink(background, "ann")
	must(t, err)
	done := make(chan bool, 4)
	for i := range cap(done) {
		go func() {
			password := fmt.Sprint(nextPhrase, i)
			_, err := h.Reset(background, link, password)
			if err != nil {
				wantKey(t, "used link", err, failure.NotFound, "reset-gone")
			}
			done <- err == nil
		}()
	}
	won := 0
	for range cap(done) {
		if <-done {
			won++
		}
	}
	if won != 1 {
		t.Errorf("got %d resets by one link, want 1", won)
	}
}

// fullDisk is a store whose UpdateAccess fails.
type fullDisk struct{ account.Store }

// UpdateAccess implements account.Store.
func (*fullDisk) UpdateAccess(context.Context, string, account.AccessChange, func(*account.User) error) (account.User, error) {
	return account.User{}, failure.ErrNoSpace
}

// UpdateUser implements account.Store.
func (*fullDisk) UpdateUser(context.Context, string, func(*account.User) error) (account.User, error) {
	return account.User{}, failure.ErrNoSpace
}

// TestProof changes an account with two-factor authentication: each change asks for
// a code, and a refused change does not use it up.
func TestProof(t *testing.T) {
	h := newHouse(t)
	h.member("Bob")
	f, key := h.twoFactor("Ann"), sshKey(t, "laptop")
	changes := map[string]func(p account.Proof) error{
		"name": func(p account.Proof) error { _, err := h.ChangeName(background, f.User, p, "Anna"); return err },
		"email": func(p account.Proof) error {
			_, err := h.ChangeEmail(background, f.User, p, "anna@example.org")
			return err
		},
		"password": func(p account.Proof) error {
			_, err := h.ChangePassword(background, f.User, p, phrase+"!", "")
			return err
		},
		"token": func(p account.Proof) error {
			_, _, err := h.Programs.CreateOwnToken(background, f.User, p, account.TokenSpec{Name: "program", Scopes: account.ScopeRead})
			return err
		},
		"key":    func(p account.Proof) error { _, err := h.Programs.AddSSHKey(background, f.User, p, key); return err },
		"delete": func(p account.Proof) error { return h.DeleteAccount(background, f.User, p) },
	}
	for name, change := range changes {
		wantKey(t, name+" without a code", change(proof(phrase)), failure.Forbidden, "code-wrong")
		wantKey(t, name+" with a wrong code", change(proof(phrase, "000000")), failure.Forbidden, "code-wrong")
		wantKey(t, name+" with a wrong password", change(proof("wrong", f.Recovery[0])), failure.Forbidden, "password-wrong")
	}
	_, err := h.ChangeName(background, f.User, proof(phrase, f.Recovery[0]), "Bob")
	wantFields(t, "name in use", err, map[string]string{"name": "name-taken"})
	must(t, changes["name"](proof(phrase, f.Recovery[0])))
	wantKey(t, "code again", changes["email"](proof(phrase, f.Recovery[0])), failure.Forbidden, "code-wrong")
	must(t, changes["email"](proof(phrase, f.Recovery[1])))
	must(t, changes["token"](proof(phrase, f.Recovery[2])))
	must(t, changes["key"](proof(phrase, f.Recovery[3])))
	wantKey(t, "the same key", changes["key"](proof(phrase, f.Recovery[4])), failure.Forbidden, "ssh-key-taken")
	key = sshKey(t, "another")
	must(t, changes["key"](proof(phrase, f.Recovery[4])))
	f.User.LoggedIn = h.clock.Now() // within recentLogIn, which replaces the code
	must(t, changes["token"](proof(phrase)))
	wantKey(t, "token without a password", changes["token"](proof("")), failure.Forbidden, "password-wrong")
	must(t, changes["password"](proof(phrase, f.Code())))
	must(t, changes["delete"](proof(phrase+"!", f.Code())))
}
