// SPDX-License-Identifier: Apache-2.0

package store

import (
	"context"
	"database/sql"
	"errors"
	"strings"
	"time"

	"cairn/internal/notify"
)

// notices implements notify.Store.
type notices struct{ base }

const (
	findSecret = `SELECT value FROM secrets WHERE name = $1`

	insertSecret = `INSERT INTO secrets (name, value) VALUES ($1, $2)`

	pushColumns = `p.session, p.user_id, p.endpoint, p.p256dh, p.auth, p.lang, p.created`

	dropPush = `DELETE FROM pushes WHERE session = $1 OR endpoint = $2`

	insertPush = `INSERT INTO pushes (session, user_id, endpoint, p256dh, auth, lang, created) VALUES ($1, $2, $3, $4, $5, $6, $7)`

	findPush = `SELECT ` + pushColumns + ` FROM pushes p WHERE p.session = $1`

	findPushes = `SELECT ` + pushColumns + ` FROM pushes p JOIN sessions s ON s.hash = p.session
WHERE p.user_id = $1 AND s.expires >= $2 ORDER BY p.created, p.session`

	deletePush = `DELETE FROM pushes WHERE session = $1`

	findSubscribed = `SELECT DISTINCT user_id FROM pushes WHERE user_id IN (`

	upsertTurn = `INSERT INTO turns (match_id, user_id, due) VALUES ($1, $2, $3)
ON CONFLICT (match_id, user_id) DO UPDATE SET due = excluded.due`

	findDueTurn = `SELECT due FROM turns WHERE due <= $1 ORDER BY due LIMIT 1`

	takeTurns = `DELETE FROM turns WHERE due <= $1 RETURNING match_id, user_id, due`

	digestColumns = `user_id, per_day, last, token, lang`

	upsertDigest = `INSERT INTO digests (user_id, per_day, last, token, lang) VALUES ($1, $2, $3, $4, $5)
ON CONFLICT (user_id) DO UPDATE SET per_day = excluded.per_day, last = excluded.last, lang = excluded.lang
WHERE digests.per_day <> excluded.per_day`

	findDigest = `SELECT ` + digestColumns + ` FROM digests WHERE user_id = $1`

	findDigestByToken = `SELECT ` + digestColumns + ` FROM digests WHERE token = $1`

	findDueDigests = `SELECT ` + digestColumns + ` FROM digests
WHERE per_day > 0 AND (per_day = 1 AND last < $1 OR per_day > 1 AND last < $2) ORDER BY last, user_id LIMIT $3`

	takeDigest = `UPDATE digests SET last = $3 WHERE user_id = $1 AND last = $2 AND per_day > 0`
)

// vapidKeys is the name of the VAPID keys in the table of secrets.
const vapidKeys = "vapid"

// VAPIDKeys implements notify.Store. The keys are stored as two words.
func (s *notices) VAPIDKeys(ctx context.Context, fresh func() (notify.Keys, error)) (keys notify.Keys, err error) {
	err = s.write(ctx, "find keys of notifications", func(ctx context.Context, tx Querier) error {
		var words string
		err := tx.QueryRowContext(ctx, findSecret, vapidKeys).Scan(&words)
		if err == nil {
			keys.Private, keys.Public, _ = strings.Cut(words, " ")
			return nil
		}
		if !errors.Is(err, sql.ErrNoRows) {
			return err
		}
		if keys, err = fresh(); err != nil {
			return err
		}
		_, err = tx.ExecContext(ctx, insertSecret, vapidKeys, keys.Private+" "+keys.Public)
		return err
	})
	return keys, err
}

func pushTargets(p *notify.Push) []any {
	return []any{
		&p.Session, &p.User, &p.Endpoint, &p.P256dh, &p.Auth, &p.Lang,
		moment{&p.Created},
	}
}

// SavePush implements notify.Store.
func (s *notices) SavePush(ctx context.Context, p notify.Push) error {
	return s.write(ctx, "save push subscription", func(ctx context.Context, tx Querier) error {
		if _, err := tx.ExecContext(ctx, dropPush, p.Session, p.Endpoint); err != nil {
			return err
		}
		_, err := tx.ExecContext(ctx, insertPush, p.Session, p.User, p.Endpoint, p.P256dh, p.Auth, p.Lang, p.Created.UnixMilli())
		return err
	})
}

// FindPush implements notify.Store.
func (s *notices) FindPush(ctx context.Context, session string) (notify.Push, error) {
	var p notify.Push
	err := s.row(ctx, "find push subscription", findPush, []any{session}, pushTargets(&p)...)
	return p, err
}

// FindPushes implements notify.Store.
func (s *notices) FindPushes(ctx context.Context, user string, now time.Time) ([]notify.Push, error) {
	return list(ctx, &s.base, "find push subscriptions", findPushes, []any{user, now.UnixMilli()}, pushTargets)
}

// DeletePush implements notify.Store.
func (s *notices) DeletePush(ctx context.Context, session string) error {
	return s.write(ctx, "delete push subscription", func(ctx context.Context, tx Querier) error {
		_, err := tx.ExecContext(ctx, deletePush, session)
		return err
	})
}

// SaveTurns implements notify.Store. Most users have no subscription, and then it
// writes nothing.
func (s *notices) SaveTurns(ctx context.Context, turns []notify.Turn) error {
	users := make([]string, len(turns))
	for i, t := range turns {
		users[i] = t.User
	}
	subscribed := map[string]bool{}
	err := inBatches(users, func(marks string, args []any) error {
		found, err := list(ctx, &s.base, "find subscribed users", findSubscribed+marks+`)`, args, func(user *string) []any { return []any{user} })
		for _, user := range found {
			subscribed[user] = true
		}
		return err
	})
	if err != nil || len(subscribed) == 0 {
		return err
	}
	return s.write(ctx, "save turns", func(ctx context.Context, tx Querier) error {
		for _, t := range turns {
			if !subscribed[t.User] {
				continue
			}
			if _, err := tx.ExecContext(ctx, upsertTurn, t.Match, t.User, t.Due.UnixMilli()); err != nil {
				return err
			}
		}
		return nil
	})
}

// TakeTurns implements notify.Store.
func (s *notices) TakeTurns(ctx context.Context, now time.Time) (due []notify.Turn, err error) {
	const what = "take turns"
	var first int64
	err = s.row(ctx, what, findDueTurn, []any{now.UnixMilli()}, &first)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil // nothing to write
	}
	if err != nil {
		return nil, err
	}
	err = s.write(ctx, what, func(ctx context.Context, tx Querier) error {
		due = nil
		rows, err := tx.QueryContext(ctx, takeTurns, now.UnixMilli())
		if err != nil {
			return err
		}
		defer rows.Close()
		for rows.Next() {
			var t notify.Turn
			if err := rows.Scan(&t.Match, &t.User, moment{&t.Due}); err != nil {
				return err
			}
			due = append(due, t)
		}
		return rows.Err()
	})
	if err != nil {
		return nil, err
	}
	return due, nil
}

func digestTargets(d *notify.Digest) []any {
	return []any{&d.User, &d.PerDay, moment{&d.Last}, &d.Token, &d.Lang}
}

// SaveDigest implements notify.Store.
func (s *notices) SaveDigest(ctx context.Context, d notify.Digest) error {
	return s.write(ctx, "save digest", func(ctx context.Context, tx Querier) error {
		_, err := tx.ExecContext(ctx, upsertDigest, d.User, d.PerDay, d.Last.UnixMilli(), d.Token, d.Lang)
		return err
	})
}

// FindDigest implements notify.Store.
func (s *notices) FindDigest(ctx context.Context, user string) (notify.Digest, error) {
	var d notify.Digest
	err := s.row(ctx, "find digest", findDigest, []any{user}, digestTargets(&d)...)
	return d, err
}

// FindDigestByToken implements notify.Store.
func (s *notices) FindDigestByToken(ctx context.Context, token string) (notify.Digest, error) {
	var d notify.Digest
	err := s.row(ctx, "find digest by token", findDigestByToken, []any{token}, digestTargets(&d)...)
	return d, err
}

// FindDueDigests implements notify.Store.
func (s *notices) FindDueDigests(ctx context.Context, once, twice time.Time, limit int) ([]notify.Digest, error) {
	return list(ctx, &s.base, "find due digests", findDueDigests, []any{once.UnixMilli(), twice.UnixMilli(), limit}, digestTargets)
}

// TakeDigest implements notify.Store.
func (s *notices) TakeDigest(ctx context.Context, known notify.Digest, now time.Time) error {
	return s.write(ctx, "take digest", func(ctx context.Context, tx Querier) error {
		return touch(ctx, tx, takeDigest, known.User, known.Last.UnixMilli(), now.UnixMilli())
	})
}
