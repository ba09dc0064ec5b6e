// SPDX-License-Identifier: Apache-2.0

package presence

import (
	"maps"
	"time"

	"cairn/game"
)

const (
	// maxSeats is how many seats are known before seats of absent players are
	// dropped; one takes some 200 bytes.
	maxSeats = 40_000
	// sweepEvery is the shortest time between two searches for absent players.
	sweepEvery = time.Second
)

// seatKey is a side of a match.
type seatKey struct {
	match string
	side  game.Side
}

func (k seatKey) String() string { return k.match + " " + k.side.String() }

// Seats knows which players are present in their matches.
type Seats struct {
	registry[seatKey]
	urgent chan<- struct{}
}

// Enter notes a stream of a player and returns the function that ends it.
func (s *Seats) Enter(match string, side game.Side) (leave func()) {
	k := seatKey{match, side}
	s.noteSeat(k, 1, presentFor)
	return func() { s.noteSeat(k, -1, ReconnectsIn) }
}

// Visit notes a request of a player, and reports whether the player was present before.
func (s *Seats) Visit(match string, side game.Side) (before bool) {
	return s.noteSeat(seatKey{match, side}, 0, presentFor)
}

// Here reports whether a player is present.
func (s *Seats) Here(match string, side game.Side) bool {
	a, _ := s.find(seatKey{match, side})
	return a.here(s.now())
}

// Gone returns how long a player has been absent while the server was up, 0 when
// present. Before up, players could not be seen.
func (s *Seats) Gone(match string, side game.Side, up time.Time) time.Duration {
	now := s.now()
	a, _ := s.find(seatKey{match, side})
	switch {
	case a.here(now):
		return 0
	case a.seen.After(up):
		return now.Sub(a.seen)
	}
	return now.Sub(up)
}

// noteSeat is note, and announces a player who has come. It drops absent players when
// there are many, but not with every request: that goes over all seats.
func (s *Seats) noteSeat(k seatKey, streams int, stays time.Duration) (before bool) {
	now := s.now()
	s.mu.Lock()
	defer s.mu.Unlock()
	before = s.note(k, streams, now, stays)
	if len(s.known) >= maxSeats && now.Sub(s.swept) >= sweepEvery {
		s.swept = now
		maps.DeleteFunc(s.known, func(_ seatKey, a *attendance) bool { return a.streams == 0 && now.Sub(a.seen) > announceFor })
	}
	if !before {
		select {
		case s.urgent <- struct{}{}:
		default: // an announcement is due already
		}
	}
	return before
}
