// SPDX-License-Identifier: Apache-2.0

package load

import (
	"context"
	"math/rand/v2"
	"time"
)

const (
	firstPause = 5 * time.Millisecond
	maxPause   = 500 * time.Millisecond
)

// backoff waits longer each time something fails, never as long as others who
// failed at the same moment. The zero value is ready.
type backoff struct{ pause time.Duration }

// wait returns when it is time to try again, or the context's error.
func (b *backoff) wait(ctx context.Context) error {
	b.pause = min(max(2*b.pause, firstPause), maxPause)
	timer := time.NewTimer(b.pause/2 + rand.N(b.pause))
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
