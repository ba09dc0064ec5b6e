// SPDX-License-Identifier: Apache-2.0

package computer_test

import (
	"context"
	"sync/atomic"
	"testing"
	"time"

	"cairn/internal/bus/mem"
	"cairn/internal/live/livetest"
	"cairn/internal/live/room"
)

// slow is a store in which a change of a match waits for released.
type slow struct {
	livetest.Store
	begun, released chan struct{}
	made            atomic.Bool
}

func (s *slow) Append(ctx context.Context, c room.Change) error {
	close(s.begun)
	<-s.released
	err := s.Store.Append(ctx, c)
	s.made.Store(true)
	return err
}

// The end of the work in the background waits for the searches, also in a service that
// was not started, as in a program beside the server.
func TestAbandonWaits(t *testing.T) {
	h := livetest.New(t)
	store := &slow{Store: h.Store, begun: make(chan struct{}), released: make(chan struct{})}
	s := livetest.NewServices(store, mem.New(), h.Clock.Now)
	_, err := s.Rooms.Create(background, h.Guest(), room.Spec{Game: "toy", Kind: room.Computer, Level: "novice", Side: room.AsBlack})
	must(t, err)
	<-store.begun
	time.AfterFunc(100*time.Millisecond, func() { close(store.released) })
	s.Abandon()
	if !store.made.Load() {
		t.Error("a search goes on after Abandon")
	}
}
