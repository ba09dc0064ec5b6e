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

// check returns an Invalid error for the invalid fields.
func (t TokenSpec) check(user User) error {
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
	return failure.Form(fields)
}

// CreateToken creates a personal token and returns its text, which is not stored
// and cannot be shown again. A token is a session: Service.EndSession ends it, and so does
// what ends all sessions of a user, such as a new password. It is Forbidden with a
// token, "token-scope", and if the user has many, "token-many". The user must be
// as authenticated: if how the user logs in has changed since, the error is Stale.
func (p *Programs) CreateToken(ctx context.Context, user User, spec TokenSpec) (text string, token Session, err error) {
	if err := p.mayCreateToken(ctx, user, &spec); err != nil {
		return "", Session{}, err
	}
	return p.accounts.sessions.openToken(ctx, user, spec)
}

// CreateOwnToken is CreateToken for users themselves: it requires a Proof, with a code
// only if User.NeedsCodeToAdd.
func (p *Programs) CreateOwnToken(ctx context.Context, user User, proof Proof, spec TokenSpec) (text string, token Session, err error) {
	err = p.mayCreateToken(ctx, user, &spec)
	if err == nil {
		user, err = p.accounts.prove(ctx, user, proof)
	}
	if err != nil {
		return "", Session{}, err
	}
	return p.accounts.sessions.openToken(ctx, user, spec)
}

// mayCreateToken completes the spec of a token, and checks it and the user.
func (p *Programs) mayCreateToken(ctx context.Context, user User, spec *TokenSpec) error {
	if user.Scopes != 0 {
		return failure.New(failure.Forbidden, "token-scope")
	}
	spec.Name = plainName(spec.Name)
	if spec.Life == 0 {
		spec.Life = tokenLife
	}
	if err := spec.check(user); err != nil {
		return err
	}
	have, err := p.Tokens(ctx, user)
	if err == nil && len(have) >= maxTokens {
		err = failure.New(failure.Forbidden, "token-many")
	}
	return err
}

// Tokens lists the personal tokens of a user, the latest seen first.
func (p *Programs) Tokens(ctx context.Context, user User) ([]Session, error) {
	return p.accounts.sessions.list(ctx, user, true)
}

// GuestToken creates a guest who plays with a program, and the token of it.
func (p *Programs) GuestToken(ctx context.Context, name string) (User, string, error) {
	u, err := p.accounts.newGuest(ctx)
	if err != nil {
		return User{}, "", err
	}
	text, _, err := p.accounts.sessions.openToken(ctx, u, TokenSpec{Name: plainName(name), Scopes: ScopeRead | ScopePlay, Life: sessionLife})
	return u, text, err
}

// openToken creates the session of a personal token and returns it with its text. checked
// is as for open.
func (s *sessions) openToken(ctx context.Context, checked User, spec TokenSpec) (text string, token Session, err error) {
	token = Session{User: checked.ID, Name: spec.Name, Scopes: spec.Scopes}
	token, text = s.complete(token, TokenPrefix+newSecret(), spec.Life)
	return text, token, s.store.CreateSession(ctx, token, checked.Version)
}
