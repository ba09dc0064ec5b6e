// SPDX-License-Identifier: Apache-2.0

package store

import (
	"context"
	"database/sql"
	"errors"

	"cairn/internal/account"
)

const (
	identityColumns = `issuer, subject, user_id, created`

	insertIdentity = `INSERT INTO identities (` + identityColumns + `) VALUES ($1, $2, $3, $4)`

	findIdentity = `SELECT ` + identityColumns + ` FROM identities WHERE issuer = $1 AND subject = $2`

	findIdentities = `SELECT ` + identityColumns + ` FROM identities WHERE user_id = $1 ORDER BY issuer`

	deleteIdentities = `DELETE FROM identities WHERE user_id = $1`
)

func identityTargets(i *account.Identity) []any {
	return []any{&i.Issuer, &i.Subject, &i.User, moment{&i.Created}}
}

// CreateIdentity implements account.IdentityStore.
func (s *accounts) CreateIdentity(ctx context.Context, i account.Identity, change func(*account.User) error) error {
	var u account.User
	err := s.write(ctx, "create identity", func(ctx context.Context, tx Querier) (err error) {
		if u, err = createOrChange(ctx, tx, i.User, change); err != nil {
			return err
		}
		_, err = tx.ExecContext(ctx, insertIdentity, i.Issuer, i.Subject, i.User, i.Created.UnixMilli())
		return err
	})
	return s.takenField(ctx, u, err)
}

// createOrChange is changeUser that creates the user if there is none.
func createOrChange(ctx context.Context, tx Querier, id string, change func(*account.User) error) (account.User, error) {
	u, err := changeUser(ctx, tx, id, change)
	if !errors.Is(err, sql.ErrNoRows) {
		return u, err
	}
	u = account.User{}
	if err := change(&u); err != nil {
		return u, err
	}
	u.ID = id
	_, err = tx.ExecContext(ctx, insertUser, userValues(u)...)
	return u, err
}

// FindIdentity implements account.IdentityStore.
func (s *accounts) FindIdentity(ctx context.Context, issuer, subject string) (account.Identity, error) {
	var i account.Identity
	err := s.row(ctx, "find identity", findIdentity, []any{issuer, subject}, identityTargets(&i)...)
	return i, err
}

// FindIdentities implements account.IdentityStore.
func (s *accounts) FindIdentities(ctx context.Context, user string) ([]account.Identity, error) {
	return list(ctx, &s.base, "find identities", findIdentities, []any{user}, identityTargets)
}

// DeleteIdentities implements account.IdentityStore.
func (s *accounts) DeleteIdentities(ctx context.Context, user string, a account.AccessChange, change func(*account.User) error) error {
	return s.write(ctx, "delete identities", func(ctx context.Context, tx Querier) error {
		if _, err := tx.ExecContext(ctx, deleteIdentities, user); err != nil {
			return err
		}
		_, err := changeAccess(ctx, tx, user, a, change)
		return err
	})
}
