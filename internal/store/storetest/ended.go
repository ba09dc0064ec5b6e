// SPDX-License-Identifier: Apache-2.0

package storetest

import (
	"fmt"
	"math"
	"testing"
	"time"

	"cairn/internal/failure"
)

// endedAfter returns the hashes of sessions that ended after a seq, and the last
// seq.
func endedAfter(t testing.TB, s Store, seq int64) ([]string, int64) {
	t.Helper()
	list, last, err := s.FindEndedSessions(t.Context(), seq)
	must(t, err)
	hashes := []string{}
	for _, e := range list {
		if e.Seq <= seq || e.Seq > last {
			t.Errorf("ended session: got seq %d, want one after %d and up to %d", e.Seq, seq, last)
		}
		seq = e.Seq
		hashes = append(hashes, e.Hash)
	}
	return hashes, last
}

func testEnded(t *testing.T, s Store) {
	addGuests(t, s, "u1", "u2")
	for i := range 6 {
		must(t, s.CreateSession(t.Context(), session(fmt.Sprint("h", i), fmt.Sprint("u", 1+i/4), time.Hour)))
	}
	if got, last := endedAfter(t, s, 0); len(got) != 0 || last != 0 {
		t.Errorf("ended: got %v and seq %d, want none", got, last)
	}
	must(t, s.DeleteSession(t.Context(), "h1", noon))
	wantError(t, "end again", s.DeleteSession(t.Context(), "h1", noon), failure.ErrNotFound)
	got, first := endedAfter(t, s, 0)
	wantEqual(t, "ended", got, []string{"h1"})

	must(t, s.DeleteSessions(t.Context(), "u1", "h2", noon))
	got, last := endedAfter(t, s, first)
	wantEqual(t, "ended after", got, []string{"h0", "h3"})
	for hash, want := range map[string]error{"h0": failure.ErrNotFound, "h2": nil, "h3": failure.ErrNotFound, "h4": nil} {
		_, _, err := s.FindSession(t.Context(), hash, noon)
		wantError(t, hash, err, want)
	}
	if got, again := endedAfter(t, s, math.MaxInt64); len(got) != 0 || again != last {
		t.Errorf("asked for the last seq: got %v and %d, want none and %d", got, again, last)
	}

	must(t, s.DeleteSessions(t.Context(), "u2", "", noon.Add(2*time.Hour))) // may forget those before
	got, _ = endedAfter(t, s, last)
	wantEqual(t, "ended two hours later", got, []string{"h4", "h5"})
}
