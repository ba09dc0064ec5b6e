// SPDX-License-Identifier: Apache-2.0

package store

import (
	"cmp"
	"context"
	"database/sql"
	"slices"
	"time"

	"cairn/internal/account"
	"cairn/internal/failure"
)

const (
	sessionColumns = `s.hash, s.user_id, s.agent, s.name, s.scopes, s.created, s.seen, s.expires`

	insertSession = `INSERT INTO sessions (hash, user_id, agent, name, scopes, created, seen, expires)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`

	// An update without effect that locks the user until the session is stored: SQLite has
	// no SELECT … FOR UPDATE.
	lockVersion = `UPDATE users SET auth_version = auth_version WHERE id = $1 RETURNING auth_version`

	findSessions = `SELECT ` + sessionColumns + ` FROM sessions s WHERE s.user_id = $1 AND s.expires >= $2
ORDER BY s.seen DESC, s.created DESC, s.hash`

	touchSession = `UPDATE sessions SET seen = $2 WHERE hash = $1`

	deleteSession = `DELETE FROM sessions WHERE hash = $1`

	deleteSessions = `DELETE FROM sessions WHERE user_id = $1 AND hash <> $2`

	deleteExpired = `DELETE FROM sessions WHERE expires < $1`
)

var findSession = `SELECT ` + sessionColumns + `, ` + columnsOfUser + ` FROM sessions s
JOIN users u ON u.id = s.user_id
WHERE s.hash = $1 AND s.expires >= $2`

func sessionTargets(session *account.Session) []any {
	return []any{
		&session.Hash, &session.User, &session.Browser, &session.Name, parsed(&session.Scopes),
		moment(&session.Created), moment(&session.Seen), moment(&session.Expires),
	}
}

// CreateSession implements account.SessionStore; ErrNotFound for an unknown user. It also
// deletes expired sessions.
func (s *accounts) CreateSession(ctx context.Context, session account.Session, version int64) error {
	return s.write(ctx, "create session", func(tx *transaction) {
		var now int64
		if tx.scan(lockVersion, []any{session.User}, &now); now != version {
			tx.fail(failure.ErrStale)
		}
		addSession(tx, session)
	})
}

// addSession stores a session and deletes expired sessions.
func addSession(tx *transaction, session account.Session) {
	tx.exec(deleteExpired, session.Created.UnixMilli())
	tx.exec(insertSession, session.Hash, session.User, session.Browser, session.Name, session.Scopes.String(),
		session.Created.UnixMilli(), session.Seen.UnixMilli(), session.Expires.UnixMilli())
}

// FindSession implements account.SessionStore.
func (s *accounts) FindSession(ctx context.Context, hash string, now time.Time) (account.Session, account.User, error) {
	var session account.Session
	var u account.User
	targets := append(sessionTargets(&session), userTargets(&u)...)
	err := s.row(ctx, "find session", findSession, []any{hash, now.UnixMilli()}, targets...)
	return session, u, err
}

// FindSessions implements account.SessionStore.
func (s *accounts) FindSessions(ctx context.Context, user string, now time.Time) ([]account.Session, error) {
	return list(ctx, &s.base, "find sessions", findSessions, []any{user, now.UnixMilli()}, sessionTargets)
}

// TouchSession implements account.SessionStore; ErrNotFound for an unknown session.
func (s *accounts) TouchSession(ctx context.Context, hash string, now time.Time) error {
	return s.execOne(ctx, "touch session", touchSession, hash, now.UnixMilli())
}

// DeleteSession implements account.SessionStore; ErrNotFound for an unknown session.
func (s *accounts) DeleteSession(ctx context.Context, hash string, now time.Time) error {
	return s.write(ctx, "delete session", func(tx *transaction) {
		noteEnded(tx, endSession, now, hash)
		tx.execOne(deleteSession, hash)
	})
}

// DeleteSessions implements account.SessionStore.
func (s *accounts) DeleteSessions(ctx context.Context, user, except string, now time.Time) error {
	return s.write(ctx, "delete sessions", func(tx *transaction) { endSessionsOf(tx, user, except, now) })
}

// endSessionsOf ends all sessions of a user except one.
func endSessionsOf(tx *transaction, user, except string, now time.Time) {
	noteEnded(tx, endSessions, now, user, except)
	tx.exec(deleteSessions, user, except)
}

// rememberEnded is the retention of ended sessions. Servers poll every half second; an
// hour is enough for a server that was suspended.
const rememberEnded = time.Hour

const (
	endSession = `INSERT INTO ended (hash, at) SELECT hash, $1 FROM sessions WHERE hash = $2`

	endSessions = `INSERT INTO ended (hash, at) SELECT hash, $1 FROM sessions WHERE user_id = $2 AND hash <> $3 ORDER BY hash`

	deleteEnded = `DELETE FROM ended WHERE at < $1`

	findLastEnded = `SELECT COALESCE(MAX(seq), 0) FROM ended`

	findEnded = `SELECT seq, hash FROM ended WHERE seq > $1 AND seq <= $2 ORDER BY seq`
)

// lockEnded serializes the transactions that end sessions: records become visible in the
// order of their seqs.
const lockEnded = `INSERT INTO beats (name, at) VALUES ('ended', $1) ON CONFLICT (name) DO UPDATE SET at = excluded.at`

// noteEnded records the sessions that a statement selects and the caller deletes, and
// removes old records.
func noteEnded(tx *transaction, statement string, now time.Time, args ...any) {
	tx.exec(lockEnded, now.UnixMilli())
	tx.exec(deleteEnded, now.Add(-rememberEnded).UnixMilli())
	tx.exec(statement, append([]any{now.UnixMilli()}, args...)...)
}

// FindEndedSessions implements account.SessionStore. It reads the last seq first: a
// session that ends between the two queries is found by the next call.
func (s *accounts) FindEndedSessions(ctx context.Context, after int64) ([]account.EndedSession, int64, error) {
	const what = "find ended sessions"
	var last int64
	if err := s.row(ctx, what, findLastEnded, nil, &last); err != nil || last <= after {
		return nil, last, err
	}
	ended, err := list(ctx, &s.base, what, findEnded, []any{after, last}, func(e *account.EndedSession) []any { return []any{&e.Seq, &e.Hash} })
	return ended, last, err
}

const (
	tokenColumns = `hash, purpose, COALESCE(user_id, ''), data, created, expires`

	insertToken = `INSERT INTO tokens (hash, purpose, user_id, data, created, expires) VALUES ($1, $2, $3, $4, $5, $6)`

	findToken = `SELECT ` + tokenColumns + ` FROM tokens WHERE purpose = $1 AND hash = $2 AND expires >= $3`

	findTokenOf = `SELECT ` + tokenColumns + ` FROM tokens WHERE purpose = $1 AND user_id = $2 AND expires >= $3`

	deleteToken = `DELETE FROM tokens WHERE hash = $1`

	deleteTokenOf = `DELETE FROM tokens WHERE purpose = $1 AND user_id = $2`

	deleteExpiredTokens = `DELETE FROM tokens WHERE expires < $1`
)

func tokenTargets(t *account.Token) []any {
	return []any{&t.Hash, &t.Purpose, &t.User, &t.Data, moment(&t.Created), moment(&t.Expires)}
}

// CreateToken implements account.TokenStore; ErrNotFound for an unknown user. It also
// deletes expired tokens.
func (s *accounts) CreateToken(ctx context.Context, t account.Token) error {
	return s.write(ctx, "create token", func(tx *transaction) {
		tx.exec(deleteExpiredTokens, t.Created.UnixMilli())
		if t.User != "" {
			tx.exec(deleteTokenOf, string(t.Purpose), t.User)
		}
		tx.exec(insertToken, t.Hash, string(t.Purpose), orNull(t.User), t.Data, t.Created.UnixMilli(), t.Expires.UnixMilli())
	})
}

// FindToken implements account.TokenStore.
func (s *accounts) FindToken(ctx context.Context, purpose account.Purpose, hash string, now time.Time) (account.Token, error) {
	return find(ctx, &s.base, "find token", findToken, []any{string(purpose), hash, now.UnixMilli()}, tokenTargets)
}

// FindTokenOf implements account.TokenStore.
func (s *accounts) FindTokenOf(ctx context.Context, purpose account.Purpose, user string, now time.Time) (account.Token, error) {
	return find(ctx, &s.base, "find token of a user", findTokenOf, []any{string(purpose), user, now.UnixMilli()}, tokenTargets)
}

// TakeToken implements account.TokenStore.
func (s *accounts) TakeToken(ctx context.Context, purpose account.Purpose, hash string, now time.Time) (account.Token, error) {
	return writeValue(ctx, &s.base, "take token", func(tx *transaction) (t account.Token) {
		tx.scan(findToken, []any{string(purpose), hash, now.UnixMilli()}, tokenTargets(&t)...)
		tx.execOne(deleteToken, hash)
		return t
	})
}

// checkLink fails with sql.ErrNoRows unless the hash belongs to a valid link to reset the
// password of the user.
func checkLink(tx *transaction, hash, user string, now time.Time) {
	var t account.Token
	if tx.scan(findToken, []any{string(account.ResetPassword), hash, now.UnixMilli()}, tokenTargets(&t)...); t.User != user {
		tx.fail(sql.ErrNoRows)
	}
}

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
