// SPDX-License-Identifier: Apache-2.0

package account

import (
	"bytes"
	"context"
	"crypto/rsa"
	"errors"
	"slices"
	"time"

	"golang.org/x/crypto/ssh"

	"cairn/internal/failure"
)

const (
	// maxSSHKeys is the number of SSH keys of an account.
	maxSSHKeys = 20
	// maxSSHKeyText bounds the text of a public key, in bytes. Keys of RSA with 16384
	// bits have less.
	maxSSHKeyText = 4096
	// minRSABits is the size of RSA keys below which they count as weak.
	minRSABits = 2048
)

// SSHKey is a public key with which a user plays by SSH.
type SSHKey struct {
	Fingerprint string // SHA256:…, as ssh-keygen -l prints it
	User        string
	Name        string // the comment of the key
	Public      string // type and key, as in authorized_keys
	Created     time.Time
	Used        time.Time // to the hour; zero for never
}

// ID is the name of a key in addresses: fingerprints may contain slashes.
func (k SSHKey) ID() string { return HashToken(k.Fingerprint)[:sessionIDLength] }

// AddSSHKey adds a public key in the form of authorized_keys, with which the user
// plays by SSH. Its comment is its name. A text that is no such key is Invalid
// "ssh-key-malformed", a weak one "ssh-key-weak"; a key that an account has already
// is Forbidden "ssh-key-taken", one too many "ssh-key-many". It requires a Proof, with a
// code only if User.NeedsCodeToAdd.
func (p *Programs) AddSSHKey(ctx context.Context, user User, proof Proof, text string) (SSHKey, error) {
	switch {
	case user.Guest:
		return SSHKey{}, failure.New(failure.Forbidden, "account-needed")
	case user.Scopes != 0:
		return SSHKey{}, failure.New(failure.Forbidden, "token-scope")
	}
	k, err := parseSSHKey(text)
	if err != nil {
		return SSHKey{}, err
	}
	k.User, k.Created = user.ID, p.accounts.now()
	switch have, err := p.store.FindSSHKeys(ctx, user.ID); {
	case err != nil:
		return SSHKey{}, err
	case len(have) >= maxSSHKeys:
		return SSHKey{}, failure.New(failure.Forbidden, "ssh-key-many")
	}
	if _, _, err := p.store.FindSSHKey(ctx, k.Fingerprint); err == nil { // before a code is used up
		return SSHKey{}, failure.Field(failure.Forbidden, "key", "ssh-key-taken", nil)
	}
	if _, err := p.accounts.prove(ctx, user, proof); err != nil {
		return SSHKey{}, err
	}
	err = p.store.CreateSSHKey(ctx, k)
	if _, taken := errors.AsType[*failure.TakenError](err); taken {
		return SSHKey{}, failure.Field(failure.Forbidden, "key", "ssh-key-taken", err)
	}
	return k, err
}

// parseSSHKey reads one public key.
func parseSSHKey(text string) (SSHKey, error) {
	malformed := func(cause error) error { return failure.Field(failure.Invalid, "key", "ssh-key-malformed", cause) }
	if len(text) > maxSSHKeyText {
		return SSHKey{}, malformed(nil)
	}
	key, comment, options, rest, err := ssh.ParseAuthorizedKey([]byte(text))
	if err != nil || len(options) > 0 || len(bytes.TrimSpace(rest)) > 0 {
		return SSHKey{}, malformed(err)
	}
	switch key.Type() {
	case ssh.KeyAlgoED25519, ssh.KeyAlgoECDSA256, ssh.KeyAlgoECDSA384, ssh.KeyAlgoECDSA521, ssh.KeyAlgoSKED25519, ssh.KeyAlgoSKECDSA256:
	case ssh.KeyAlgoRSA:
		public, ok := key.(ssh.CryptoPublicKey).CryptoPublicKey().(*rsa.PublicKey)
		if !ok || public.N.BitLen() < minRSABits {
			return SSHKey{}, failure.Field(failure.Invalid, "key", "ssh-key-weak", nil)
		}
	default: // DSA, or a certificate
		return SSHKey{}, failure.Field(failure.Invalid, "key", "ssh-key-weak", nil)
	}
	return SSHKey{
		Fingerprint: ssh.FingerprintSHA256(key), Name: plainName(comment),
		Public: string(bytes.TrimSpace(ssh.MarshalAuthorizedKey(key))),
	}, nil
}

// SSHKeys lists the SSH keys of a user, the oldest first.
func (p *Programs) SSHKeys(ctx context.Context, user User) ([]SSHKey, error) {
	return p.store.FindSSHKeys(ctx, user.ID)
}

// RemoveSSHKey removes the key with an ID; NotFound if the user has no such key.
func (p *Programs) RemoveSSHKey(ctx context.Context, user User, id string) error {
	list, err := p.store.FindSSHKeys(ctx, user.ID)
	if err != nil {
		return err
	}
	i := slices.IndexFunc(list, func(k SSHKey) bool { return k.ID() == id })
	if i < 0 {
		return failure.ErrNotFound
	}
	return p.store.DeleteSSHKey(ctx, user.ID, list[i].Fingerprint)
}

// UserBySSHKey returns the user who has the key with a fingerprint, and notes that it
// was used. It returns NotFound when the key is unknown or the user is banned.
func (p *Programs) UserBySSHKey(ctx context.Context, fingerprint string) (User, error) {
	k, u, err := p.store.FindSSHKey(ctx, fingerprint)
	if err != nil {
		return User{}, err
	}
	if u.Banned {
		return User{}, failure.ErrNotFound
	}
	if now := p.accounts.now(); now.Sub(k.Used) >= seenEvery {
		if err := p.store.UseSSHKey(ctx, fingerprint, now); err != nil {
			p.accounts.log.Warn("note use of SSH key", "user", u.ID, "err", err)
		}
	}
	return u, nil
}
