// SPDX-License-Identifier: Apache-2.0

// Package livetest has live play on a real store, for tests of its rooms.
package livetest

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
	"cairn/internal/fair"
	"cairn/internal/live"
	"cairn/internal/live/cluster"
	"cairn/internal/live/lobby"
	"cairn/internal/live/room"
	"cairn/internal/store/sqlite"
	"cairn/internal/store/sqlitetest"
	"cairn/match"
)

var (
	background = context.Background()

	must = accounttest.Must
)

// Accounts is a name to embed account.Service beside live.Service.
type Accounts = account.Service

// Services are both services on one store.
type Services struct {
	*Accounts
	*live.Service
}

// Store is what both services need.
type Store interface {
	account.Store
	live.Store
	ExpireGuests(ctx context.Context, now time.Time) error
}

func NewServices(s Store, bus cluster.Bus, now func() time.Time) Services {
	people := account.New(account.Options{Store: s, Now: now})
	people.OnExpire(s.ExpireGuests)
	games := catalog.New(catalog.Bind(tictactoe.Standard, index.For), catalog.Bind(morris.Nine))
	return Services{people, live.New(live.Options{Store: s, Bus: bus, Games: games, Accounts: people, Now: now})}
}

func (s Services) Run(t testing.TB) {
	t.Helper()
	must(t, s.Accounts.Start(background))
	must(t, s.Service.Start(background))
}

// House has both services on a real store, which can be closed and opened again.
type House struct {
	Services
	T     testing.TB
	Clock *accounttest.Clock
	Dir   string
	Store *sqlite.Store
}

func New(t testing.TB) *House {
	t.Helper()
	h := &House{T: t, Clock: accounttest.NewClock(time.Date(2026, 11, 1, 12, 0, 0, 0, time.UTC)), Dir: t.TempDir()}
	h.Open()
	t.Cleanup(func() { h.Close(true) })
	return h
}

func (h *House) Open() {
	h.T.Helper()
	store := sqlitetest.Open(h.T, h.Dir, sqlite.Options{})
	h.Store, h.Services = store, NewServices(store, mem.New(), h.Clock.Now)
	h.Run(h.T)
	must(h.T, h.Clocks.Check(background))
}

// Close stops the services, gracefully or as a crash does.
func (h *House) Close(graceful bool) {
	h.T.Helper()
	if h.Service == nil {
		return
	}
	h.Accounts.Stop()
	if graceful {
		if err := h.Service.Stop(background); err != nil {
			h.T.Error(err)
		}
	} else {
		h.Abandon()
	}
	if err := h.Store.Close(); err != nil {
		h.T.Error(err)
	}
	h.Services = Services{}
}

// Pass lets time pass while the server is up.
func (h *House) Pass(d time.Duration) {
	h.T.Helper()
	for ; d > 0; d -= time.Second {
		h.Clock.Advance(min(d, time.Second))
		must(h.T, h.Clocks.Check(background))
	}
}

func (h *House) Guest() account.User {
	h.T.Helper()
	return accounttest.Guest(h.T, h.Accounts)
}

// Member creates an account and returns it with the token of its session.
func (h *House) Member(name string) (account.User, string) {
	h.T.Helper()
	return accounttest.Member(h.T, h.Accounts, name)
}

// TwoFactor creates an account with two-factor authentication.
func (h *House) TwoFactor(name string) *accounttest.TwoFactorUser {
	h.T.Helper()
	return accounttest.NewTwoFactorUser(h.T, h.Accounts, h.Clock, name)
}

// User returns a user as stored.
func (h *House) User(id string) account.User {
	h.T.Helper()
	u, err := h.Store.FindUser(background, id)
	must(h.T, err)
	return u
}

// WantInvalid checks that tokens open no session.
func (h *House) WantInvalid(what string, tokens ...string) {
	h.T.Helper()
	accounttest.WantInvalid(h.T, h.Accounts, what, tokens...)
}

// Private creates a started match of two guests, which everyone may watch; the
// creator has White.
func (h *House) Private(game, control string) (id string, white, black account.User) {
	h.T.Helper()
	white, black = h.Guest(), h.Guest()
	info, err := h.Rooms.Create(background, white, room.Spec{Game: game, Kind: room.Private, Control: control, Shown: true})
	must(h.T, err)
	_, err = h.Rooms.Join(background, black, info.ID)
	must(h.T, err)
	h.Do(white, info.ID, match.Action{Kind: match.Start})
	return info.ID, white, black
}

// Opening starts a match in which both sides have made their first move: c1 and c2.
func (h *House) Opening(game, control string) (id string, white, black account.User) {
	h.T.Helper()
	id, white, black = h.Private(game, control)
	h.First(id, white, black)
	return id, white, black
}

// First makes the first move of both sides.
func (h *House) First(id string, white, black account.User) {
	h.T.Helper()
	h.Move(white, id, "c1")
	h.Move(black, id, "c2")
}

// Do does an action that must succeed.
func (h *House) Do(u account.User, id string, a match.Action) int {
	h.T.Helper()
	seq, err := h.Rooms.Do(background, u, id, room.Request{Action: a})
	if err != nil {
		h.T.Fatalf("%s %s: %v", a.Kind, a.Move, err)
	}
	return seq
}

func (h *House) Move(u account.User, id, move string) int {
	h.T.Helper()
	return h.Do(u, id, match.Action{Kind: match.Move, Move: move})
}

func (h *House) Room(u account.User, id string) *room.Room {
	h.T.Helper()
	r, err := h.Rooms.Visit(background, u, id)
	must(h.T, err)
	return &r
}

// HoldSearches lets no search begin until release is called, if the service has one
// thinker. Waiting returns how many wait.
func HoldSearches(s *live.Service) (release func(), waiting func() int) {
	queue := s.Computer.Queue()
	release, err := queue.Acquire(background, fair.Client{})
	if err != nil {
		panic(err)
	}
	return release, queue.Waiting
}

// Seek looks for an opponent in one game with one clock; see lobby.Lobby.Seek.
func (s Services) Seek(ctx context.Context, user account.User, game, control string, rated bool) (lobby.Seek, error) {
	return s.Lobby.Seek(ctx, user, lobby.Wish{Games: []string{game}, Controls: []string{control}, Rated: rated})
}
