// SPDX-License-Identifier: Apache-2.0

package store

import (
	"context"
	"time"

	"cairn/internal/account"
)

const sshKeyColumns = `k.fingerprint, k.user_id, k.name, k.public_key, k.created, k.used`

const (
	insertSSHKey = `INSERT INTO ssh_keys (fingerprint, user_id, name, public_key, created, used) VALUES ($1, $2, $3, $4, $5, $6)`

	findSSHKeys = `SELECT ` + sshKeyColumns + ` FROM ssh_keys k WHERE k.user_id = $1 ORDER BY k.created, k.fingerprint`

	useSSHKey = `UPDATE ssh_keys SET used = $2 WHERE fingerprint = $1`

	deleteSSHKey = `DELETE FROM ssh_keys WHERE user_id = $1 AND fingerprint = $2`
)

// findSSHKey finds a key with its user.
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
	return s.write(ctx, "create SSH key", func(ctx context.Context, tx Querier) error {
		_, err := tx.ExecContext(ctx, insertSSHKey, k.Fingerprint, k.User, k.Name, k.Public, k.Created.UnixMilli(), millisOrNull(k.Used))
		return err
	})
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
	return s.write(ctx, "use SSH key", func(ctx context.Context, tx Querier) error {
		return touch(ctx, tx, useSSHKey, fingerprint, now.UnixMilli())
	})
}

// DeleteSSHKey implements account.ProgramStore; ErrNotFound if the user has no such
// key.
func (s *accounts) DeleteSSHKey(ctx context.Context, user, fingerprint string) error {
	return s.write(ctx, "delete SSH key", func(ctx context.Context, tx Querier) error {
		return touch(ctx, tx, deleteSSHKey, user, fingerprint)
	})
}
