// SPDX-License-Identifier: Apache-2.0

package store

import (
	"context"
	"database/sql"
	"errors"
	"time"

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
		return exec(ctx, tx, insertIdentity, i.Issuer, i.Subject, i.User, i.Created.UnixMilli())
	})
	return s.takenField(ctx, u, err)
}

// createOrChange is changeUser, or creates the user if there is none.
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
	return find(ctx, &s.base, "find identity", findIdentity, []any{issuer, subject}, identityTargets)
}

// FindIdentities implements account.IdentityStore.
func (s *accounts) FindIdentities(ctx context.Context, user string) ([]account.Identity, error) {
	return list(ctx, &s.base, "find identities", findIdentities, []any{user}, identityTargets)
}

// DeleteIdentities implements account.IdentityStore.
func (s *accounts) DeleteIdentities(ctx context.Context, user string, a account.AccessChange, change func(*account.User) error) error {
	return s.write(ctx, "delete identities", func(ctx context.Context, tx Querier) error {
		if err := exec(ctx, tx, deleteIdentities, user); err != nil {
			return err
		}
		_, err := changeAccess(ctx, tx, user, a, change)
		return err
	})
}

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
		return exec(ctx, tx, insertPasskey, p.ID, p.User, p.Name, p.Credential, p.Created.UnixMilli(), millisOrNull(p.Used))
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
	return s.execOne(ctx, "use passkey", usePasskey, id, credential, now.UnixMilli())
}

// DeletePasskey implements account.PasskeyStore; ErrNotFound if the user has no such
// passkey.
func (s *accounts) DeletePasskey(ctx context.Context, user, id string, a account.AccessChange, change func(*account.User) error) error {
	return s.write(ctx, "delete passkey", func(ctx context.Context, tx Querier) error {
		if err := execOne(ctx, tx, deletePasskey, user, id); err != nil {
			return err
		}
		_, err := changeAccess(ctx, tx, user, a, change)
		return err
	})
}

const sshKeyColumns = `k.fingerprint, k.user_id, k.name, k.public_key, k.created, k.used`

const (
	insertSSHKey = `INSERT INTO ssh_keys (fingerprint, user_id, name, public_key, created, used) VALUES ($1, $2, $3, $4, $5, $6)`

	findSSHKeys = `SELECT ` + sshKeyColumns + ` FROM ssh_keys k WHERE k.user_id = $1 ORDER BY k.created, k.fingerprint`

	useSSHKey = `UPDATE ssh_keys SET used = $2 WHERE fingerprint = $1`

	deleteSSHKey = `DELETE FROM ssh_keys WHERE user_id = $1 AND fingerprint = $2`
)

var findSSHKey = `SELECT ` + sshKeyColumns + `, ` + columnsOfUser + `
FROM ssh_keys k JOIN users u ON u.id = k.user_id WHERE k.fingerprint = $1`

func sshKeyTargets(k *account.SSHKey) []any {
	return []any{
		&k.Fingerprint, &k.User, &k.Name, &k.Public,
		moment{&k.Created},
		moment{&k.Used},
	}
}

// CreateSSHKey implements account.ProgramStore; ErrNotFound for an unknown user.
func (s *accounts) CreateSSHKey(ctx context.Context, k account.SSHKey) error {
	return s.exec(ctx, "create SSH key", insertSSHKey, k.Fingerprint, k.User, k.Name, k.Public, k.Created.UnixMilli(), millisOrNull(k.Used))
}

// FindSSHKey implements account.ProgramStore.
func (s *accounts) FindSSHKey(ctx context.Context, fingerprint string) (account.SSHKey, account.User, error) {
	var k account.SSHKey
	var u account.User
	err := s.row(ctx, "find SSH key", findSSHKey, []any{fingerprint}, append(sshKeyTargets(&k), userTargets(&u)...)...)
	return k, u, err
}

// FindSSHKeys implements account.ProgramStore.
func (s *accounts) FindSSHKeys(ctx context.Context, user string) ([]account.SSHKey, error) {
	return list(ctx, &s.base, "find SSH keys", findSSHKeys, []any{user}, sshKeyTargets)
}

// UseSSHKey implements account.ProgramStore; ErrNotFound if it was removed.
func (s *accounts) UseSSHKey(ctx context.Context, fingerprint string, now time.Time) error {
	return s.execOne(ctx, "use SSH key", useSSHKey, fingerprint, now.UnixMilli())
}

// DeleteSSHKey implements account.ProgramStore; ErrNotFound if the user has no such
// key.
func (s *accounts) DeleteSSHKey(ctx context.Context, user, fingerprint string) error {
	return s.execOne(ctx, "delete SSH key", deleteSSHKey, user, fingerprint)
}
