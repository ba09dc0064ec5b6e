// SPDX-License-Identifier: Apache-2.0

package cluster

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"cairn/internal/failure"
)

// process is the state that Alone and Shared have in common.
type process struct {
	store   Store
	outage  *Outage
	ready   *readiness
	beating sync.Mutex // held during a heartbeat
}

func newProcess(o Options) process {
	return process{store: o.Store, outage: newOutage(o.Now()), ready: newReadiness()}
}

// Outage implements Cluster.
func (p *process) Outage() *Outage { return p.outage }

// Ready implements Cluster.
func (p *process) Ready() error { return p.ready.last() }

// lastBeat returns the last heartbeat of any node.
func (p *process) lastBeat(ctx context.Context) (time.Time, error) {
	last, err := p.store.LastBeat(ctx)
	if failure.CodeOf(err) == failure.NotFound {
		return time.UnixMilli(0), nil // clocks are then paused as of the last event
	}
	return last, err
}

// readyWithin is how old the last heartbeat of a ready server may be. The disk of a
// server that waits longer for a heartbeat hangs.
const readyWithin = 10 * time.Second

// readiness remembers whether the last heartbeat was written.
type readiness struct {
	mu  sync.Mutex
	at  time.Time // when that was
	err error
}

func newReadiness() *readiness {
	return &readiness{err: errors.New("the service has not started")}
}

// note remembers the outcome of a write and returns it. A write that was cancelled,
// since the service stops, says nothing about the store.
func (r *readiness) note(err error) error {
	if errors.Is(err, context.Canceled) {
		return err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.at, r.err = time.Now(), err
	return err
}

// last returns the error of the last heartbeat, or that it is too old.
func (r *readiness) last() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if age := time.Since(r.at); r.err == nil && age > readyWithin {
		return fmt.Errorf("the last heartbeat was %v ago", age.Round(time.Second))
	}
	return r.err
}
