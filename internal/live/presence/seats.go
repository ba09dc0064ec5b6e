// SPDX-License-Identifier: Apache-2.0

package presence

import (
	"sync"
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
	now       func() time.Time
	elsewhere *elsewhere
	urgent    chan<- struct{}

	mu    sync.Mutex
	seats map[seatKey]*attendance
	swept time.Time
}

// Enter notes a stream of a player and returns the function that ends it.
func (s *Seats) Enter(match string, side game.Side) (leave func()) {
	k := seatKey{match, side}
	s.note(k, 1)
	return func() { s.note(k, -1) }
}

// Visit notes a request of a player, and reports whether the player was present before.
func (s *Seats) Visit(match string, side game.Side) (before bool) {
	return s.note(seatKey{match, side}, 0)
}

// Here reports whether a player is present.
func (s *Seats) Here(match string, side game.Side) bool {
	k, now := seatKey{match, side}, s.now()
	s.mu.Lock()
	here := s.seats[k].here(now)
	s.mu.Unlock()
	if here {
		return true
	}
	other := s.elsewhere.seat(k)
	return other.here(now)
}

// Gone returns how long a player has been absent while the server was up, 0 when
// present. Before up, players could not be seen.
func (s *Seats) Gone(match string, side game.Side, up time.Time) time.Duration {
	k, now := seatKey{match, side}, s.now()
	other := s.elsewhere.seat(k)
	s.mu.Lock()
	defer s.mu.Unlock()
	a := s.seats[k]
	if a.here(now) || other.here(now) {
		return 0
	}
	if a != nil && a.seen.After(up) {
		up = a.seen
	}
	if other.seen.After(up) {
		up = other.seen
	}
	return now.Sub(up)
}

// note adds to the streams of a player and sets when the player was last seen. It
// reports whether the player was present before.
func (s *Seats) note(k seatKey, streams int) (before bool) {
	now := s.now()
	s.mu.Lock()
	defer s.mu.Unlock()
	a := s.seats[k]
	before = a.here(now)
	if a == nil {
		a = &attendance{}
		s.seats[k] = a
	}
	stays := presentFor
	if streams < 0 {
		stays = ReconnectsIn
	}
	a.note(streams, now, stays)
	s.sweep(now)
	if !before {
		select {
		case s.urgent <- struct{}{}:
		default: // an announcement is due already
		}
	}
	return before
}

// sweep forgets absent players when there are many. It goes over all seats, so not with
// every request.
func (s *Seats) sweep(now time.Time) {
	if len(s.seats) < maxSeats || now.Sub(s.swept) < sweepEvery {
		return
	}
	s.swept = now
	for k, a := range s.seats {
		if a.streams == 0 && now.Sub(a.seen) > keeps {
			delete(s.seats, k)
		}
	}
}

// stays returns the players who are here or left lately.
func (s *Seats) stays() map[string]stay {
	now := s.now()
	s.mu.Lock()
	defer s.mu.Unlock()
	list := map[string]stay{}
	for k, a := range s.seats {
		if a.here(now) || now.Sub(a.seen) < keeps {
			list[k.String()] = stayOf(a)
		}
	}
	return list
}
