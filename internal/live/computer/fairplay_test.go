// SPDX-License-Identifier: Apache-2.0

package computer_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"cairn/catalog"
	"cairn/game"
	"cairn/internal/bus/mem"
	"cairn/internal/live"
	"cairn/internal/live/computer"
	"cairn/internal/live/livetest"
	"cairn/internal/live/room"
	"cairn/match"
)

// A position is refused while a match between two people has it, rated or casual, on
// every node, and not before or after.
func TestRefuse(t *testing.T) {
	h := livetest.New(t)
	entry, err := h.Rooms.Games().Find(livetest.ToyID)
	must(t, err)
	after := func(moves ...string) game.State {
		state := entry.Start()
		for _, move := range moves {
			if state, err = state.Play(move); err != nil {
				t.Fatal(err)
			}
		}
		return state
	}
	first, second, third := after("a1"), after("a1", "b1"), after("a1", "b1", "c3")
	check := func(s livetest.Services, want error, state game.State) {
		t.Helper()
		if got := s.FairPlay.Refuse(background, entry, state); !errors.Is(got, want) {
			t.Errorf("%s: got %v, want %v", state, got, want)
		}
	}
	ann, bob := h.Account("ann"), h.Account("bob")
	id := h.Opened(ann, bob)
	check(h.Services, nil, entry.Start())
	check(h.Services, nil, first)
	check(h.Services, computer.ErrRunning, second)
	check(h.Services, nil, third)

	other := h.Services
	other.Service = live.New(live.Options{Store: h.Store, Bus: mem.New(), Games: catalog.New(h.Rooms.Games().All()...), Accounts: h.Accounts, Now: h.Clock.Now, Shared: true})
	check(other, computer.ErrRunning, second)

	h.Move(ann, id, "c3")
	check(h.Services, nil, second)
	check(h.Services, computer.ErrRunning, third)
	h.Do(bob, id, match.Action{Kind: match.Resign})
	check(h.Services, nil, third)

	casual := h.Rated(ann, bob, false)
	h.Move(ann, casual, "a1")
	check(h.Services, computer.ErrRunning, first)
	h.Do(bob, casual, match.Action{Kind: match.Resign})
	check(h.Services, nil, first)

	for _, spec := range []room.Spec{{Kind: room.Screen}, {Kind: room.Computer, Level: "novice", Side: room.AsWhite}} {
		spec.Game = livetest.ToyID
		alone, err := h.Rooms.Create(background, ann, spec)
		must(t, err)
		h.Move(ann, alone.ID, "a1")
		r, err := h.Rooms.Latest(background, alone.ID)
		must(t, err)
		check(h.Services, nil, r.Match.State())
	}
}

// filters is a store that notes which matches are asked for.
type filters struct {
	livetest.Store
	asked []room.Filter
}

func (f *filters) FindMatches(ctx context.Context, q room.Filter) ([]room.Info, error) {
	f.asked = append(f.asked, q)
	return f.Store.FindMatches(ctx, q)
}

// On a shared store, all matches between people are read once, and then the changed ones.
func TestRefuseReadsChanges(t *testing.T) {
	h := livetest.New(t)
	entry, err := h.Rooms.Games().Find(livetest.ToyID)
	must(t, err)
	store := &filters{Store: h.Store}
	other := live.New(live.Options{
		Store: store, Bus: mem.New(), Games: catalog.New(h.Rooms.Games().All()...), Accounts: h.Accounts, Now: h.Clock.Now, Shared: true,
	})
	check := func(what string, id string, want error) {
		t.Helper()
		h.Pass(2 * time.Second)
		r, err := h.Rooms.Latest(background, id)
		must(t, err)
		if got := other.FairPlay.Refuse(background, entry, r.Match.State()); !errors.Is(got, want) {
			t.Errorf("%s: got %v, want %v", what, got, want)
		}
	}
	ann, bob := h.Account("ann"), h.Account("bob")
	quiet := h.Opened(ann, bob)
	h.Move(ann, quiet, "c3")
	check("at first", quiet, computer.ErrRunning)
	store.asked = nil
	id := h.Opened(ann, bob)
	check("a new match", id, computer.ErrRunning)
	before, err := h.Rooms.Latest(background, id)
	must(t, err)
	h.Move(ann, id, "b2")
	check("a move", id, computer.ErrRunning)
	if err := other.FairPlay.Refuse(background, entry, before.Match.State()); err != nil {
		t.Errorf("the position before the move: got %v", err)
	}
	h.Do(bob, id, match.Action{Kind: match.Resign})
	check("the end", id, nil)
	h.Pass(5 * time.Minute)
	check("a match without changes", quiet, computer.ErrRunning)
	for _, f := range store.asked {
		if h.Clock.Now().Sub(f.Since) > 10*time.Minute {
			t.Errorf("asked for all matches: %+v", f)
		}
	}
	if len(store.asked) == 0 {
		t.Error("the store was not asked")
	}
}
