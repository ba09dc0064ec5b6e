// SPDX-License-Identifier: Apache-2.0

package store

import (
	"context"
	"slices"
	"strings"
	"time"

	"cairn/internal/notify"
)

// notifications implements notify.Store.
type notifications struct{ base }

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
func (s *notifications) VAPIDKeys(ctx context.Context, fresh func() (notify.Keys, error)) (notify.Keys, error) {
	return writeValue(ctx, &s.base, "find keys of notifications", func(tx *transaction) (keys notify.Keys) {
		var stored string
		if tx.find(findSecret, []any{vapidKeys}, &stored) {
			keys.Private, keys.Public, _ = strings.Cut(stored, " ")
			return keys
		}
		keys, err := fresh()
		tx.fail(err)
		tx.exec(insertSecret, vapidKeys, keys.Private+" "+keys.Public)
		return keys
	})
}

func pushTargets(p *notify.Push) []any {
	return []any{&p.Session, &p.User, &p.Endpoint, &p.P256dh, &p.Auth, &p.Lang, moment(&p.Created)}
}

// SavePush implements notify.Store.
func (s *notifications) SavePush(ctx context.Context, p notify.Push) error {
	return s.write(ctx, "save push subscription", func(tx *transaction) {
		tx.exec(dropPush, p.Session, p.Endpoint)
		tx.exec(insertPush, p.Session, p.User, p.Endpoint, p.P256dh, p.Auth, p.Lang, p.Created.UnixMilli())
	})
}

// FindPush implements notify.Store.
func (s *notifications) FindPush(ctx context.Context, session string) (notify.Push, error) {
	return find(ctx, &s.base, "find push subscription", findPush, []any{session}, pushTargets)
}

// FindPushes implements notify.Store.
func (s *notifications) FindPushes(ctx context.Context, user string, now time.Time) ([]notify.Push, error) {
	return list(ctx, &s.base, "find push subscriptions", findPushes, []any{user, now.UnixMilli()}, pushTargets)
}

// DeletePush implements notify.Store.
func (s *notifications) DeletePush(ctx context.Context, session string) error {
	return s.exec(ctx, "delete push subscription", deletePush, session)
}

// SaveTurns implements notify.Store. Most users have no subscription, and then it
// writes nothing.
func (s *notifications) SaveTurns(ctx context.Context, turns []notify.Turn) error {
	users := make([]string, len(turns))
	for i, t := range turns {
		users[i] = t.User
	}
	subscribed, err := listIn(ctx, &s.base, "find subscribed users", findSubscribed, users, func(user *string) []any { return []any{user} })
	if err != nil || len(subscribed) == 0 {
		return err
	}
	return s.write(ctx, "save turns", func(tx *transaction) {
		for _, t := range turns {
			if slices.Contains(subscribed, t.User) {
				tx.exec(upsertTurn, t.Match, t.User, t.Due.UnixMilli())
			}
		}
	})
}

// TakeTurns implements notify.Store.
func (s *notifications) TakeTurns(ctx context.Context, now time.Time) ([]notify.Turn, error) {
	const what = "take turns"
	var first int64
	if err := s.row(ctx, what, findDueTurn, []any{now.UnixMilli()}, &first); err != nil {
		return nil, orZero(err) // nothing to write
	}
	return writeValue(ctx, &s.base, what, func(tx *transaction) (due []notify.Turn) {
		var t notify.Turn
		for range tx.rows(takeTurns, []any{now.UnixMilli()}, &t.Match, &t.User, moment(&t.Due)) {
			due = append(due, t)
		}
		return due
	})
}

func digestTargets(d *notify.Digest) []any {
	return []any{&d.User, &d.PerDay, moment(&d.Last), &d.Token, &d.Lang}
}

// SaveDigest implements notify.Store.
func (s *notifications) SaveDigest(ctx context.Context, d notify.Digest) error {
	return s.exec(ctx, "save digest", upsertDigest, d.User, d.PerDay, d.Last.UnixMilli(), d.Token, d.Lang)
}

// FindDigest implements notify.Store.
func (s *notifications) FindDigest(ctx context.Context, user string) (notify.Digest, error) {
	return find(ctx, &s.base, "find digest", findDigest, []any{user}, digestTargets)
}

// FindDigestByToken implements notify.Store.
func (s *notifications) FindDigestByToken(ctx context.Context, token string) (notify.Digest, error) {
	return find(ctx, &s.base, "find digest by token", findDigestByToken, []any{token}, digestTargets)
}

// FindDueDigests implements notify.Store.
func (s *notifications) FindDueDigests(ctx context.Context, once, twice time.Time, limit int) ([]notify.Digest, error) {
	return list(ctx, &s.base, "find due digests", findDueDigests, []any{once.UnixMilli(), twice.UnixMilli(), limit}, digestTargets)
}

// TakeDigest implements notify.Store.
func (s *notifications) TakeDigest(ctx context.Context, known notify.Digest, now time.Time) error {
	return s.execOne(ctx, "take digest", takeDigest, known.User, known.Last.UnixMilli(), now.UnixMilli())
}
