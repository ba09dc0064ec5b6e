// SPDX-License-Identifier: Apache-2.0

package live_test

import (
	"context"
	"testing"
	"time"

	"cairn/catalog"
	"cairn/game/gametest/tictactoe"
	"cairn/game/gametest/tictactoe/index"
	"cairn/games/morris"
	"cairn/internal/account"
	"cairn/internal/account/accounttest"
	"cairn/internal/bus/mem"
	"cairn/internal/live"
	"cairn/internal/store/sqlite"
	"cairn/internal/store/sqlitetest"
	"cairn/match"
)

var (
	background = context.Background()

	must     = accounttest.Must
	wantCode = accounttest.WantCode
	wantKey  = accounttest.WantKey
	proof    = accounttest.Proof
)

const phrase = accounttest.Password

// accounts is a name to embed account.Service beside live.Service.
type accounts = account.Service

// services are both services on one store.
type services struct {
	*accounts
	*live.Service
}

// store is what both services need.
type store interface {
	account.Store
	live.Store
}

func newServices(s store, bus live.Bus, now func() time.Time) services {
	people := account.New(account.Options{Store: s, Now: now})
	games := catalog.New(catalog.Bind(tictactoe.Standard, index.For), catalog.Bind(morris.Nine))
	return services{people, live.New(live.Options{Store: s, Bus: bus, Games: games, Accounts: people, Now: now})}
}

func (s services) start(t testing.TB) {
	t.Helper()
	must(t, s.accounts.Start(background))
	must(t, s.Service.Start(background))
}

// house has both services on a real store, which can be closed and opened again.
type house struct {
	services
	t     testing.TB
	clock *accounttest.Clock
	dir   string
	store *sqlite.Store
}

func newHouse(t testing.TB) *house {
	t.Helper()
	h := &house{t: t, clock: accounttest.NewClock(time.Date(2026, 11, 1, 12, 0, 0, 0, time.UTC)), dir: t.TempDir()}
	h.open()
	t.Cleanup(func() { h.close(true) })
	return h
}

func (h *house) open() {
	h.t.Helper()
	store := sqlitetest.Open(h.t, h.dir, sqlite.Options{})
	h.store, h.services = store, newServices(store, mem.New(), h.clock.Now)
	h.start(h.t)
	must(h.t, h.CheckClocks(background))
}

// close stops the services, gracefully or as a crash does.
func (h *house) close(graceful bool) {
	h.t.Helper()
	if h.Service == nil {
		return
	}
	h.accounts.Stop()
	if graceful {
		if err := h.Service.Stop(background); err != nil {
			h.t.Error(err)
		}
	} else {
		h.Abandon()
	}
	if err := h.store.Close(); err != nil {
		h.t.Error(err)
	}
	h.services = services{}
}

// pass lets time pass while the server is up.
func (h *house) pass(d time.Duration) {
	h.t.Helper()
	for ; d > 0; d -= time.Second {
		h.clock.Advance(min(d, time.Second))
		must(h.t, h.CheckClocks(background))
	}
}

func (h *house) guest() account.User {
	h.t.Helper()
	return accounttest.Guest(h.t, h.accounts)
}

// member creates an account and returns it with the token of its session.
func (h *house) member(name string) (account.User, string) {
	h.t.Helper()
	return accounttest.Member(h.t, h.accounts, name)
}

// twoFactor creates an account with two-factor authentication.
func (h *house) twoFactor(name string) *accounttest.TwoFactorUser {
	h.t.Helper()
	return accounttest.NewTwoFactorUser(h.t, h.accounts, h.clock, name)
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
	accounttest.WantInvalid(h.t, h.accounts, what, tokens...)
}

// private creates a started match of two guests, which everyone may watch; the
// creator has White.
func (h *house) private(game, control string) (id string, white, black account.User) {
	h.t.Helper()
	white, black = h.guest(), h.guest()
	info, err := h.CreateMatch(background, white, live.Spec{Game: game, Kind: live.Private, Control: control, Shown: true})
	must(h.t, err)
	_, err = h.Join(background, black, info.ID)
	must(h.t, err)
	h.do(white, info.ID, match.Action{Kind: match.Start})
	return info.ID, white, black
}

// opening starts a match in which both sides have made their first move: c1 and c2.
func (h *house) opening(game, control string) (id string, white, black account.User) {
	h.t.Helper()
	id, white, black = h.private(game, control)
	h.first(id, white, black)
	return id, white, black
}

// first makes the first move of both sides.
func (h *house) first(id string, white, black account.User) {
	h.t.Helper()
	h.move(white, id, "c1")
	h.move(black, id, "c2")
}

// do does an action that must succeed.
func (h *house) do(u account.User, id string, a match.Action) int {
	h.t.Helper()
	seq, err := h.Do(background, u, id, live.Request{Action: a})
	if err != nil {
		h.t.Fatalf("%s %s: %v", a.Kind, a.Move, err)
	}
	return seq
}

func (h *house) move(u account.User, id, move string) int {
	h.t.Helper()
	return h.do(u, id, match.Action{Kind: match.Move, Move: move})
}

func (h *house) room(u account.User, id string) *live.Room {
	h.t.Helper()
	r, err := h.Room(background, u, id)
	must(h.t, err)
	return &r
}
