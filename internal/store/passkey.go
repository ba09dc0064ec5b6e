// SPDX-License-Identifier: Apache-2.0

package store

import (
	"context"
	"time"

	"cairn/internal/account"
)

const (
	insertPasskey = `INSERT INTO passkeys (id, user_id, name, credential, created, used) VALUES ($1, $2, $3, $4, $5, $6)`

	findPasskeys = `SELECT id, user_id, name, credential, created, used FROM passkeys WHERE user_id = $1 ORDER BY created, id`

	usePasskey = `UPDATE passkeys SET credential = $2, used = $3 WHERE id = $1`

	deletePasskey = `DELETE FROM passkeys WHERE user_id = $1 AND id = $2`

	deletePasskeys = `DELETE FROM passkeys WHERE user_id = $1`
)

// CreatePasskey implements account.PasskeyStore; ErrNotFound for an unknown user.
func (s *accounts) CreatePasskey(ctx context.Context, p account.Passkey, a account.AccessChange, change func(*account.User) error) error {
	return s.write(ctx, "create passkey", func(ctx context.Context, tx Querier) error {
		if _, err := changeAccess(ctx, tx, p.User, a, change); err != nil {
			return err
		}
		_, err := tx.ExecContext(ctx, insertPasskey, p.ID, p.User, p.Name, p.Credential, p.Created.UnixMilli(), millisOrNull(p.Used))
		return err
	})
}

// FindPasskeys implements account.PasskeyStore.
func (s *accounts) FindPasskeys(ctx context.Context, user string) ([]account.Passkey, error) {
	return list(ctx, &s.base, "find passkeys", findPasskeys, []any{user}, func(p *account.Passkey) []any {
		return []any{
			&p.ID, &p.User, &p.Name, &p.Credential,
			moment{&p.Created},
			moment{&p.Used},
		}
	})
}

// UsePasskey implements account.PasskeyStore; ErrNotFound if it was removed.
func (s *accounts) UsePasskey(ctx context.Context, id, credential string, now time.Time) error {
	return s.write(ctx, "use passkey", func(ctx context.Context, tx Querier) error {
		return touch(ctx, tx, usePasskey, id, credential, now.UnixMilli())
	})
}

// DeletePasskey implements account.PasskeyStore; ErrNotFound if the user has no such
// passkey.
func (s *accounts) DeletePasskey(ctx context.Context, user, id string, a account.AccessChange, change func(*account.User) error) error {
	return s.write(ctx, "delete passkey", func(ctx context.Context, tx Querier) error {
		if err := touch(ctx, tx, deletePasskey, user, id); err != nil {
			return err
		}
		_, err := changeAccess(ctx, tx, user, a, change)
		return err
	})
}
