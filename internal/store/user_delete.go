// SPDX-License-Identifier: Apache-2.0

package store

import (
	"context"
	"time"
)

const (
	deleteScores  = `DELETE FROM scores WHERE user_id = $1`
	deletePlayers = `DELETE FROM players WHERE user_id = $1`

	// Seeks, tokens, ratings, attempts at puzzles and drills are deleted with the user by foreign keys.
	deleteUser = `DELETE FROM users WHERE id = $1`
)

// DeleteUser implements account.Store; ErrNotFound for an unknown user.
func (s *accounts) DeleteUser(ctx context.Context, id string, now time.Time) error {
	return s.write(ctx, "delete user", func(ctx context.Context, tx Querier) error {
		if err := dropSessions(ctx, tx, id, "", now); err != nil {
			return err
		}
		for _, statement := range []string{deleteScores, deletePlayers} {
			if _, err := tx.ExecContext(ctx, statement, id); err != nil {
				return err
			}
		}
		return touch(ctx, tx, deleteUser, id)
	})
}

// Wipe implements account.Store.
func (s *accounts) Wipe(ctx context.Context) error { return s.explain("wipe", s.db.Wipe(ctx)) }
