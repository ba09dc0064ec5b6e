// SPDX-License-Identifier: Apache-2.0

package computer_test

import (
	"context"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"sync"
	"testing"

	"cairn/internal/account"
	"cairn/internal/bus/mem"
	"cairn/internal/failure"
	"cairn/internal/fair"
	"cairn/internal/live"
	"cairn/internal/live/livetest"
	"cairn/internal/live/room"
	"cairn/match"
)

// TestPerfectComputer plays against the level perfect, whose tables are created at
// its first move, and against one whose tables cannot be created.
func TestPerfectComputer(t *testing.T) {
	taken := filepath.Join(t.TempDir(), "taken")
	if err := os.WriteFile(taken, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for name, folder := range map[string]string{"tables": t.TempDir(), "no tables": taken} {
		t.Run(name, func(t *testing.T) {
			h := livetest.New(t)
			h.Rooms.Games().UseTables(folder)
			u := h.Guest()
			info, err := h.Rooms.Create(background, u, room.Spec{Game: "toy", Kind: room.Computer, Level: "perfect", Side: room.AsBlack})
			if err != nil {
				t.Fatal(err)
			}
			h.WaitFor(u, info.ID, func(r room.Room) bool { return r.Match.Ply() == 1 })
		})
	}
}

// TestPerfectIsRefused chooses the level for a game without tables.
func TestPerfectIsRefused(t *testing.T) {
	h := livetest.New(t)
	h.Rooms.Games().UseTables(t.TempDir())
	_, err := h.Rooms.Create(background, h.Guest(), room.Spec{Game: "nine", Kind: room.Computer, Level: "perfect"})
	wantCode(t, err, failure.Invalid)
}

// orderedStore notes the matches that change, in order.
type orderedStore struct {
	livetest.Store
	mu    sync.Mutex
	order []string
}

func (s *orderedStore) Append(ctx context.Context, c room.Change) error {
	err := s.Store.Append(ctx, c)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.order = append(s.order, c.Info.ID)
	return err
}

// TestFairThinking has one address wait for fifty searches of two users. The first
// search of another address is among the next two, and at the first address the
// second user's is among the next three.
func TestFairThinking(t *testing.T) {
	h := livetest.New(t)
	ordered := &orderedStore{Store: h.Store}
	s := live.New(live.Options{Store: ordered, Bus: mem.New(), Games: h.Rooms.Games(), Accounts: h.Accounts, Now: h.Clock.Now, Thinkers: 1})
	t.Cleanup(s.Abandon)
	release, waiting := livetest.HoldSearches(s)
	many, second, other := h.Guest(), h.Guest(), h.Guest()
	create := func(u account.User, address string) string {
		t.Helper()
		ctx := fair.With(background, fair.Client{Person: u.ID, Address: address})
		before := waiting()
		info, err := s.Rooms.Create(ctx, u, room.Spec{Game: "toy", Kind: room.Computer, Level: "novice", Side: room.AsBlack})
		must(t, err)
		for waiting() == before {
			runtime.Gosched()
		}
		return info.ID
	}
	for range 50 {
		create(many, "192.0.2.1")
	}
	seconds, others := create(second, "192.0.2.1"), create(other, "192.0.2.2")
	release()
	for _, id := range []string{seconds, others} {
		for r := (room.Room{}); r.Info.Ply == 0; runtime.Gosched() {
			var err error
			r, err = s.Rooms.Visit(background, account.User{}, id)
			must(t, err)
		}
	}
	ordered.mu.Lock()
	defer ordered.mu.Unlock()
	if at := slices.Index(ordered.order, others); at < 0 || at > 1 {
		t.Errorf("the first search of another address came %d others later, want 1 at most", at)
	}
	if at := slices.Index(ordered.order, seconds); at < 0 || at > 2 {
		t.Errorf("the first search of another user came %d others later, want 2 at most", at)
	}
}

// TestManySearches refuses moves and matches that need more searches than an
// address may have waiting; resigning is possible.
func TestManySearches(t *testing.T) {
	h := livetest.New(t)
	s := live.New(live.Options{Store: h.Store, Bus: mem.New(), Games: h.Rooms.Games(), Accounts: h.Accounts, Now: h.Clock.Now, Thinkers: 1})
	t.Cleanup(s.Abandon)
	_, waiting := livetest.HoldSearches(s)
	u := h.Guest()
	ctx := fair.With(background, fair.Client{Person: u.ID, Address: "192.0.2.1"})
	spec := room.Spec{Game: "toy", Kind: room.Computer, Level: "novice"}
	open, err := s.Rooms.Create(ctx, u, spec)
	must(t, err)
	spec.Side = room.AsBlack
	for range 100 {
		_, err := s.Rooms.Create(ctx, u, spec)
		must(t, err)
	}
	for waiting() < 100 {
		runtime.Gosched()
	}
	_, err = s.Rooms.Create(ctx, u, spec)
	wantKey(t, "another search", err, failure.Limited, "busy")
	_, err = s.Rooms.Do(ctx, u, open.ID, room.Request{Action: match.Action{Kind: match.Move, Move: "a1"}})
	wantKey(t, "another search", err, failure.Limited, "busy")
	_, err = s.Rooms.Do(ctx, u, open.ID, room.Request{Action: match.Action{Kind: match.Resign}})
	must(t, err)
	elsewhere := fair.With(background, fair.Client{Person: u.ID, Address: "192.0.2.2"})
	_, err = s.Rooms.Create(elsewhere, u, spec)
	must(t, err)
}
