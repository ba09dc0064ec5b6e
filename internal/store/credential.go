// SPDX-License-Identifier: Apache-2.0

package store

import (
	"context"
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
	return []any{&i.Issuer, &i.Subject, &i.User, moment(&i.Created)}
}

// CreateIdentity implements account.IdentityStore.
func (s *accounts) CreateIdentity(ctx context.Context, i account.Identity, change func(*account.User) error) error {
	_, err := s.writeUser(ctx, "create identity", func(tx *transaction) account.User {
		u := createOrChange(tx, i.User, change)
		tx.exec(insertIdentity, i.Issuer, i.Subject, i.User, i.Created.UnixMilli())
		return u
	})
	return err
}

// createOrChange is changeUser for a known user, and creates an unknown one.
func createOrChange(tx *transaction, id string, change func(*account.User) error) (u account.User) {
	if tx.find(findUser, []any{id}, userTargets(&u)...) {
		return changeUser(tx, id, change)
	}
	if tx.err == nil {
		tx.fail(change(&u))
	}
	u.ID = id
	tx.exec(insertUser, userValues(u)...)
	return u
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
	return s.write(ctx, "delete identities", func(tx *transaction) {
		tx.exec(deleteIdentities, user)
		changeAccess(tx, user, a, change)
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
	return s.write(ctx, "create passkey", func(tx *transaction) {
		changeAccess(tx, p.User, a, change)
		tx.exec(insertPasskey, p.ID, p.User, p.Name, p.Credential, p.Created.UnixMilli(), millisOrNull(p.Used))
	})
}

// FindPasskeys implements account.PasskeyStore.
func (s *accounts) FindPasskeys(ctx context.Context, user string) ([]account.Passkey, error) {
	return list(ctx, &s.base, "find passkeys", findPasskeys, []any{user}, func(p *account.Passkey) []any {
		return []any{&p.ID, &p.User, &p.Name, &p.Credential, moment(&p.Created), moment(&p.Used)}
	})
}

// UsePasskey implements account.PasskeyStore; ErrNotFound if it was removed.
func (s *accounts) UsePasskey(ctx context.Context, id, credential string, now time.Time) error {
	return s.execOne(ctx, "use passkey", usePasskey, id, credential, now.UnixMilli())
}

// DeletePasskey implements account.PasskeyStore; ErrNotFound if the user has no such
// passkey.
func (s *accounts) DeletePasskey(ctx context.Context, user, id string, a account.AccessChange, change func(*account.User) error) error {
	return s.write(ctx, "delete passkey", func(tx *transaction) {
		tx.execOne(deletePasskey, user, id)
		changeAccess(tx, user, a, change)
	})
}

const (
	sshKeyColumns = `k.fingerprint, k.user_id, k.name, k.public_key, k.created, k.used`

	insertSSHKey = `INSERT INTO ssh_keys (fingerprint, user_id, name, public_key, created, used) VALUES ($1, $2, $3, $4, $5, $6)`

	findSSHKeys = `SELECT ` + sshKeyColumns + ` FROM ssh_keys k WHERE k.user_id = $1 ORDER BY k.created, k.fingerprint`

	useSSHKey = `UPDATE ssh_keys SET used = $2 WHERE fingerprint = $1`

	deleteSSHKey = `DELETE FROM ssh_keys WHERE user_id = $1 AND fingerprint = $2`
)

var findSSHKey = `SELECT ` + sshKeyColumns + `, ` + columnsOfUser + `
FROM ssh_keys k JOIN users u ON u.id = k.user_id WHERE k.fingerprint = $1`

func sshKeyTargets(k *account.SSHKey) []any {
	return []any{&k.Fingerprint, &k.User, &k.Name, &k.Public, moment(&k.Created), moment(&k.Used)}
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
