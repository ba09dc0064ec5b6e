// SPDX-License-Identifier: Apache-2.0

package social_test

import (
	"context"
	"slices"
	"testing"
	"time"

	"cairn/internal/account"
	"cairn/internal/bus/mem"
	"cairn/internal/failure"
	"cairn/internal/live/livetest"
	"cairn/internal/live/room"
	"cairn/internal/live/social"
	"cairn/match"
)

// asked is a store that counts the queries for matches, which can fail, and notes for
// which users open challenges are asked.
type asked struct {
	livetest.Store
	matches int
	fail    bool
	users   []string
}

func (a *asked) err() error {
	a.matches++
	if a.fail {
		return failure.ErrNoSpace
	}
	return nil
}

func (a *asked) FindMatch(ctx context.Context, id string) (room.Info, error) {
	if err := a.err(); err != nil {
		return room.Info{}, err
	}
	return a.Store.FindMatch(ctx, id)
}

func (a *asked) FindMatches(ctx context.Context, f room.Filter) ([]room.Info, error) {
	if err := a.err(); err != nil {
		return nil, err
	}
	return a.Store.FindMatches(ctx, f)
}

func (a *asked) FindOpenChallenges(ctx context.Context, users []string) ([]social.Challenge, error) {
	a.users = slices.Sorted(slices.Values(users))
	return a.Store.FindOpenChallenges(ctx, users)
}

// beside returns a house with other services on the same store, which do nothing in the
// background.
func (h *house) beside() (*house, *asked) {
	a := &asked{Store: h.Store}
	return &house{&livetest.House{
		T: h.T, Clock: h.Clock, Store: h.Store, Services: livetest.NewServices(a, mem.New(), h.Clock.Now),
	}}, a
}

// against starts a match of a user, who has White, against a guest.
func (h *house) against(u account.User) (id string, guest account.User) {
	h.T.Helper()
	h.Clock.Advance(time.Second) // lists are in the order of time
	guest = h.Guest()
	info, err := h.Rooms.Create(background, u, room.Spec{Game: "toy", Kind: room.Private})
	must(h.T, err)
	_, err = h.Rooms.Join(background, guest, info.ID)
	must(h.T, err)
	h.Do(u, info.ID, match.Action{Kind: match.Start})
	return info.ID, guest
}

// A change of turn is read from the matches in memory.
func TestTurnInMemory(t *testing.T) {
	h, store := newHouse(t).beside()
	ann := h.Guest()
	one, _ := h.against(ann)
	two, bob := h.against(ann)
	three, _ := h.against(ann)
	w := h.Notices.Watch(ann)
	defer w.Close()
	wantList(t, "at first", next(t, w), ann, one+"!", two+"!", three+"!")
	store.matches = 0
	h.Clock.Advance(time.Second)
	h.Move(ann, two, "a1")
	wantList(t, "after a move", next(t, w), ann, one+"!", three+"!", two)
	h.Clock.Advance(time.Second)
	h.Move(bob, two, "b1")
	wantList(t, "after an answer", next(t, w), ann, one+"!", three+"!", two+"!")
	if store.matches != 0 {
		t.Errorf("the store was asked %d times", store.matches)
	}
}

// Matches that are not in memory are read by one query. If it fails, the stream keeps
// its last state.
func TestTurnFails(t *testing.T) {
	first := newHouse(t)
	ann := first.Guest()
	one, _ := first.against(ann)
	two, bob := first.against(ann)
	h, store := first.beside()
	w := h.Notices.Watch(ann)
	defer w.Close()
	wantList(t, "at first", next(t, w), ann, one+"!", two+"!")
	h.Clock.Advance(time.Second)
	h.Move(ann, two, "a1")
	store.fail, store.matches = true, 0
	if n, err := w.Next(t.Context()); err == nil {
		t.Errorf("got %+v of a store that fails", n)
	}
	if store.matches != 1 {
		t.Errorf("the store was asked %d times, want 1", store.matches)
	}
	store.fail = false
	h.Clock.Advance(time.Second)
	h.Move(bob, two, "b1")
	wantList(t, "afterwards", next(t, w), ann, one+"!", two+"!")
}

// A node asks for the open challenges of the users who have a page there.
func TestCatchUpOnNode(t *testing.T) {
	first := newHouse(t)
	ann, bob := first.two()
	carol, _ := first.Member("carol")
	h, store := first.beside()
	first.challenges(ann, "bob", quick)
	must(t, h.Challenges.CatchUp(background))
	if len(store.users) != 0 {
		t.Errorf("without pages, it asked for %v", store.users)
	}
	for _, u := range []account.User{bob, carol} {
		defer h.Presence.Users.Enter(u.ID)()
	}
	must(t, h.Challenges.CatchUp(background))
	if want := slices.Sorted(slices.Values([]string{bob.ID, carol.ID})); !slices.Equal(store.users, want) {
		t.Errorf("it asked for %v, want %v", store.users, want)
	}
}
