// SPDX-License-Identifier: Apache-2.0

package computer_test

import (
	"errors"
	"testing"

	"cairn/catalog"
	"cairn/game"
	"cairn/internal/bus/mem"
	"cairn/internal/live"
	"cairn/internal/live/computer"
	"cairn/internal/live/livetest"
	"cairn/match"
)

// A position is refused while it stands in a rated match, on every node, and not
// before or after.
func TestRefuse(t *testing.T) {
	h := newHouse(t)
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
	check(h.Services, nil, first)
}
