// SPDX-License-Identifier: Apache-2.0

package account

import (
	"context"
	"time"
)

// Sweep sweeps at each of the times until the context ends.
func (s *Service) Sweep(ctx context.Context, times <-chan time.Time) { s.sweeper.sweep(ctx, times) }

// Hashing returns how many wait for a password hash.
func (s *Service) Hashing() int { return s.hasher.queue.Waiting() }

// OfAddress returns how many hashes of an address run or wait.
func (s *Service) OfAddress(address string) int { return s.hasher.queue.OfAddress(address) }
