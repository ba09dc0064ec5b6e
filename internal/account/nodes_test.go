// SPDX-License-Identifier: Apache-2.0

package account_test

import (
	"testing"
	"time"

	"cairn/internal/account"
	"cairn/internal/account/accounttest"
	"cairn/internal/failure"
)

// node returns another service on the same store.
func (h *house) node() *house {
	other := *h
	other.Service = account.New(account.Options{Store: h.store, Now: h.clock.Now, HashWait: time.Hour})
	return &other
}

// A passkey is added and used with a challenge of one node and the answer at
// another.
func TestPasskeyNodes(t *testing.T) {
	a := newHouse(t)
	b := a.node()
	pa, pb := a.passkeys(), b.passkeys()
	ann, session := a.member("ann")
	device := accounttest.NewAuthenticator(t, site)
	options, secret, err := pa.BeginAdd(background, ann, account.Proof{Password: phrase})
	must(t, err)
	_, err = pb.Add(background, ann, session, secret, "phone", device.Create(options))
	must(t, err)
	options, secret, err = pa.BeginLogIn(background, "")
	must(t, err)
	answer := device.Get(options)
	u, token, err := pb.LogIn(background, secret, answer, "")
	must(t, err)
	if got, err := a.Authenticate(background, token); err != nil || got.ID != ann.ID || u.ID != ann.ID {
		t.Errorf("got %+v, %v, want ann", got, err)
	}
	_, _, err = pa.LogIn(background, secret, answer, "")
	wantKey(t, "the same answer at the first node", err, failure.NotFound, "passkey-gone")

	entry, err := a.LogIn(background, "ann", phrase, "")
	must(t, err)
	options, secret, err = pb.BeginLogIn(background, entry.TwoFactor)
	must(t, err)
	_, _, err = pa.LogIn(background, secret, device.Get(options), "")
	must(t, err)
}

// A browser is sent to the provider by one node, comes back to another, and signs
// up at the first.
func TestIdentityNodes(t *testing.T) {
	a := newSchool(t)
	b := account.NewIdentities(a.node().Service, a.store, a.Provider)
	a.provider.Subject = "s1"
	secret, back := a.visit(account.User{})
	result, err := b.Finish(background, account.User{}, secret, back, "")
	must(t, err)
	_, err = a.Finish(background, account.User{}, secret, back, "")
	wantKey(t, "the same secret at the first node", err, failure.NotFound, "openid-gone")
	_, _, _, pending, err := a.Identities.SignUp(background, account.User{}, result.Pending, "x", "")
	wantFields(t, "short name", err, map[string]string{"name": "name-malformed"})
	bob, _, next, _, err := b.SignUp(background, account.User{}, pending, "bob", "")
	if err != nil || bob.Name != "bob" || next != "/next" {
		t.Errorf("got %+v, %q, %v", bob, next, err)
	}
}
