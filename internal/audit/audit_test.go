// SPDX-License-Identifier: Apache-2.0

package audit_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"cairn/catalog"
	"cairn/game"
	"cairn/internal/account"
	"cairn/internal/account/accounttest"
	"cairn/internal/audit"
	"cairn/internal/bus/mem"
	"cairn/internal/live"
	"cairn/internal/live/rating"
	"cairn/internal/live/room"
	"cairn/internal/store/sqlite"
	"cairn/internal/store/sqlitetest"
	"cairn/match"
)

var must = accounttest.Must

// hall is a server with two players.
type hall struct {
	t       *testing.T
	store   *sqlite.Store
	live    *live.Service
	players [2]account.User
}

func newHall(t *testing.T) *hall {
	store := sqlitetest.Open(t, t.TempDir(), sqlite.Options{})
	t.Cleanup(func() { must(t, store.Close()) })
	people := account.New(account.Options{Store: store})
	h := &hall{t: t, store: store, live: live.New(live.Options{Store: store, Bus: mem.New(), Games: catalog.Standard(), Accounts: people})}
	for side := range h.players {
		h.players[side] = accounttest.Guest(t, people)
	}
	return h
}

// begin begins a match in which both sides have moved.
func (h *hall) begin() string {
	info, err := h.live.Rooms.Create(h.t.Context(), h.players[game.White], room.Spec{Game: "nine", Kind: room.Private})
	must(h.t, err)
	_, err = h.live.Rooms.Join(h.t.Context(), h.players[game.Black], info.ID)
	must(h.t, err)
	h.do(game.White, info.ID, 2, match.Start, "")
	h.do(game.White, info.ID, 3, match.Move, "a1")
	h.do(game.Black, info.ID, 4, match.Move, "a4")
	return info.ID
}

func (h *hall) do(side game.Side, id string, seq int, kind match.ActionKind, move string) {
	_, err := h.live.Rooms.Do(h.t.Context(), h.players[side], id, room.Request{Expect: seq, Action: match.Action{Kind: kind, Move: move}})
	must(h.t, err)
}

// reads records the queries of an audit.
type reads struct {
	*sqlite.Store
	then    func()         // after the first page; nil for nothing
	largest int            // page
	matches map[string]int // how often each was read, but for its place in a list of one
}

func (r *reads) FindMatches(ctx context.Context, f room.Filter) ([]room.Info, error) {
	list, err := r.Store.FindMatches(ctx, f)
	if f.Limit == 1 {
		return list, err
	}
	r.largest = max(r.largest, len(list))
	for _, info := range list {
		r.matches[info.ID]++
	}
	if r.then != nil {
		r.then()
		r.then = nil
	}
	return list, err
}

// TestPages audits more matches than there are on a page.
func TestPages(t *testing.T) {
	h := newHall(t)
	for range 7 {
		h.begin()
	}
	last := h.begin()
	h.do(game.White, last, 5, match.Resign, "")
	audit.SetPageSize(t, 3)
	store := &reads{Store: h.store, matches: map[string]int{}}
	got, err := audit.Run(t.Context(), store, catalog.Standard(), func(f audit.Fault) { t.Error(f.Text) })
	must(t, err)
	if want := (audit.Counts{Matches: 8, Events: 7*5 + 6}); got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
	if store.largest > 3 {
		t.Errorf("%d matches in memory, want 3 at most", store.largest)
	}
	for id, n := range store.matches {
		if n > 1 && id != last { // the scan of what has changed since finds the last one again
			t.Errorf("match %s was read %d times, want once", id, n)
		}
	}
}

// TestPlayMeanwhile audits while matches go on and end.
func TestPlayMeanwhile(t *testing.T) {
	h := newHall(t)
	var ids []string
	for range 6 {
		ids = append(ids, h.begin())
	}
	audit.SetPageSize(t, 2)
	store := &reads{Store: h.store, matches: map[string]int{}, then: func() {
		for _, id := range slices.Concat(ids[:2], ids[4:]) { // not yet read, and read
			h.do(game.White, id, 5, match.Resign, "")
		}
	}}
	got, err := audit.Run(t.Context(), store, catalog.Standard(), func(f audit.Fault) { t.Error(f.Text) })
	must(t, err)
	if got.Matches != 6 {
		t.Errorf("got %d matches, want all 6", got.Matches)
	}
}

// scores are wrong by one win.
type scores struct{ *sqlite.Store }

func (s scores) FindScores(ctx context.Context, user string) ([]rating.Score, error) {
	list, err := s.Store.FindScores(ctx, user)
	for i := range list {
		list[i].Wins++
	}
	return list, err
}

func TestWrongScores(t *testing.T) {
	h := newHall(t)
	h.do(game.White, h.begin(), 5, match.Resign, "")
	var found []audit.Fault
	got, err := audit.Run(t.Context(), scores{h.store}, catalog.Standard(), func(f audit.Fault) { found = append(found, f) })
	must(t, err)
	if got.Faults != 2 || len(found) != 2 || found[0].User == "" || !strings.Contains(found[0].Text, "score of user") {
		t.Errorf("got %+v, %+v, want a fault for each player", got, found)
	}
}

// rated are matches that count, in lists and ratings.
type rated struct {
	*sqlite.Store
	games int
}

func (s rated) FindMatches(ctx context.Context, f room.Filter) ([]room.Info, error) {
	list, err := s.Store.FindMatches(ctx, f)
	for i := range list {
		list[i].Rated = true
	}
	return list, err
}

func (s rated) FindRatings(context.Context, string) ([]rating.Rating, error) {
	return []rating.Rating{{Game: "nine-mens-morris", Games: s.games}}, nil
}

func TestRatings(t *testing.T) {
	h := newHall(t)
	h.do(game.White, h.begin(), 5, match.Resign, "")
	for games, want := range map[int]int{0: 2, 1: 0, 2: 2} {
		faults := 0
		_, err := audit.Run(t.Context(), rated{h.store, games}, catalog.Standard(), func(f audit.Fault) {
			if f.User != "" {
				faults++
			}
		})
		must(t, err)
		if faults != want {
			t.Errorf("%d matches in the ratings of two players, one played: got %d faults, want %d", games, faults, want)
		}
	}
}
