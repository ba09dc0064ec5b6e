// SPDX-License-Identifier: Apache-2.0

package store

import (
	"context"
	"database/sql"
	"time"

	"cairn/internal/account"
)

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
	return []any{&t.Hash, &t.Purpose, &t.User, &t.Data, moment{&t.Created}, moment{&t.Expires}}
}

// CreateToken implements account.Store; ErrNotFound for an unknown user. It also
// deletes expired tokens.
func (s *accounts) CreateToken(ctx context.Context, t account.Token) error {
	return s.write(ctx, "create token", func(ctx context.Context, tx Querier) error {
		if _, err := tx.ExecContext(ctx, deleteExpiredTokens, t.Created.UnixMilli()); err != nil {
			return err
		}
		if t.User != "" {
			if _, err := tx.ExecContext(ctx, deleteTokenOf, string(t.Purpose), t.User); err != nil {
				return err
			}
		}
		_, err := tx.ExecContext(ctx, insertToken,
			t.Hash, string(t.Purpose), orNull(t.User), t.Data, t.Created.UnixMilli(), t.Expires.UnixMilli())
		return err
	})
}

// FindToken implements account.Store.
func (s *accounts) FindToken(ctx context.Context, purpose account.Purpose, hash string, now time.Time) (account.Token, error) {
	var t account.Token
	err := s.row(ctx, "find token", findToken, []any{string(purpose), hash, now.UnixMilli()}, tokenTargets(&t)...)
	return t, err
}

// FindTokenOf implements account.Store.
func (s *accounts) FindTokenOf(ctx context.Context, purpose account.Purpose, user string, now time.Time) (account.Token, error) {
	var t account.Token
	err := s.row(ctx, "find token of a user", findTokenOf, []any{string(purpose), user, now.UnixMilli()}, tokenTargets(&t)...)
	return t, err
}

// TakeToken implements account.Store.
func (s *accounts) TakeToken(ctx context.Context, purpose account.Purpose, hash string, now time.Time) (account.Token, error) {
	var t account.Token
	err := s.write(ctx, "take token", func(ctx context.Context, tx Querier) error {
		t = account.Token{}
		err := tx.QueryRowContext(ctx, findToken, string(purpose), hash, now.UnixMilli()).Scan(tokenTargets(&t)...)
		if err != nil {
			return err
		}
		return touch(ctx, tx, deleteToken, hash)
	})
	if err != nil {
		return account.Token{}, err
	}
	return t, nil
}

// checkLink returns sql.ErrNoRows unless a link of the user to set a password is
// valid.
func checkLink(ctx context.Context, tx Querier, hash, user string, now time.Time) error {
	var t account.Token
	err := tx.QueryRowContext(ctx, findToken, string(account.ResetPassword), hash, now.UnixMilli()).Scan(tokenTargets(&t)...)
	if err == nil && t.User != user {
		err = sql.ErrNoRows
	}
	return err
}
