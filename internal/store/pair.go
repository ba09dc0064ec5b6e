// SPDX-License-Identifier: Apache-2.0

package store

import (
	"context"

	"cairn/internal/live"
)

// Pair implements live.Store; ErrNotFound when the user is not there. The error
// of pair comes back, and then nothing has changed. fits and pair must be quick
// and not use the store: everyone else who writes waits for them.
func (s *Store) Pair(ctx context.Context, seek live.Seek, fits func(waiting live.Seek) bool, pair func(waiting live.Seek) (live.NewMatch, error)) (live.Seek, error) {
	seek.Match = ""
	var kept live.Seek
	err := s.write(ctx, "pair", func(ctx context.Context, tx Querier) (err error) {
		kept, err = s.pair(ctx, tx, seek, fits, pair)
		return err
	})
	if err != nil {
		return live.Seek{}, err
	}
	return kept, nil
}

// pair matches a seek with a waiting one if any fits, and stores it.
func (s *Store) pair(ctx context.Context, tx Querier, seek live.Seek, fits func(live.Seek) bool, pair func(live.Seek) (live.NewMatch, error)) (live.Seek, error) {
	if queue := s.db.QueueStatement(); queue != "" {
		if _, err := tx.ExecContext(ctx, queue, seek.Game, seek.Control); err != nil {
			return seek, err
		}
	}
	if _, err := tx.ExecContext(ctx, deleteWaiting, seek.User); err != nil {
		return seek, err
	}
	waiting, err := firstFit(ctx, tx, seek, fits)
	if err != nil {
		return seek, err
	}
	if waiting.ID != "" {
		n, err := pair(waiting)
		if err != nil {
			return seek, err
		}
		if err := s.matchSeeks(ctx, tx, n, waiting.ID); err != nil {
			return seek, err
		}
		seek.Match = n.Info.ID
	}
	_, err = tx.ExecContext(ctx, insertSeek, seek.ID, seek.User, seek.Game, seek.Control, seek.Rated, seek.Rating,
		seek.Created.UnixMilli(), seek.Seen.UnixMilli(), orNull(seek.Match))
	return seek, err
}

// firstFit returns the seek that has waited longest of those that fit, the zero
// Seek when none does.
func firstFit(ctx context.Context, tx Querier, seek live.Seek, fits func(live.Seek) bool) (live.Seek, error) {
	rows, err := tx.QueryContext(ctx, findPool, seek.Game, seek.Control, seek.Rated, seek.User)
	if err != nil {
		return live.Seek{}, err
	}
	defer rows.Close()
	for rows.Next() {
		var waiting live.Seek
		if err := rows.Scan(seekTargets(&waiting)...); err != nil {
			return live.Seek{}, err
		}
		if fits(waiting) {
			return waiting, nil
		}
	}
	return live.Seek{}, rows.Err()
}

// PairWaiting implements live.Store. The error of pair comes back, and then
// nothing has changed.
func (s *Store) PairWaiting(ctx context.Context, a, b string, pair func(a, b live.Seek) (live.NewMatch, error)) error {
	return s.write(ctx, "pair waiting seeks", func(ctx context.Context, tx Querier) error {
		var seeks [2]live.Seek
		for i, id := range [2]string{a, b} {
			if err := tx.QueryRowContext(ctx, findWaitingSeek, id).Scan(seekTargets(&seeks[i])...); err != nil {
				return err
			}
		}
		n, err := pair(seeks[0], seeks[1])
		if err != nil {
			return err
		}
		return s.matchSeeks(ctx, tx, n, a, b)
	})
}

// matchSeeks stores the match of seeks that wait, and that it is theirs.
func (s *Store) matchSeeks(ctx context.Context, tx Querier, n live.NewMatch, seeks ...string) error {
	bodies, err := encodeEvents(0, n.Info.Seq, n.Events)
	if err != nil {
		return err
	}
	if err := s.insertMatch(ctx, tx, n, bodies); err != nil {
		return err
	}
	for _, id := range seeks {
		if err := touch(ctx, tx, matchSeek, id, n.Info.ID); err != nil {
			return err
		}
	}
	return nil
}
