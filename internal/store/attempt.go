// SPDX-License-Identifier: Apache-2.0

package store

import (
	"cmp"
	"context"
	"slices"
	"time"

	"cairn/internal/account"
	"cairn/internal/failure"
)

const (
	// One statement: concurrent attempts are all counted.
	countAttempt = `INSERT INTO attempts (key, until) VALUES ($1, $2)
ON CONFLICT (key) DO UPDATE SET until = CASE WHEN attempts.until > $3 THEN attempts.until ELSE $3 END + $4 RETURNING until`

	deleteAttempt = `DELETE FROM attempts WHERE key = $1`

	deletePastAttempts = `DELETE FROM attempts WHERE until < $1`
)

// CountAttempts implements account.AttemptStore. Keys are counted in one order: two
// transactions cannot deadlock.
func (s *accounts) CountAttempts(ctx context.Context, counts []account.AttemptCount, most time.Duration, now time.Time) (wait time.Duration, err error) {
	counts = slices.SortedFunc(slices.Values(counts), func(a, b account.AttemptCount) int { return cmp.Compare(a.Key, b.Key) })
	err = s.write(ctx, "count attempts", func(tx *transaction) {
		wait = 0
		for _, c := range counts {
			var until time.Time
			args := []any{c.Key, now.Add(c.Cost).UnixMilli(), now.UnixMilli(), c.Cost.Milliseconds()}
			tx.scan(countAttempt, args, moment(&until))
			wait = max(wait, until.Sub(now)-most)
		}
		if wait > 0 {
			tx.fail(failure.ErrStale) // rolls all counts back
		}
	})
	if wait > 0 {
		return wait, nil
	}
	return 0, err
}

// ClearAttempts implements account.AttemptStore.
func (s *accounts) ClearAttempts(ctx context.Context, keys []string, now time.Time) error {
	return s.write(ctx, "clear attempts", func(tx *transaction) {
		for _, key := range slices.Sorted(slices.Values(keys)) {
			tx.exec(deleteAttempt, key)
		}
		tx.exec(deletePastAttempts, now.UnixMilli())
	})
}
