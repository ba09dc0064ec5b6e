// SPDX-License-Identifier: Apache-2.0

package cluster

import (
	"context"
	"time"
)

// Alone is the Cluster of a server that shares its store with no other.
type Alone struct {
	process
	now func() time.Time
}

// NewAlone returns the Cluster of a server alone.
func NewAlone(o Options) *Alone {
	return &Alone{process: newProcess(o), now: o.Now}
}

// Start implements Cluster. Clocks that stood while the server was down resume with the
// first heartbeat, or with the first command in their match: it may take a while until
// all do, and meanwhile the server takes moves.
func (a *Alone) Start(ctx context.Context) error {
	last, err := a.lastBeat(ctx)
	if err == nil {
		a.outage.start(last)
		_ = a.ready.note(a.store.Ping(ctx)) // Ready has the error
	}
	return err
}

// Stop implements Cluster.
func (a *Alone) Stop(context.Context) (last bool, err error) { return true, nil }

// Now implements Cluster.
func (a *Alone) Now() time.Time { return a.now() }

// Offset implements Cluster.
func (a *Alone) Offset() time.Duration { return 0 }

// Heartbeat implements Cluster.
func (a *Alone) Heartbeat(ctx context.Context, settle Settle) (time.Time, error) {
	a.beating.Lock()
	defer a.beating.Unlock()
	if a.outage.Stopping() != nil {
		return time.Time{}, nil
	}
	now, failures := a.now(), a.outage.failures()
	if _, is := a.outage.Ongoing(now); is {
		settled, err := settle(ctx, now)
		if err != nil || settled.IsZero() {
			return time.Time{}, err
		}
		now = settled
	}
	err := a.ready.note(a.store.Beat(ctx, now))
	a.outage.Note(err)
	if err != nil || !a.outage.end(now, failures) {
		return time.Time{}, err
	}
	return now, nil
}

// OutageOf implements Cluster.
func (a *Alone) OutageOf(_, now time.Time) (from time.Time, is bool) { return a.outage.Ongoing(now) }

// MayLag implements Cluster.
func (a *Alone) MayLag() bool { return false }

// Current implements Cluster.
func (a *Alone) Current(_ context.Context, now time.Time) (time.Time, error) { return now, nil }

// Confirm implements Cluster.
func (a *Alone) Confirm(context.Context) error { return nil }

// TakeTask implements Cluster.
func (a *Alone) TakeTask(context.Context, string, time.Duration) (bool, error) { return true, nil }

// CatchUp implements Cluster.
func (a *Alone) CatchUp(context.Context, string, time.Duration, func(context.Context) error) {}

// Exchange implements Cluster.
func (a *Alone) Exchange(context.Context, Announcer) {}

// Learn implements Cluster.
func (a *Alone) Learn(context.Context, Announcer) error { return nil }

// Alive implements Cluster.
func (a *Alone) Alive(context.Context) ([]Node, error) { return nil, nil }

// Alone implements Cluster.
func (a *Alone) Alone(context.Context) bool { return true }

// Turns implements Cluster.
func (a *Alone) Turns(context.Context) (turn func(key string) int, err error) {
	return func(string) int { return 0 }, nil
}
