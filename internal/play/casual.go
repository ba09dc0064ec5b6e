// SPDX-License-Identifier: Apache-2.0

package play

import (
	"slices"
	"sync"
	"time"
)

// casuals are the games and clocks for which somebody waits to play a casual
// match. Those who wait for a rated one are told: rather that than nobody. It is
// not done the other way round too, lest two change places for ever.
type casuals struct {
	mu    sync.Mutex
	pools map[pool]bool
}

// waits reports whether a rated seek could have a casual match at once.
func (c *casuals) waits(seek Seek) bool {
	if !seek.Rated || seek.Match != "" {
		return false
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.pools[pool{seek.Game, seek.Control, false}]
}

// note takes in all those who wait, and returns the rated ones for whom that
// makes a difference.
func (c *casuals) note(waiting []Seek, now time.Time) (changed []Seek) {
	pools := map[pool]bool{}
	for _, seek := range waiting {
		if !seek.Rated && now.Sub(seek.Seen) < seekLife {
			pools[seek.pool()] = true
		}
	}
	c.mu.Lock()
	before := c.pools
	c.pools = pools
	c.mu.Unlock()
	for _, seek := range waiting {
		p := pool{seek.Game, seek.Control, false}
		if seek.Rated && pools[p] != before[p] {
			changed = append(changed, seek)
		}
	}
	return changed
}

// tellRated tells those who wait for a rated match whether somebody waits for a
// casual one.
func (s *Service) tellRated(waiting []Seek) {
	for _, seek := range s.casuals.note(waiting, s.now()) {
		s.bus.Publish(seekTopic(seek.ID), 1)
	}
}

// without leaves out the seek of a user, and returns its id; "" for none.
func without(waiting []Seek, user string) (others []Seek, own string) {
	i := slices.IndexFunc(waiting, func(s Seek) bool { return s.User == user })
	if i < 0 {
		return waiting, ""
	}
	own = waiting[i].ID
	return slices.Delete(waiting, i, i+1), own
}
