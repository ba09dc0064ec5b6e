// SPDX-License-Identifier: Apache-2.0

package account

import (
	"context"

	"cairn/internal/failure"
)

// BecomeBot makes an account a bot, for good: a program plays with it, others see
// that, and it plays rated matches against other bots alone. It has to be one that
// has played no match: Forbidden "bot-played". It is no error if it is a bot already.
func (s *Service) BecomeBot(ctx context.Context, user User) (User, error) {
	switch {
	case user.Guest:
		return User{}, failure.New(failure.Forbidden, "account-needed")
	case !user.Scopes.Allow(ScopeBot):
		return User{}, failure.New(failure.Forbidden, "scope")
	}
	if u, err := s.store.FindUser(ctx, user.ID); err != nil || u.Bot {
		return u, err
	}
	played, err := s.store.MakeBot(ctx, user.ID)
	if err != nil {
		return User{}, err
	}
	if played {
		return User{}, failure.New(failure.Forbidden, "bot-played")
	}
	s.Forget(user.ID)
	if err := s.withdraw(ctx, user.ID); err != nil { // from seeks and challenges
		return User{}, err
	}
	return s.store.FindUser(ctx, user.ID)
}

// Named returns the names of users by id like Names, and which of them are bots.
func (s *Service) Named(ctx context.Context, ids ...string) (names map[string]string, bots map[string]bool, err error) {
	return s.store.FindNames(ctx, ids)
}
