// SPDX-License-Identifier: Apache-2.0

package store

import (
	"context"
	"time"

	"cairn/internal/account"
	"cairn/internal/failure"
)

const (
	sessionColumns = `s.hash, s.user_id, s.agent, s.name, s.scopes, s.created, s.seen, s.expires`

	insertSession = `INSERT INTO sessions (hash, user_id, agent, name, scopes, created, seen, expires)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`

	// It changes nothing, but locks the user until the session is stored, in every
	// database.
	lockVersion = `UPDATE users SET auth_version = auth_version WHERE id = $1 RETURNING auth_version`

	findSessions = `SELECT ` + sessionColumns + ` FROM sessions s WHERE s.user_id = $1 AND s.expires >= $2
ORDER BY s.seen DESC, s.created DESC, s.hash`

	touchSession = `UPDATE sessions SET seen = $2 WHERE hash = $1`

	deleteSession = `DELETE FROM sessions WHERE hash = $1`

	deleteSessions = `DELETE FROM sessions WHERE user_id = $1 AND hash <> $2`

	deleteExpired = `DELETE FROM sessions WHERE expires < $1`
)

// findSession finds a session with its user.
var findSession = `SELECT ` + sessionColumns + `, ` + columnsOfUser + ` FROM sessions s
JOIN users u ON u.id = s.user_id
WHERE s.hash = $1 AND s.expires >= $2`

func sessionTargets(session *account.Session) []any {
	return []any{
		&session.Hash, &session.User, &session.Browser, &session.Name,
		word{&session.Scopes},
		moment{&session.Created},
		moment{&session.Seen},
		moment{&session.Expires},
	}
}

// CreateSession implements account.Store; ErrNotFound for an unknown user. It also
// deletes expired sessions.
func (s *accounts) CreateSession(ctx context.Context, session account.Session, version int64) error {
	return s.write(ctx, "create session", func(ctx context.Context, tx Querier) error {
		var now int64
		if err := tx.QueryRowContext(ctx, lockVersion, session.User).Scan(&now); err != nil {
			return err
		}
		if now != version {
			return failure.ErrStale
		}
		return addSession(ctx, tx, session)
	})
}

// addSession stores a session and deletes expired ones.
func addSession(ctx context.Context, tx Querier, session account.Session) error {
	if _, err := tx.ExecContext(ctx, deleteExpired, session.Created.UnixMilli()); err != nil {
		return err
	}
	_, err := tx.ExecContext(ctx, insertSession, session.Hash, session.User, session.Browser, session.Name, session.Scopes.String(),
		session.Created.UnixMilli(), session.Seen.UnixMilli(), session.Expires.UnixMilli())
	return err
}

// FindSession implements account.Store.
func (s *accounts) FindSession(ctx context.Context, hash string, now time.Time) (account.Session, account.User, error) {
	var session account.Session
	var u account.User
	targets := append(sessionTargets(&session), userTargets(&u)...)
	err := s.row(ctx, "find session", findSession, []any{hash, now.UnixMilli()}, targets...)
	return session, u, err
}

// FindSessions implements account.Store.
func (s *accounts) FindSessions(ctx context.Context, user string, now time.Time) ([]account.Session, error) {
	return list(ctx, &s.base, "find sessions", findSessions, []any{user, now.UnixMilli()}, sessionTargets)
}

// TouchSession implements account.Store; ErrNotFound for an unknown session.
func (s *accounts) TouchSession(ctx context.Context, hash string, now time.Time) error {
	return s.write(ctx, "touch session", func(ctx context.Context, tx Querier) error {
		return touch(ctx, tx, touchSession, hash, now.UnixMilli())
	})
}

// DeleteSession implements account.Store; ErrNotFound for an unknown session.
func (s *accounts) DeleteSession(ctx context.Context, hash string, now time.Time) error {
	return s.write(ctx, "delete session", func(ctx context.Context, tx Querier) error {
		if err := noteEnded(ctx, tx, endSession, now, hash); err != nil {
			return err
		}
		return touch(ctx, tx, deleteSession, hash)
	})
}

// DeleteSessions implements account.Store.
func (s *accounts) DeleteSessions(ctx context.Context, user, except string, now time.Time) error {
	return s.write(ctx, "delete sessions", func(ctx context.Context, tx Querier) error {
		return dropSessions(ctx, tx, user, except, now)
	})
}

// dropSessions ends all sessions of a user except one.
func dropSessions(ctx context.Context, tx Querier, user, except string, now time.Time) error {
	if err := noteEnded(ctx, tx, endSessions, now, user, except); err != nil {
		return err
	}
	_, err := tx.ExecContext(ctx, deleteSessions, user, except)
	return err
}

// rememberEnded is how long ended sessions are kept. Servers ask every half second,
// so an hour is enough for one that was suspended.
const rememberEnded = time.Hour

const (
	endSession = `INSERT INTO ended (hash, at) SELECT hash, $1 FROM sessions WHERE hash = $2`

	endSessions = `INSERT INTO ended (hash, at) SELECT hash, $1 FROM sessions WHERE user_id = $2 AND hash <> $3 ORDER BY hash`

	deleteEnded = `DELETE FROM ended WHERE at < $1`

	findLastEnded = `SELECT COALESCE(MAX(seq), 0) FROM ended`

	findEnded = `SELECT seq, hash FROM ended WHERE seq > $1 AND seq <= $2 ORDER BY seq`
)

// lockEnded makes transactions that end sessions wait for each other, so that a
// record with a greater seq is never seen before one with a smaller seq.
const lockEnded = `INSERT INTO beats (name, at) VALUES ('ended', $1) ON CONFLICT (name) DO UPDATE SET at = excluded.at`

// noteEnded records the sessions that a statement selects, before they are
// deleted, and removes old records.
func noteEnded(ctx context.Context, tx Querier, statement string, now time.Time, args ...any) error {
	if _, err := tx.ExecContext(ctx, lockEnded, now.UnixMilli()); err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, deleteEnded, now.Add(-rememberEnded).UnixMilli()); err != nil {
		return err
	}
	_, err := tx.ExecContext(ctx, statement, append([]any{now.UnixMilli()}, args...)...)
	return err
}

// FindEndedSessions implements account.Store. It reads the last seq first: a session
// that ends between the two queries is found the next time.
func (s *accounts) FindEndedSessions(ctx context.Context, after int64) ([]account.EndedSession, int64, error) {
	const what = "find ended sessions"
	var last int64
	if err := s.row(ctx, what, findLastEnded, nil, &last); err != nil || last <= after {
		return nil, last, err
	}
	ended, err := list(ctx, &s.base, what, findEnded, []any{after, last}, func(e *account.EndedSession) []any { return []any{&e.Seq, &e.Hash} })
	return ended, last, err
}
