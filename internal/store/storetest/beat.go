// SPDX-License-Identifier: Apache-2.0

package storetest

import (
	"context"
	"testing"
	"time"

	"cairn/internal/failure"
	"cairn/internal/live"
)

func testBeat(t *testing.T, s Store) {
	must(t, s.Ping(t.Context()))
	_, err := s.LastBeat(t.Context())
	wantError(t, "beat of a server that never was", err, failure.ErrNotFound)
	for _, at := range []time.Time{noon, noon.Add(time.Hour), noon.Add(time.Minute)} { // a clock may be set back
		must(t, s.Beat(t.Context(), at))
		must(t, s.Ping(t.Context()))
		got, err := s.LastBeat(t.Context())
		must(t, err)
		wantEqual(t, "last beat", got, at)
	}
}

// testContext calls everything off before it begins.
func testContext(t *testing.T, s Store) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	b := NewTable(t, "m1", live.Open, Online("u1", "u2"))
	wantError(t, "write", s.CreateMatch(ctx, b.Created()), context.Canceled)
	_, err := s.FindMatch(ctx, "m1")
	wantError(t, "read a row", err, context.Canceled)
	_, err = s.FindMatches(ctx, live.Filter{})
	wantError(t, "read rows", err, context.Canceled)
	_, err = s.FindMatch(t.Context(), "m1")
	wantError(t, "what was called off", err, failure.ErrNotFound)
}
