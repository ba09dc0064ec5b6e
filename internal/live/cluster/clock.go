// SPDX-License-Identifier: Apache-2.0

package cluster

import (
	"context"
	"sync"
	"time"
)

// maxJump is by how much the wall clock and the monotonic clock of this machine may
// come to differ before the time is measured again: the machine was suspended, or
// its clock was set.
const maxJump = 500 * time.Millisecond

// DatabaseClock is the database's clock, by which all nodes decide. A node measures it with
// every heartbeat, and counts with its own monotonic clock in between, so that its own
// wall clock does not matter. Until it is measured, and with a database that has no
// clock, it is the clock of the process.
type DatabaseClock struct {
	local func() time.Time
	store clockStore

	mu   sync.Mutex
	base time.Time // local time of the last measurement
	at   time.Time // time of the database then; zero without one
}

type clockStore interface {
	Now(ctx context.Context) (time.Time, error)
}

// NewDatabaseClock returns the clock of a store.
func NewDatabaseClock(local func() time.Time, store clockStore) *DatabaseClock {
	return &DatabaseClock{local: local, store: store}
}

// Now returns the time.
func (c *DatabaseClock) Now() time.Time {
	local := c.local()
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.of(local)
}

// of returns the time at a local time.
func (c *DatabaseClock) of(local time.Time) time.Time {
	if c.at.IsZero() {
		return local
	}
	return c.at.Add(local.Sub(c.base))
}

// Offset returns by how much the time is ahead of the wall clock of this machine.
func (c *DatabaseClock) Offset() time.Duration { return Wall(c.Now()).Sub(Wall(c.local())) }

// An answer of the database within goodAnswer is exact enough. Otherwise it is asked
// again, maxMeasurements times at most.
const (
	goodAnswer      = 50 * time.Millisecond
	maxMeasurements = 4
)

// Measure asks the database for its time. An answer that took long is inexact: the
// known time is kept if it agrees with it, else the quickest of several answers counts.
func (c *DatabaseClock) Measure(ctx context.Context) error {
	var best reading
	for range maxMeasurements {
		r, err := c.read(ctx)
		if err != nil || r.at.IsZero() {
			return err
		}
		if c.agrees(r) {
			return nil
		}
		if best.at.IsZero() || r.took < best.took {
			best = r
		}
		if best.took <= goodAnswer {
			break
		}
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.base, c.at = best.ended, Wall(best.at.Add(best.took/2))
	return nil
}

// reading is an answer of the database: the time was at when it was given, at some
// moment of the time it took.
type reading struct {
	at, ended time.Time
	took      time.Duration
}

func (c *DatabaseClock) read(ctx context.Context) (reading, error) {
	began := c.local()
	at, err := c.store.Now(ctx)
	ended := c.local()
	return reading{at, ended, ended.Sub(began)}, err
}

// agrees reports whether the known time may be right, and then counts on from there.
func (c *DatabaseClock) agrees(r reading) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	known := c.of(r.ended)
	if early, late := r.at, r.at.Add(r.took+time.Millisecond); c.at.IsZero() || known.Before(early) || known.After(late) {
		return false
	}
	c.base, c.at = r.ended, Wall(known)
	return true
}

// jumped reports whether the time must be measured before it is used.
func (c *DatabaseClock) jumped() bool {
	local := c.local()
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.at.IsZero() {
		return false
	}
	return (Wall(local).Sub(Wall(c.base)) - local.Sub(c.base)).Abs() > maxJump
}
