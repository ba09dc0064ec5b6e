// SPDX-License-Identifier: Apache-2.0

package store

import (
	"context"
	"time"
)

const (
	deleteScores  = `DELETE FROM scores WHERE user_id = $1`
	deletePlayers = `DELETE FROM players WHERE user_id = $1`

	// Seeks, tokens and ratings are deleted with the user by foreign keys.
	deleteUser = `DELETE FROM users WHERE id = $1`

	idle = `guest AND NOT EXISTS (SELECT 1 FROM players p WHERE p.user_id = users.id)
AND NOT EXISTS (SELECT 1 FROM seeks s WHERE s.user_id = users.id)
AND NOT EXISTS (SELECT 1 FROM sessions s WHERE s.user_id = users.id AND s.expires >= $1) AND created <= $1 - 3600000`

	findIdle = `SELECT id FROM users WHERE ` + idle

	deleteIdle = `DELETE FROM users WHERE ` + idle + ` AND id = $2`
)

// maxIdle bounds the guests deleted in one transaction, since other writers wait.
const maxIdle = 200

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

// DeleteGuests implements account.Store. A guest who has returned since the list
// was read is kept.
func (s *accounts) DeleteGuests(ctx context.Context, now time.Time) error {
	ids, err := list(ctx, &s.base, "find idle guests", findIdle, []any{now.UnixMilli()}, func(id *string) []any { return []any{id} })
	for len(ids) > 0 && err == nil {
		n := min(len(ids), maxIdle)
		err = s.deleteGuests(ctx, ids[:n], now)
		ids = ids[n:]
	}
	return err
}

func (s *accounts) deleteGuests(ctx context.Context, ids []string, now time.Time) error {
	return s.write(ctx, "delete guests", func(ctx context.Context, tx Querier) error {
		for _, id := range ids {
			if _, err := tx.ExecContext(ctx, deleteIdle, now.UnixMilli(), id); err != nil {
				return err
			}
		}
		return nil
	})
}

// Wipe implements account.Store.
func (s *accounts) Wipe(ctx context.Context) error { return s.explain("wipe", s.db.Wipe(ctx)) }
