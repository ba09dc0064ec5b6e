// SPDX-License-Identifier: Apache-2.0

package play

import "time"

// Faults returns how the service notes the faults of work that is repeated.
func (s *Service) Faults(what string) func(error) { return s.newFaults(what).note }

// Sweep is sweep.
func (s *Service) Sweep(times <-chan time.Time) { s.sweep(times) }
