// SPDX-License-Identifier: Apache-2.0

package cluster

import (
	"context"
	"sync"
	"sync/atomic"
)

// barrier makes commits that change nothing. A commit waits for the standbys to have all
// commits before it.
type barrier struct {
	store Store
	begun atomic.Int64

	mu   sync.Mutex
	made int64 // the last commit that succeeded
}

// next makes an empty commit after the call, or waits for one. Concurrent callers share a
// commit.
func (b *barrier) next(ctx context.Context, note func(error) error) error {
	before := b.begun.Load()
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.made > before {
		return nil
	}
	this := b.begun.Add(1)
	err := note(b.store.Ping(ctx))
	if err == nil {
		b.made = this
	}
	return err
}
