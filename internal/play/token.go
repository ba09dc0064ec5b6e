// SPDX-License-Identifier: Apache-2.0

package play

import (
	"context"
	"time"
)

// How long tokens are good for.
const (
	mailedResetLife = time.Hour          // mail takes minutes, and mailboxes are read by others
	handedResetLife = 24 * time.Hour     // the operator hands it over by other means
	secondLife      = 10 * time.Minute   // to fetch a code, or to set up what makes them
	adminLife       = 7 * 24 * time.Hour // whoever starts a server comes back within days
)

// newTokenFor stores a token in place of an earlier one and returns its secret.
func (s *Service) newTokenFor(ctx context.Context, purpose Purpose, user, data string, life time.Duration) (string, error) {
	secret, now := newToken(), s.now()
	err := s.store.CreateToken(ctx, Token{
		Hash: hashToken(secret), Purpose: purpose, User: user, Data: data, Created: now, Expires: now.Add(life),
	})
	if err != nil {
		return "", err
	}
	return secret, nil
}

// gone gives what is not found the key of what to say.
func gone(err error, key string) error {
	if err != nil && CodeOf(err) == NotFound {
		return &Error{Code: NotFound, Key: key, Err: err}
	}
	return err
}
