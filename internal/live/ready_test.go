// SPDX-License-Identifier: Apache-2.0

package live_test

import (
	"context"
	"sync/atomic"
	"testing"
	"time"

	"cairn/internal/failure"
	"cairn/internal/live/livetest"
)

// pulseless counts pings and fails to beat while full.
type pulseless struct {
	livetest.Store
	pings atomic.Int64
	full  atomic.Bool
}

func (p *pulseless) Ping(ctx context.Context) error {
	p.pings.Add(1)
	return p.Store.Ping(ctx)
}

func (p *pulseless) Beat(ctx context.Context, now time.Time) error {
	if p.full.Load() {
		return failure.ErrNoSpace
	}
	return p.Store.Beat(ctx, now)
}

// TestReady asks whether a service is ready, which writes nothing, while its disk
// fills up and is freed again.
func TestReady(t *testing.T) {
	h := newHouse(t)
	p := &pulseless{Store: h.Store}
	s := livetest.NewServices(p, noBus{}, h.Clock.Now)
	if s.Cluster.Ready() == nil {
		t.Error("a service that has not started is ready")
	}
	s.Run(t)
	defer func() {
		s.Accounts.Stop()
		s.Abandon()
	}()
	for range 10_000 {
		must(t, s.Cluster.Ready())
	}
	if got := p.pings.Load(); got != 1 {
		t.Errorf("got %d pings, want that of the start", got)
	}
	for _, full := range []bool{true, false} {
		p.full.Store(full)
		for (s.Cluster.Ready() != nil) != full {
			time.Sleep(time.Millisecond) // until the next beat
		}
	}
}
