// SPDX-License-Identifier: Apache-2.0

package account

import (
	"context"
	"time"
)

// Sweep sweeps at each of the times until the context ends.
func (s *Service) Sweep(ctx context.Context, times <-chan time.Time) { s.sweeper.sweep(ctx, times) }

// Hashing returns the number of requests that wait for a password hash.
func (s *Service) Hashing() int { return s.hasher.queue.Waiting() }

// OfAddress returns the number of running and waiting hashes of an address.
func (s *Service) OfAddress(address string) int { return s.hasher.queue.OfAddress(address) }
