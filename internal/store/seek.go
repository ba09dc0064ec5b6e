// SPDX-License-Identifier: Apache-2.0

package store

import (
	"context"
	"time"

	"cairn/internal/live"
)

const (
	seekColumns = `id, user_id, game, control, rated, rating, created, seen, COALESCE(match_id, '')`

	insertSeek = `INSERT INTO seeks (id, user_id, game, control, rated, rating, created, seen, match_id)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`

	findSeek = `SELECT ` + seekColumns + ` FROM seeks WHERE id = $1`

	findWaitingSeek = findSeek + ` AND match_id IS NULL`

	findWaiting = `SELECT ` + seekColumns + ` FROM seeks WHERE match_id IS NULL ORDER BY created, id`

	findPool = `SELECT ` + seekColumns + ` FROM seeks
WHERE game = $1 AND control = $2 AND rated = $3 AND match_id IS NULL AND user_id <> $4 ORDER BY created, id`

	matchSeek = `UPDATE seeks SET match_id = $2 WHERE id = $1 AND match_id IS NULL`

	touchSeek = `UPDATE seeks SET seen = $2 WHERE id = $1 AND match_id IS NULL`

	deleteSeek = `DELETE FROM seeks WHERE id = $1 AND user_id = $2 AND match_id IS NULL`

	deleteWaiting = `DELETE FROM seeks WHERE user_id = $1 AND match_id IS NULL`

	deleteUnseen = `DELETE FROM seeks WHERE match_id IS NULL AND seen < $1`

	deleteMatched = `DELETE FROM seeks WHERE match_id IS NOT NULL AND seen < $1`
)

// keepMatched is how much longer than one that waits a matched seek is kept: a
// page that was left open overnight still leads to its match.
const keepMatched = 24 * time.Hour

func seekTargets(seek *live.Seek) []any {
	return []any{
		&seek.ID, &seek.User, &seek.Game, &seek.Control, &seek.Rated, &seek.Rating,
		moment{&seek.Created},
		moment{&seek.Seen},
		&seek.Match,
	}
}

// FindWaiting implements live.Store.
func (s *Store) FindWaiting(ctx context.Context) ([]live.Seek, error) {
	return list(ctx, s, "find waiting seeks", findWaiting, nil, seekTargets)
}

// FindSeek implements live.Store.
func (s *Store) FindSeek(ctx context.Context, id string) (live.Seek, error) {
	var seek live.Seek
	err := s.row(ctx, "find seek", findSeek, []any{id}, seekTargets(&seek)...)
	return seek, err
}

// TouchSeek implements live.Store; ErrNotFound when it is matched or gone.
func (s *Store) TouchSeek(ctx context.Context, id string, now time.Time) error {
	return s.write(ctx, "touch seek", func(ctx context.Context, tx Querier) error {
		return touch(ctx, tx, touchSeek, id, now.UnixMilli())
	})
}

// DeleteSeek implements live.Store.
func (s *Store) DeleteSeek(ctx context.Context, id, user string) error {
	return s.write(ctx, "delete seek", func(ctx context.Context, tx Querier) error {
		return touch(ctx, tx, deleteSeek, id, user)
	})
}

// DeleteSeeks implements live.Store; those that were matched are kept for a day
// longer.
func (s *Store) DeleteSeeks(ctx context.Context, seenBefore time.Time) error {
	return s.write(ctx, "delete seeks", func(ctx context.Context, tx Querier) error {
		if _, err := tx.ExecContext(ctx, deleteUnseen, seenBefore.UnixMilli()); err != nil {
			return err
		}
		_, err := tx.ExecContext(ctx, deleteMatched, seenBefore.Add(-keepMatched).UnixMilli())
		return err
	})
}
