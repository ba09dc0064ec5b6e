// SPDX-License-Identifier: Apache-2.0

package live_test

import (
	"errors"
	"testing"

	"cairn/catalog"
	"cairn/game"
	"cairn/internal/bus/mem"
	"cairn/internal/live"
	"cairn/match"
)

// A position is refused while it stands in a rated match, on every node, and not
// before or after.
func TestRefuse(t *testing.T) {
	h := newHouse(t)
	entry, err := h.Games().Find(toyID)
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
	check := func(s services, want error, state game.State) {
		t.Helper()
		if got := s.Refuse(background, entry, state); !errors.Is(got, want) {
			t.Errorf("%s: got %v, want %v", state, got, want)
		}
	}
	ann, bob := h.account("ann"), h.account("bob")
	id := h.opened(ann, bob)
	check(h.services, nil, entry.Start())
	check(h.services, nil, first)
	check(h.services, live.ErrRunning, second)
	check(h.services, nil, third)

	other := h.services
	other.Service = live.New(live.Options{Store: h.store, Bus: mem.New(), Games: catalog.New(h.Games().All()...), Accounts: h.accounts, Now: h.clock.Now, Shared: true})
	check(other, live.ErrRunning, second)

	h.move(ann, id, "c3")
	check(h.services, nil, second)
	check(h.services, live.ErrRunning, third)
	h.do(bob, id, match.Action{Kind: match.Resign})
	check(h.services, nil, third)

	casual := h.rated(ann, bob, false)
	h.move(ann, casual, "a1")
	check(h.services, nil, first)
}
