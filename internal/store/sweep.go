// SPDX-License-Identifier: Apache-2.0

package store

import (
	"context"
	"errors"
	"slices"
	"time"

	"cairn/internal/live/room"
)

const (
	deleteUnseenSessions = `DELETE FROM sessions WHERE seen < $1 AND scopes = ''`

	// unseen is the condition for guests not seen since $1.
	unseen = `guest AND created < $1 AND NOT EXISTS (SELECT 1 FROM sessions s WHERE s.user_id = users.id AND s.seen >= $1)`

	// The matches of unseen guests who have played alone only.
	findAlone = `SELECT p.match_id FROM users JOIN players p ON p.user_id = users.id WHERE ` + unseen + `
AND NOT EXISTS (SELECT 1 FROM players q JOIN matches m ON m.id = q.match_id WHERE q.user_id = users.id
	AND m.kind IN ('open', 'private') AND m.white <> '' AND m.black <> '')`

	checkAlone = findAlone + ` AND p.match_id = $2`

	// idle is the condition for guests without matches and seeks who are unseen, or who
	// cannot return because no session is valid at $2.
	idle = `guest AND NOT EXISTS (SELECT 1 FROM players p WHERE p.user_id = users.id)
AND NOT EXISTS (SELECT 1 FROM seeks s WHERE s.user_id = users.id)
AND (` + unseen + ` OR created + 3600000 <= $2
	AND NOT EXISTS (SELECT 1 FROM sessions s WHERE s.user_id = users.id AND s.expires >= $2))`

	findIdle = `SELECT id FROM users WHERE ` + idle

	deleteIdle = `DELETE FROM users WHERE ` + idle + ` AND id = $3`

	// oldUpload is the condition for uploads not changed since $1 that no account has listed.
	oldUpload = `uploaded = 1 AND created < $1 AND updated < $1
AND (NOT EXISTS (SELECT 1 FROM users u WHERE u.id = matches.creator AND NOT u.guest)
	OR NOT EXISTS (SELECT 1 FROM players p WHERE p.match_id = matches.id))`

	findOldUploads = `SELECT id FROM matches WHERE ` + oldUpload

	checkOldUpload = findOldUploads + ` AND id = $2`

	markUploaded = `UPDATE matches SET uploaded = 1 WHERE id = $1`
)

// deleteMatch are the statements that delete a match, its events and phrases.
var deleteMatch = []string{
	`DELETE FROM events WHERE match_id = $1`,
	`DELETE FROM players WHERE match_id = $1`,
	`DELETE FROM phrases WHERE match_id = $1`,
	`DELETE FROM matches WHERE id = $1`,
}

// maxSwept bounds the rows deleted in one transaction: other writers wait.
const maxSwept = 50

// DeleteExpired implements account.ExpiryStore.
func (s *accounts) DeleteExpired(ctx context.Context, now, unseen time.Time) error {
	return s.write(ctx, "delete expired sessions", func(tx *transaction) {
		for _, statement := range []string{deleteExpired, deleteExpiredTokens, deletePastAttempts} {
			tx.exec(statement, now.UnixMilli())
		}
		tx.exec(deleteUnseenSessions, unseen.UnixMilli())
		tx.exec(deleteEnded, now.Add(-rememberEnded).UnixMilli())
	})
}

// guestLife is the retention of guests who have played alone, after their last visit, and
// of their uploads, after the last change.
const guestLife = 30 * 24 * time.Hour

// ExpireGuests deletes guests who do not return, and matches that only they could see.
func (s *accounts) ExpireGuests(ctx context.Context, now time.Time) error {
	old := now.Add(-guestLife)
	return errors.Join(s.DeleteGuests(ctx, now, old), s.DeleteUploads(ctx, old))
}

// DeleteGuests deletes guests who cannot return: they have no match, no seek and no
// session that is valid now. Guests of the last hour stay, since a guest that is being
// created has no session yet. It also deletes guests who were last seen before unseen
// and have played alone only, with their matches. A guest who has returned since the
// list was read stays.
func (s *accounts) DeleteGuests(ctx context.Context, now, unseen time.Time) error {
	if err := s.dropMatches(ctx, "delete matches of guests", findAlone, checkAlone, unseen); err != nil {
		return err
	}
	at := []any{unseen.UnixMilli(), now.UnixMilli()}
	return s.sweep(ctx, "delete guests", findIdle, at, func(tx *transaction, id string) { tx.exec(deleteIdle, append(at, id)...) })
}

// DeleteUploads deletes the matches that guests have made of records and that were last
// changed before a time.
func (s *accounts) DeleteUploads(ctx context.Context, before time.Time) error {
	return s.dropMatches(ctx, "delete uploads", findOldUploads, checkOldUpload, before)
}

// dropMatches deletes the matches that the query find selects and check still selects in
// the transaction.
func (s *accounts) dropMatches(ctx context.Context, what, find, check string, before time.Time) error {
	at := []any{before.UnixMilli()}
	return s.sweep(ctx, what, find, at, func(tx *transaction, id string) {
		if tx.find(check, append(at, id), &id) {
			for _, statement := range deleteMatch {
				tx.exec(statement, id)
			}
		}
	})
}

// sweep calls drop for the ids that a query finds, maxSwept in each transaction.
func (s *base) sweep(ctx context.Context, what, find string, args []any, drop func(tx *transaction, id string)) error {
	ids, err := list(ctx, s, what, find, args, func(id *string) []any { return []any{id} })
	if err != nil {
		return err
	}
	for batch := range slices.Chunk(ids, maxSwept) {
		err := s.write(ctx, what, func(tx *transaction) {
			for _, id := range batch {
				drop(tx, id)
			}
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// noteUpload marks a match that was uploaded as a record.
func noteUpload(tx *transaction, n room.NewMatch) {
	if n.Events[0].Loaded != nil {
		tx.exec(markUploaded, n.Info.ID)
	}
}
