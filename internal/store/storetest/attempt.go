// SPDX-License-Identifier: Apache-2.0

package storetest

import (
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"cairn/internal/account"
)

func testAttempts(t *testing.T, s Store) {
	const most = 2 * time.Minute
	count := func(what string, at time.Time, want time.Duration, counts ...account.AttemptCount) {
		t.Helper()
		wait, err := s.CountAttempts(t.Context(), counts, most, at)
		must(t, err)
		wantEqual(t, what, wait, want)
	}
	one, half := account.AttemptCount{Key: "one", Cost: time.Minute}, account.AttemptCount{Key: "half", Cost: 30 * time.Second}
	count("first", noon, 0, one, half)
	count("second", noon, 0, half, one)
	count("third", noon, time.Minute, half, one)
	count("the other key, which the refused one did not cost", noon, 0, half)
	count("sooner", noon.Add(59*time.Second), time.Second, one)
	count("a minute later", noon.Add(time.Minute), 0, one)
	must(t, s.ClearAttempts(t.Context(), []string{"one", "unknown"}, noon))
	count("cleared", noon.Add(time.Minute), 0, one)
	count("and once more", noon.Add(time.Minute), 0, one)
	count("and no more", noon.Add(time.Minute), time.Minute, one)

	must(t, s.DeleteExpired(t.Context(), noon.Add(2*time.Minute), noon.Add(-time.Hour))) // it still counts
	count("after a sweep", noon.Add(2*time.Minute), 0, one)
	count("after a sweep, again", noon.Add(2*time.Minute), time.Minute, one)
	must(t, s.DeleteExpired(t.Context(), noon.Add(time.Hour), noon.Add(-time.Hour)))
	count("after an hour", noon.Add(time.Hour), 0, one)
}

// testAttemptsRace counts attempts concurrently, with the keys in different orders.
func testAttemptsRace(t *testing.T, s Store) {
	counts := []account.AttemptCount{{Key: "a", Cost: time.Minute}, {Key: "b", Cost: time.Minute}}
	var allowed atomic.Int32
	var group sync.WaitGroup
	for i := range 20 {
		group.Go(func() {
			wait, err := s.CountAttempts(t.Context(), []account.AttemptCount{counts[i%2], counts[1-i%2]}, 5*time.Minute, noon)
			if err != nil {
				t.Error(err)
			}
			if wait == 0 && err == nil {
				allowed.Add(1)
			}
		})
	}
	group.Wait()
	wantEqual(t, "allowed", allowed.Load(), int32(5))
}
