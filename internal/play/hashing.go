// SPDX-License-Identifier: Apache-2.0

package play

import (
	"context"
	"sync/atomic"
	"time"
)

// maxWaiting bounds those who wait for their turn to hash. The last of them waits
// for half a minute; who is sent away comes back at once, which costs more than
// letting them wait.
const maxWaiting = 256

// hashing bounds the hashes computed at the same time, and so the processors and
// the memory (19 MiB each) that a flood of log-ins can take.
type hashing struct {
	slots   chan struct{}
	waiting atomic.Int64
}

// begin waits for a turn, which the returned function ends; Limited when too many
// wait.
func (h *hashing) begin(ctx context.Context) (end func(), err error) {
	select {
	case h.slots <- struct{}{}:
		return h.turn(), nil
	default:
	}
	defer h.waiting.Add(-1)
	if h.waiting.Add(1) > maxWaiting {
		return nil, refuse(Limited, "busy")
	}
	select {
	case h.slots <- struct{}{}:
		return h.turn(), nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// restFor is how many times as long as a hash took its turn goes on while others
// wait: the processor is left to those who play for most of the time.
const restFor = 3

// turn begins a turn.
func (h *hashing) turn() (end func()) {
	began := time.Now()
	return func() {
		if h.waiting.Load() == 0 {
			<-h.slots
			return
		}
		time.AfterFunc(restFor*time.Since(began), func() { <-h.slots })
	}
}
