// SPDX-License-Identifier: Apache-2.0

package presence

import (
	"log/slog"
	"strconv"
	"testing"
	"time"

	"cairn/game"
	"cairn/internal/bus/mem"
)

// With very many seats, absent players are searched for once a second, not with every
// request.
func TestSweep(t *testing.T) {
	now := time.Date(2026, 11, 1, 12, 0, 0, 0, time.UTC)
	s := New(mem.New(), func() time.Time { return now }, slog.New(slog.DiscardHandler)).Seats
	for i := range maxSeats {
		s.Enter(strconv.Itoa(i), game.White)
	}
	up := now.Add(-time.Hour)
	s.Visit("old", game.White)
	seen := now
	for _, c := range []struct {
		after time.Duration
		known bool
	}{
		{announceFor, true}, // it sweeps
		{announceFor + sweepEvery/2, true},
		{announceFor + sweepEvery - 1, true},
		{announceFor + sweepEvery, false},
	} {
		now = seen.Add(c.after)
		s.Visit("another", game.White)
		if known := s.Gone("old", game.White, up) == c.after; known != c.known {
			t.Errorf("after %s: known: %v, want %v", c.after, known, c.known)
		}
	}
}
