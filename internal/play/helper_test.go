// SPDX-License-Identifier: Apache-2.0

package play_test

import (
	"context"
	"sync"
	"testing"
	"time"

	"cairn/catalog"
	"cairn/game/gametest/tictactoe"
	"cairn/games/morris"
	"cairn/internal/bus/mem"
	"cairn/internal/play"
	"cairn/internal/store/sqlite"
	"cairn/match"
)

// clock is a time that tests move.
type clock struct {
	sync.Mutex
	now time.Time
}

func (c *clock) Now() time.Time {
	c.Lock()
	defer c.Unlock()
	return c.now
}

func (c *clock) advance(d time.Duration) {
	c.Lock()
	defer c.Unlock()
	c.now = c.now.Add(d)
}

// house is a service on a real store, which can be brought down and up again.
type house struct {
	*play.Service
	t     testing.TB
	clock *clock
	dir   string
	store *sqlite.Store
}

func newHouse(t testing.TB) *house {
	t.Helper()
	h := &house{t: t, clock: &clock{now: time.Date(2026, 11, 1, 12, 0, 0, 0, time.UTC)}, dir: t.TempDir()}
	h.open()
	t.Cleanup(func() { h.close(true) })
	return h
}

func (h *house) open() {
	h.t.Helper()
	h.openWith(func(*play.Service) {})
}

func (h *house) games() *catalog.Catalog {
	return catalog.New(catalog.Bind(tictactoe.Standard), catalog.Bind(morris.Nine))
}

// openWith opens the house and prepares the service before it starts.
func (h *house) openWith(prepare func(*play.Service)) {
	h.t.Helper()
	store, err := sqlite.Open(h.dir, sqlite.Options{})
	if err != nil {
		h.t.Fatal(err)
	}
	h.store = store
	h.Service = play.New(play.Options{
		Store: store, Bus: mem.New(), Now: h.clock.Now,
		Games: h.games(),
	})
	prepare(h.Service)
	if err := h.Start(context.Background()); err != nil {
		h.t.Fatal(err)
	}
}

// close brings the house down, with or without notice.
func (h *house) close(graceful bool) {
	h.t.Helper()
	if h.Service == nil {
		return
	}
	if graceful {
		if err := h.Stop(context.Background()); err != nil {
			h.t.Error(err)
		}
	} else {
		h.Service.Abandon()
	}
	if err := h.store.Close(); err != nil {
		h.t.Error(err)
	}
	h.Service = nil
}

func (h *house) guest() play.User {
	h.t.Helper()
	u, _, err := h.Guest(context.Background(), "")
	if err != nil {
		h.t.Fatal(err)
	}
	return u
}

// private makes a started match of two guests, the creator with White.
func (h *house) private(game, control string) (id string, white, black play.User) {
	h.t.Helper()
	white, black = h.guest(), h.guest()
	info, err := h.CreateMatch(context.Background(), white, play.Spec{Game: game, Kind: play.Private, Control: control})
	if err != nil {
		h.t.Fatal(err)
	}
	if _, err := h.Join(context.Background(), black, info.ID); err != nil {
		h.t.Fatal(err)
	}
	h.do(white, info.ID, match.Action{Kind: match.Start})
	return info.ID, white, black
}

// do does what must succeed.
func (h *house) do(u play.User, id string, a match.Action) int {
	h.t.Helper()
	seq, err := h.Do(context.Background(), u, id, play.Request{Action: a})
	if err != nil {
		h.t.Fatalf("%s %s: %v", a.Kind, a.Move, err)
	}
	return seq
}

func (h *house) move(u play.User, id, move string) int {
	h.t.Helper()
	return h.do(u, id, match.Action{Kind: match.Move, Move: move})
}

func (h *house) room(u play.User, id string) play.Room {
	h.t.Helper()
	r, err := h.Room(context.Background(), u, id)
	if err != nil {
		h.t.Fatal(err)
	}
	return r
}

// wantCode checks an error's code.
func wantCode(t *testing.T, err error, want play.Code) {
	t.Helper()
	if err == nil || play.CodeOf(err) != want {
		t.Errorf("got %v (%s), want %s", err, play.CodeOf(err), want)
	}
}
