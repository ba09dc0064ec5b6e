// SPDX-License-Identifier: Apache-2.0

package account

import (
	"context"
	"time"

	"cairn/internal/failure"
)

// TokenPrefix begins every personal token, so that programs that look for secrets
// in files recognise one.
const TokenPrefix = "cairn_"

const (
	// tokenLife is how long a token is valid if its maker does not choose.
	tokenLife = 365 * 24 * time.Hour
	// MaxTokenLife is the longest life of a token.
	MaxTokenLife = 5 * tokenLife
	// maxTokens is the number of tokens of a user.
	maxTokens = 50
)

// TokenSpec is what the maker of a personal token chooses.
type TokenSpec struct {
	Name   string
	Scopes Scopes
	Life   time.Duration // 0 for a year
}

// check returns the key of the text for each invalid field.
func (t TokenSpec) check(user User) map[string]string {
	fields := map[string]string{}
	switch {
	case t.Scopes == 0:
		fields["scopes"] = "token-scopes-missing"
	case t.Scopes&^AllScopes != 0:
		fields["scopes"] = "token-scopes-unknown"
	case t.Scopes&ScopeModerate != 0 && user.Role == Player:
		fields["scopes"] = "token-scopes-role"
	}
	if t.Name == "" {
		fields["name"] = "token-name-missing"
	}
	if t.Life < time.Hour || t.Life > MaxTokenLife {
		fields["days"] = "token-life"
	}
	return fields
}

// CreateToken creates a personal token and returns its text, which is not stored
// and cannot be shown again. A token is a session: EndSession ends it, and so does
// what ends all sessions of a user, such as a new password. It is Forbidden with a
// token, "token-scope", and if the user has many, "token-many". The user must be
// the one that was authenticated: if how the user logs in has changed since, the
// error is Stale.
func (s *Service) CreateToken(ctx context.Context, user User, spec TokenSpec) (text string, token OwnSession, err error) {
	if err := s.mayCreateToken(ctx, user, &spec); err != nil {
		return "", OwnSession{}, err
	}
	return s.createToken(ctx, user, spec)
}

// CreateOwnToken is CreateToken for users themselves: it requires a Proof, with a code
// only if User.NeedsCodeToAdd.
func (s *Service) CreateOwnToken(ctx context.Context, user User, p Proof, spec TokenSpec) (text string, token OwnSession, err error) {
	err = s.mayCreateToken(ctx, user, &spec)
	if err == nil {
		user, err = s.prove(ctx, user, p)
	}
	if err != nil {
		return "", OwnSession{}, err
	}
	return s.createToken(ctx, user, spec)
}

// mayCreateToken completes what the maker of a token chose, and refuses what is invalid.
func (s *Service) mayCreateToken(ctx context.Context, user User, spec *TokenSpec) error {
	if user.Scopes != 0 {
		return failure.New(failure.Forbidden, "token-scope")
	}
	spec.Name = plainName(spec.Name)
	if spec.Life == 0 {
		spec.Life = tokenLife
	}
	if err := failure.Form(spec.check(user)); err != nil {
		return err
	}
	have, err := s.Tokens(ctx, user)
	if err == nil && len(have) >= maxTokens {
		err = failure.New(failure.Forbidden, "token-many")
	}
	return err
}

func (s *Service) createToken(ctx context.Context, user User, spec TokenSpec) (text string, token OwnSession, err error) {
	session, text := s.sessions.prepareToken(user.ID, spec)
	if err := s.store.CreateSession(ctx, session, user.Version); err != nil {
		return "", OwnSession{}, err
	}
	return text, session.own(""), nil
}

// Tokens lists the personal tokens of a user, the latest seen first.
func (s *Service) Tokens(ctx context.Context, user User) ([]OwnSession, error) {
	return s.ownSessions(ctx, user, "", func(own Session) bool { return own.Scopes != 0 })
}

// GuestToken creates a guest who plays with a program, and the token of it.
func (s *Service) GuestToken(ctx context.Context, name string) (User, string, error) {
	u, err := s.newGuest(ctx)
	if err != nil {
		return User{}, "", err
	}
	spec := TokenSpec{Name: plainName(name), Scopes: ScopeRead | ScopePlay, Life: sessionLife}
	session, text := s.sessions.prepareToken(u.ID, spec)
	return u, text, s.store.CreateSession(ctx, session, u.Version)
}

// prepareToken returns the session of a personal token that is not stored yet, and
// its text.
func (s *sessions) prepareToken(user string, spec TokenSpec) (Session, string) {
	text, now := TokenPrefix+newSecret(), s.now()
	return Session{
		Hash: HashToken(text), User: user, Name: spec.Name, Scopes: spec.Scopes,
		Created: now, Seen: now, Expires: now.Add(spec.Life),
	}, text
}
