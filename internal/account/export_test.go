// SPDX-License-Identifier: Apache-2.0

package account

import (
	"context"
	"time"
)

// Sweep sweeps at each of the times until the context ends.
func (s *Service) Sweep(ctx context.Context, times <-chan time.Time) { s.sweeper.sweep(ctx, times) }
