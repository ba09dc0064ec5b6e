// SPDX-License-Identifier: Apache-2.0

package play

import (
	"context"
	"errors"
	"time"
)

const (
	// sweepEvery is how often what could not be wiped is tried again.
	sweepEvery = time.Minute
	// guestsEvery counts sweeps between two looks for guests who never played.
	guestsEvery = 24 * 60
)

// sweepOften clears away what nobody needs until the service stops.
func (s *Service) sweepOften() {
	ticker := time.NewTicker(sweepEvery)
	defer ticker.Stop()
	s.sweep(ticker.C)
}

// sweep clears away, at the start and then at each time, what nobody needs. The
// start sees to what a crash left unwiped. Expired sessions and tokens go when
// new ones are made.
func (s *Service) sweep(times <-chan time.Time) {
	s.unwiped.Store(true)
	for n := 0; ; n++ {
		s.wipe(s.stopped)
		if n%guestsEvery == 0 {
			if err := s.store.DeleteGuests(s.stopped, s.now()); err != nil && !errors.Is(err, context.Canceled) {
				s.log.Error("delete guests who never played", "err", err)
			}
		}
		select {
		case <-s.stopped.Done():
			return
		case <-times:
		}
	}
}
