// SPDX-License-Identifier: Apache-2.0

package store

import (
	"context"
	"time"

	"cairn/internal/play"
)

const (
	insertSession = `INSERT INTO sessions (hash, user_id, created, expires) VALUES ($1, $2, $3, $4)`

	findSession = `SELECT s.hash, s.user_id, s.created, s.expires, u.id, u.name, u.email, u.password, u.guest, u.created
FROM sessions s JOIN users u ON u.id = s.user_id WHERE s.hash = $1 AND s.expires >= $2`

	deleteSession = `DELETE FROM sessions WHERE hash = $1`

	deleteExpired = `DELETE FROM sessions WHERE expires < $1`
)

// CreateSession implements play.Store; ErrNotFound when the user is not there.
// Sessions that had expired by then are swept out.
func (s *Store) CreateSession(ctx context.Context, session play.Session) error {
	return s.write(ctx, "create session", func(ctx context.Context, tx Querier) error {
		if _, err := tx.ExecContext(ctx, deleteExpired, session.Created.UnixMilli()); err != nil {
			return err
		}
		_, err := tx.ExecContext(ctx, insertSession,
			session.Hash, session.User, session.Created.UnixMilli(), session.Expires.UnixMilli())
		return err
	})
}

// FindSession implements play.Store.
func (s *Store) FindSession(ctx context.Context, hash string, now time.Time) (play.Session, play.User, error) {
	var session play.Session
	var u play.User
	targets := []any{&session.Hash, &session.User, moment{&session.Created}, moment{&session.Expires}}
	err := s.row(ctx, "find session", findSession, []any{hash, now.UnixMilli()}, append(targets, userTargets(&u)...)...)
	return session, u, err
}

// DeleteSession implements play.Store; ErrNotFound when it is gone.
func (s *Store) DeleteSession(ctx context.Context, hash string) error {
	return s.write(ctx, "delete session", func(ctx context.Context, tx Querier) error {
		return touch(ctx, tx, deleteSession, hash)
	})
}
