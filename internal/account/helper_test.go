// SPDX-License-Identifier: Apache-2.0

package account_test

import (
	"context"
	"testing"
	"time"

	"cairn/internal/account"
	"cairn/internal/account/accounttest"
	"cairn/internal/store/sqlite"
	"cairn/internal/store/sqlitetest"
)

var (
	background = context.Background()

	must       = accounttest.Must
	wantCode   = accounttest.WantCode
	wantKey    = accounttest.WantKey
	wantFields = accounttest.WantFields
	proof      = accounttest.Proof
)

const phrase = accounttest.Password

// house is a service on a real store, which can be closed and opened again.
type house struct {
	*account.Service
	t     testing.TB
	clock *accounttest.Clock
	dir   string
	store *sqlite.Store
}

func newHouse(t testing.TB) *house {
	t.Helper()
	h := &house{t: t, clock: accounttest.NewClock(time.Date(2026, 11, 1, 12, 0, 0, 0, time.UTC)), dir: t.TempDir()}
	h.open()
	t.Cleanup(h.close)
	return h
}

// open opens the store and starts a service, after it was prepared.
func (h *house) open(prepare ...func(*account.Service)) {
	h.t.Helper()
	store := sqlitetest.Open(h.t, h.dir, sqlite.Options{})
	h.store, h.Service = store, account.New(account.Options{Store: store, Now: h.clock.Now, HashWait: time.Hour})
	for _, f := range prepare {
		f(h.Service)
	}
	must(h.t, h.Start(background))
}

func (h *house) close() {
	if h.Service == nil {
		return
	}
	h.Stop()
	if err := h.store.Close(); err != nil {
		h.t.Error(err)
	}
	h.Service = nil
}

func (h *house) guest() account.User {
	h.t.Helper()
	return accounttest.Guest(h.t, h.Service)
}

// member creates an account and returns it with the token of its session.
func (h *house) member(name string) (account.User, string) {
	h.t.Helper()
	return accounttest.Member(h.t, h.Service, name)
}

// twoFactor creates an account with two-factor authentication.
func (h *house) twoFactor(name string) *accounttest.TwoFactorUser {
	h.t.Helper()
	return accounttest.NewTwoFactorUser(h.t, h.Service, h.clock, name)
}

// user returns a user as stored.
func (h *house) user(id string) account.User {
	h.t.Helper()
	u, err := h.store.FindUser(background, id)
	must(h.t, err)
	return u
}

// wantInvalid checks that tokens open no session.
func (h *house) wantInvalid(what string, tokens ...string) {
	h.t.Helper()
	accounttest.WantInvalid(h.t, h.Service, what, tokens...)
}
