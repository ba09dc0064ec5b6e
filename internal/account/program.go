// SPDX-License-Identifier: Apache-2.0

package account

import (
	"context"
	"time"

	"cairn/internal/failure"
)

// Programs lets programs act for users: with personal tokens, by SSH, and as bots.
// Its methods may be called concurrently.
type Programs struct {
	accounts *Service
	store    ProgramStore
}

// ProgramStore keeps SSH keys and bots. The promises of Store hold here too.
type ProgramStore interface {
	// CreateSSHKey stores a key; *failure.TakenError if an account has it already.
	CreateSSHKey(ctx context.Context, k SSHKey) error
	// FindSSHKey returns a key with its user.
	FindSSHKey(ctx context.Context, fingerprint string) (SSHKey, User, error)
	// FindSSHKeys returns the keys of a user, the oldest first.
	FindSSHKeys(ctx context.Context, user string) ([]SSHKey, error)
	// UseSSHKey notes when a key was used.
	UseSSHKey(ctx context.Context, fingerprint string, now time.Time) error
	// DeleteSSHKey removes a key of a user.
	DeleteSSHKey(ctx context.Context, user, fingerprint string) error

	// MakeBot makes an account a bot, or reports that it has played a match. A bot stays a
	// bot.
	MakeBot(ctx context.Context, id string) (played bool, err error)
}

// BecomeBot makes an account a bot, for good: a program plays with it, others see
// that, and it plays rated matches against other bots alone. An account that has played a
// match is Forbidden "bot-played". It is no error if it is a bot already.
func (p *Programs) BecomeBot(ctx context.Context, user User) (User, error) {
	switch {
	case user.Guest:
		return User{}, failure.New(failure.Forbidden, "account-needed")
	case !user.Scopes.Allow(ScopeBot):
		return User{}, failure.New(failure.Forbidden, "scope")
	}
	if u, err := p.accounts.Find(ctx, user.ID); err != nil || u.Bot {
		return u, err
	}
	played, err := p.store.MakeBot(ctx, user.ID)
	if err != nil {
		return User{}, err
	}
	if played {
		return User{}, failure.New(failure.Forbidden, "bot-played")
	}
	p.accounts.Forget(user.ID)
	if err := p.accounts.withdraw(ctx, user.ID); err != nil { // from seeks and challenges
		return User{}, err
	}
	return p.accounts.Find(ctx, user.ID)
}
