// SPDX-License-Identifier: Apache-2.0

package lobby_test

import (
	"context"
	"testing"
	"time"

	"cairn/internal/bus/mem"
	"cairn/internal/failure"
	"cairn/internal/live/livetest"
	"cairn/internal/live/lobby"
	"cairn/internal/live/room"
)

// asked is a store that counts the queries that read all waiting seeks or all blocks of
// their users, and in which changes of one seek fail.
type asked struct {
	livetest.Store
	all    int
	broken string // id of the seek
}

func (a *asked) FindWaiting(ctx context.Context) ([]lobby.Seek, error) {
	a.all++
	return a.Store.FindWaiting(ctx)
}

func (a *asked) FindBlocks(ctx context.Context, users []string) ([][2]string, error) {
	a.all++
	return a.Store.FindBlocks(ctx, users)
}

func (a *asked) PairWaiting(ctx context.Context, one, other string, pair func(a, b lobby.Seek) (room.NewMatch, error)) error {
	if one == a.broken || other == a.broken {
		return failure.ErrNoSpace
	}
	return a.Store.PairWaiting(ctx, one, other, pair)
}

func (a *asked) DeleteSeek(ctx context.Context, id, user string) error {
	if id == a.broken {
		return failure.ErrNoSpace
	}
	return a.Store.DeleteSeek(ctx, id, user)
}

// beside returns a house whose services do nothing in the background.
func beside(t *testing.T) (*house, *asked) {
	t.Helper()
	h := newHouse(t)
	a := &asked{Store: h.Store}
	return &house{&livetest.House{T: t, Clock: h.Clock, Store: h.Store, Services: livetest.NewServices(a, mem.New(), h.Clock.Now)}}, a
}

// A new seek reads the seeks that fit it, not all that wait.
func TestSeekReadsLittle(t *testing.T) {
	h, store := beside(t)
	h.seeks(h.Account("ann"), lobby.Wish{Games: []string{"toy"}, Controls: []string{"1d"}})
	h.seeks(h.Account("bob"), lobby.Wish{Games: []string{"nine"}})
	found, err := h.Seek(background, h.Account("carl"), "toy", "1d", false)
	if err != nil || found.Match == "" {
		t.Errorf("got %+v, %v, want a match", found, err)
	}
	if store.all != 0 {
		t.Errorf("all seeks or blocks were read %d times", store.all)
	}
}

// stored stores a waiting seek that was paired with none.
func (h *house) stored(id, control string) {
	h.T.Helper()
	seek := lobby.Seek{ID: id, User: h.Account(id).ID, Game: livetest.ToyID, Control: control, Created: h.Clock.Now(), Seen: h.Clock.Now()}
	_, err := h.Store.Pair(background, seek, func(lobby.Seek) bool { return false }, nil)
	must(h.T, err)
	h.Clock.Advance(time.Millisecond)
}

// A pair that cannot be made does not keep the other pairs waiting.
func TestPairingGoesOn(t *testing.T) {
	h, store := beside(t)
	for _, id := range []string{"a", "b"} {
		h.stored(id, "none")
	}
	for _, id := range []string{"c", "d"} {
		h.stored(id, "1d")
	}
	store.broken = "a" // of the first pair
	wantCode(t, h.Lobby.Pair(background), failure.Unavailable)
	if waiting, err := h.Store.FindWaiting(background); err != nil || len(waiting) != 2 || waiting[0].ID != "a" {
		t.Errorf("got %+v, %v, want a and b", waiting, err)
	}
}

// A seek that cannot be deleted after its page was closed does not keep others waiting.
func TestPairingWithoutLeft(t *testing.T) {
	h, store := beside(t)
	for _, id := range []string{"first", "left"} {
		h.stored(id, "none")
		h.Presence.Seeks.Enter(id)()
	}
	h.stored("c", "1d")
	h.stored("d", "1d")
	h.Clock.Advance(10 * time.Second)
	store.broken = "first"
	wantCode(t, h.Lobby.Pair(background), failure.Unavailable)
	waiting, err := h.Store.FindWaiting(background)
	if err != nil || len(waiting) != 1 || waiting[0].ID != "first" {
		t.Errorf("got %+v, %v, want the one that cannot be deleted", waiting, err)
	}
}
