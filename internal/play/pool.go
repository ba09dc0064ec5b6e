// SPDX-License-Identifier: Apache-2.0

package play

import (
	"context"
	"math"
	"slices"
	"time"
)

const (
	// pairEvery is how often those who wait are compared again.
	pairEvery = time.Second
	// forgetEvery is how often seeks nobody waits for are removed. They are not
	// matched any more anyway.
	forgetEvery = time.Minute

	// nearby is the difference of ratings that is fine at once: the weaker one
	// still scores 30 %.
	nearby = 150
	// The difference grows by so many points in every so much time.
	widening      = 50
	wideningEvery = 5 * time.Second
	// anybody is how long somebody waits for a good opponent. After that any is
	// better than none: whoever stays for a minute plays if anybody is there.
	anybody = 60 * time.Second
)

// pool is what seeks must have in common.
type pool struct {
	game, control string
	rated         bool
}

func (s Seek) pool() pool { return pool{s.Game, s.Control, s.Rated} }

// width returns the difference of ratings that is fine after some time of waiting.
func width(age time.Duration) float64 {
	if age >= anybody {
		return math.Inf(1)
	}
	return nearby + widening*float64(max(age, 0)/wideningEvery)
}

// fit reports whether two of one pool are to play. Who has waited longer decides
// for both: the other has a match at once instead of a better one later, and
// nobody waits for somebody else's patience. Casual matches take anyone.
func fit(a, b Seek, now time.Time) bool {
	if now.Sub(a.Seen) >= seekLife || now.Sub(b.Seen) >= seekLife {
		return false
	}
	oldest := max(now.Sub(a.Created), now.Sub(b.Created))
	return !a.Rated || math.Abs(a.Rating-b.Rating) <= width(oldest)
}

// couples returns who may play with whom by now, given those who wait, the
// oldest first. Each in turn gets the nearest of those before who have nobody.
func couples(waiting []Seek, now time.Time) [][2]Seek {
	var list [][2]Seek
	pools := map[pool][]Seek{}
	for _, seek := range waiting {
		p := seek.pool()
		i := nearest(pools[p], seek, now)
		if i < 0 {
			pools[p] = append(pools[p], seek)
			continue
		}
		list = append(list, [2]Seek{pools[p][i], seek})
		pools[p] = slices.Delete(pools[p], i, i+1)
	}
	return list
}

// nearest returns the place of the one who fits best, -1 when nobody does.
func nearest(waiting []Seek, seek Seek, now time.Time) int {
	best, distance := -1, math.Inf(1)
	for i, other := range waiting {
		if d := math.Abs(other.Rating - seek.Rating); d < distance && fit(other, seek, now) {
			best, distance = i, d
		}
	}
	return best
}

// pairWaiting makes the matches of those who have come to fit while they waited.
// Any number of servers may do this: the store lets one of them succeed.
func (s *Service) pairWaiting(ctx context.Context) error {
	waiting, err := s.store.FindWaiting(ctx)
	if err != nil {
		return err
	}
	s.tellRated(waiting)
	for _, c := range couples(waiting, s.now()) {
		err := s.store.PairWaiting(ctx, c[0].ID, c[1].ID, s.pair)
		if CodeOf(err) == NotFound { // somebody gave up, or another server was faster
			continue
		}
		if err != nil {
			return err
		}
		s.bus.Publish(seekTopic(c[0].ID), 1)
		s.bus.Publish(seekTopic(c[1].ID), 1)
	}
	return nil
}

// forgetSeeks removes the seeks of those who went away.
func (s *Service) forgetSeeks(ctx context.Context) error {
	return s.store.DeleteSeeks(ctx, s.now().Add(-seekLife))
}
