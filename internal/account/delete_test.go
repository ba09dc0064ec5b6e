// SPDX-License-Identifier: Apache-2.0

package account_test

import (
	"context"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"cairn/internal/account"
	"cairn/internal/failure"
)

// unwilling is a store whose first two wipes fail.
type unwilling struct {
	account.Store
	asked atomic.Int32
}

// Wipe implements account.Store.
func (u *unwilling) Wipe(ctx context.Context) error {
	if u.asked.Add(1) <= 2 {
		return failure.ErrNoSpace
	}
	return u.Store.Wipe(ctx)
}

// TestSweepTriesAgain retries a failed wipe at every sweep, until it succeeds.
func TestSweepTriesAgain(t *testing.T) {
	h := newHouse(t)
	store := &unwilling{Store: h.store}
	s := account.New(account.Options{Store: store, Now: h.clock.Now})
	ctx, cancel := context.WithCancel(background)
	times := make(chan time.Time)
	var sweeping sync.WaitGroup
	sweeping.Go(func() { s.Sweep(ctx, times) })
	for range 5 {
		times <- h.clock.Now()
	}
	cancel()
	sweeping.Wait()
	if got := store.asked.Load(); got != 3 {
		t.Errorf("got %d attempts to wipe, want 3", got)
	}
}
