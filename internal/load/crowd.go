// SPDX-License-Identifier: Apache-2.0

package load

import (
	"context"
	"net/http"
	"sync"
	"sync/atomic"
	"time"
)

// watchEvery is how often the memory of the server is looked at.
const watchEvery = 50 * time.Millisecond

// crowd are people who log in again and again.
type crowd struct {
	bench // counts errors
	name  string
	stop  context.CancelFunc
	group sync.WaitGroup

	entered, busy, peak atomic.Int64
	err                 error // of reading the memory; good once all have left
}

// newCrowd lets them begin.
func newCrowd(ctx context.Context, plan LoginPlan, name string) *crowd {
	c := &crowd{bench: bench{plan: plan.Plan}, name: name}
	ctx, c.stop = context.WithCancel(ctx)
	for range plan.Parallel {
		c.group.Go(func() { c.note(ctx, c.person(ctx, plan.Think)) })
	}
	c.group.Go(func() { c.err = c.watch(ctx) })
	return c
}

// leave waits until all are gone.
func (c *crowd) leave() {
	c.stop()
	c.group.Wait()
}

// person logs in until the time is over. Whoever is told to come later does.
func (c *crowd) person(ctx context.Context, think time.Duration) error {
	client, err := NewClient(c.plan.URL)
	if err != nil {
		return err
	}
	defer client.Close()
	for {
		a, _, err := client.logIn(ctx, c.name, loginPassword)
		switch {
		case err != nil:
			return err
		case a.status == http.StatusOK:
			c.entered.Add(1)
		case a.status == http.StatusTooManyRequests:
			c.busy.Add(1)
		default:
			return refusalOf(a)
		}
		select {
		case <-time.After(think):
		case <-ctx.Done():
			return nil
		}
	}
}

// watch keeps the most memory that the server has had in use.
func (c *crowd) watch(ctx context.Context) error {
	tick := time.NewTicker(watchEvery)
	defer tick.Stop()
	for {
		now, err := c.memory()
		if err != nil {
			return err
		}
		c.peak.Store(max(c.peak.Load(), now))
		select {
		case <-tick.C:
		case <-ctx.Done():
			return nil
		}
	}
}
