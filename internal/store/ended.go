// SPDX-License-Identifier: Apache-2.0

package store

import (
	"context"
	"time"

	"cairn/internal/account"
)

// rememberEnded is how long it is known that a session was ended. Servers ask
// every second, so an hour outlasts any that hangs and comes back.
const rememberEnded = time.Hour

const (
	endSession = `INSERT INTO ended (hash, at) SELECT hash, $1 FROM sessions WHERE hash = $2`

	endSessions = `INSERT INTO ended (hash, at) SELECT hash, $1 FROM sessions WHERE user_id = $2 AND hash <> $3 ORDER BY hash`

	deleteEnded = `DELETE FROM ended WHERE at < $1`

	findLastEnded = `SELECT COALESCE(MAX(seq), 0) FROM ended`

	findEnded = `SELECT seq, hash FROM ended WHERE seq > $1 AND seq <= $2 ORDER BY seq`
)

// noteEnded notes the sessions that a statement selects, before they are
// deleted, and forgets those of long ago.
func noteEnded(ctx context.Context, tx Querier, statement string, now time.Time, args ...any) error {
	if _, err := tx.ExecContext(ctx, deleteEnded, now.Add(-rememberEnded).UnixMilli()); err != nil {
		return err
	}
	_, err := tx.ExecContext(ctx, statement, append([]any{now.UnixMilli()}, args...)...)
	return err
}

// FindEndedSessions implements account.Store. The last seq is asked for first: what ends
// between the two questions is found the next time.
func (s *Store) FindEndedSessions(ctx context.Context, after int64) ([]account.EndedSession, int64, error) {
	const what = "find ended sessions"
	var last int64
	if err := s.row(ctx, what, findLastEnded, nil, &last); err != nil || last <= after {
		return nil, last, err
	}
	ended, err := list(ctx, s, what, findEnded, []any{after, last}, func(e *account.EndedSession) []any { return []any{&e.Seq, &e.Hash} })
	return ended, last, err
}
