// SPDX-License-Identifier: Apache-2.0

package live

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"
)

// beatWithin is how old the last heartbeat of a ready server may be. The disk of a
// server that waits longer for a beat hangs.
const beatWithin = 10 * time.Second

// readiness is a Store that remembers whether the last heartbeat was written.
type readiness struct {
	Store
	mu  sync.Mutex
	at  time.Time // when that was
	err error
}

func newReadiness(s Store) *readiness {
	return &readiness{Store: s, err: errors.New("the service has not started")}
}

// Beat implements Store.
func (r *readiness) Beat(ctx context.Context, now time.Time) error {
	return r.note(r.Store.Beat(ctx, now))
}

// BeatNode implements Store.
func (r *readiness) BeatNode(ctx context.Context, b NodeBeat) (time.Time, error) {
	last, err := r.Store.BeatNode(ctx, b)
	return last, r.note(err)
}

// Now implements Store: a store that does not know the time cannot be written either.
func (r *readiness) Now(ctx context.Context) (time.Time, error) {
	now, err := r.Store.Now(ctx)
	if err != nil {
		err = r.note(err)
	}
	return now, err
}

// Ping implements Store.
func (r *readiness) Ping(ctx context.Context) error { return r.note(r.Store.Ping(ctx)) }

// note remembers the outcome of a write. One that was cancelled, since the service
// stops, says nothing about the store.
func (r *readiness) note(err error) error {
	if errors.Is(err, context.Canceled) {
		return err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.at, r.err = time.Now(), err
	return err
}

// last returns the error of the last heartbeat, or one that it is too old.
func (r *readiness) last() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if age := time.Since(r.at); r.err == nil && age > beatWithin {
		return fmt.Errorf("the last heartbeat was %v ago", age.Round(time.Second))
	}
	return r.err
}

// Ready reports whether moves can be saved. It does not write: it returns how the
// last heartbeat went, which the service writes twice a second.
func (s *Service) Ready() error { return s.ready.last() }
