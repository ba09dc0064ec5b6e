// SPDX-License-Identifier: Apache-2.0

package play_test

import (
	"context"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"cairn/internal/play"
)

// unwilling is a store that cannot wipe the first two times.
type unwilling struct {
	play.Store
	asked atomic.Int32
}

// Wipe implements play.Store.
func (u *unwilling) Wipe(ctx context.Context) error {
	if u.asked.Add(1) <= 2 {
		return play.ErrNoSpace
	}
	return u.Store.Wipe(ctx)
}

// TestSweepTriesAgain wipes at every sweep until it works, and then no more.
func TestSweepTriesAgain(t *testing.T) {
	h := newHouse(t)
	store := &unwilling{Store: h.store}
	s := play.New(play.Options{Store: store, Bus: noBus{}, Games: h.games(), Now: h.clock.Now})
	times := make(chan time.Time)
	var sweeping sync.WaitGroup
	sweeping.Go(func() { s.Sweep(times) })
	for range 5 {
		times <- h.clock.Now()
	}
	s.Abandon()
	sweeping.Wait()
	if got := store.asked.Load(); got != 3 {
		t.Errorf("got %d attempts to wipe, want 3", got)
	}
}
