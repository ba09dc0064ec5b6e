// SPDX-License-Identifier: Apache-2.0

package live_test

import (
	"context"
	"sync/atomic"
	"testing"
	"time"

	"cairn/internal/failure"
)

// pulseless counts pings and fails to beat while full.
type pulseless struct {
	store
	pings atomic.Int64
	full  atomic.Bool
}

func (p *pulseless) Ping(ctx context.Context) error {
	p.pings.Add(1)
	return p.store.Ping(ctx)
}

func (p *pulseless) Beat(ctx context.Context, now time.Time) error {
	if p.full.Load() {
		return failure.ErrNoSpace
	}
	return p.store.Beat(ctx, now)
}

// TestReady asks whether a service is ready, which writes nothing, while its disk
// fills up and is freed again.
func TestReady(t *testing.T) {
	h := newHouse(t)
	p := &pulseless{store: h.store}
	s := newServices(p, noBus{}, h.clock.Now)
	if s.Ready() == nil {
		t.Error("a service that has not started is ready")
	}
	s.start(t)
	defer func() {
		s.accounts.Stop()
		s.Abandon()
	}()
	for range 10_000 {
		must(t, s.Ready())
	}
	if got := p.pings.Load(); got != 1 {
		t.Errorf("got %d pings, want that of the start", got)
	}
	for _, full := range []bool{true, false} {
		p.full.Store(full)
		for (s.Ready() != nil) != full {
			time.Sleep(time.Millisecond) // until the next beat
		}
	}
}
