// SPDX-License-Identifier: Apache-2.0

package live

import (
	"context"
	"sync"
	"time"
)

// maxJump is by how much the wall clock and the monotonic clock of this machine may
// come to differ before the time is measured again: the machine was suspended, or
// its clock was set.
const maxJump = 500 * time.Millisecond

// Time is the time by which all nodes on one database decide: that of the
// database. A node measures it with every beat, and counts with its own monotonic
// clock in between, so that its own wall clock does not matter. A database without
// a clock has the time of the process.
type Time struct {
	local func() time.Time
	store NodeStore // nil for the time of the process

	mu   sync.Mutex
	base time.Time // local time of the last measurement
	at   time.Time // time of the database then; zero without one
}

// Now returns the time.
func (t *Time) Now() time.Time {
	local := t.local()
	if t.store == nil {
		return local
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.of(local)
}

// of returns the time at a local time.
func (t *Time) of(local time.Time) time.Time {
	if t.at.IsZero() {
		return local
	}
	return t.at.Add(local.Sub(t.base))
}

// Offset returns by how much the time is ahead of the wall clock of this machine.
func (t *Time) Offset() time.Duration { return wall(t.Now()).Sub(wall(t.local())) }

// An answer of the database within goodAnswer is exact enough. Else it is asked again, so
// often at most.
const (
	goodAnswer = 50 * time.Millisecond
	maxAsked   = 4
)

// measure asks the database for its time. An answer that took long is inexact: the
// known time is kept if it agrees with it, else the quickest of several answers counts.
func (t *Time) measure(ctx context.Context) error {
	var best reading
	for range maxAsked {
		r, err := t.read(ctx)
		if err != nil || r.at.IsZero() {
			return err
		}
		if t.agrees(r) {
			return nil
		}
		if best.at.IsZero() || r.took < best.took {
			best = r
		}
		if best.took <= goodAnswer {
			break
		}
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.base, t.at = best.ended, wall(best.at.Add(best.took/2))
	return nil
}

// reading is an answer of the database: the time was at when it was given, at some
// moment of the time it took.
type reading struct {
	at, ended time.Time
	took      time.Duration
}

func (t *Time) read(ctx context.Context) (reading, error) {
	began := t.local()
	at, err := t.store.Now(ctx)
	ended := t.local()
	return reading{at, ended, ended.Sub(began)}, err
}

// agrees reports whether the known time may be right, and then counts on from there.
func (t *Time) agrees(r reading) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	known := t.of(r.ended)
	if early, late := r.at, r.at.Add(r.took+time.Millisecond); t.at.IsZero() || known.Before(early) || known.After(late) {
		return false
	}
	t.base, t.at = r.ended, wall(known)
	return true
}

// jumped reports whether the time must be measured before it is used.
func (t *Time) jumped() bool {
	local := t.local()
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.at.IsZero() {
		return false
	}
	return (wall(local).Sub(wall(t.base)) - local.Sub(t.base)).Abs() > maxJump
}
