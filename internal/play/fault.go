// SPDX-License-Identifier: Apache-2.0

package play

import (
	"context"
	"errors"
	"time"
)

// faultEvery is how often a fault that lasts is logged again.
const faultEvery = time.Minute

// faults logs what goes wrong in work that is done again and again: on a full
// disk all of it fails, twice a second, and would fill what is left with its log.
type faults struct {
	service *Service
	what    string
	told    time.Time
	untold  int // since then
}

func (s *Service) newFaults(what string) *faults { return &faults{service: s, what: what} }

// note logs an error, at most one in a minute, with the number of those that were
// left out.
func (f *faults) note(err error) {
	if err == nil || errors.Is(err, context.Canceled) {
		return
	}
	now := f.service.now()
	if !f.told.IsZero() && now.Sub(f.told) < faultEvery {
		f.untold++
		return
	}
	f.service.log.Error(f.what, "err", err, "untold", f.untold)
	f.told, f.untold = now, 0
}
