// SPDX-License-Identifier: Apache-2.0

package account

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"

	"github.com/go-webauthn/webauthn/protocol"
	"github.com/go-webauthn/webauthn/webauthn"

	"cairn/internal/failure"
)

// BeginLogIn returns the options with which a browser uses a passkey, and the
// secret for LogIn. twoFactor is the secret of a log-in that waits for a second factor;
// empty if the passkey alone logs in and identifies the user. NotFound
// "two-factor-gone", or "passkey-none" if the account has no passkey.
func (p *Passkeys) BeginLogIn(ctx context.Context, twoFactor string) (options any, secret string, err error) {
	var assertion *protocol.CredentialAssertion
	var session *webauthn.SessionData
	var c challenge
	verified := webauthn.WithUserVerification(protocol.VerificationRequired)
	if twoFactor == "" {
		assertion, session, err = p.protocol.BeginDiscoverableLogin(verified)
	} else {
		var holder passkeyHolder
		if holder, err = p.pendingHolder(ctx, twoFactor); err != nil {
			return nil, "", err
		}
		c = challenge{User: holder.user.ID, TwoFactor: HashToken(twoFactor)}
		assertion, session, err = p.protocol.BeginLogin(holder, verified)
	}
	if err != nil {
		return nil, "", err
	}
	c.Session = *session
	secret, err = p.challenges.add(ctx, c)
	return assertion, secret, err
}

// pendingHolder returns the user of a log-in that waits for a second factor.
func (p *Passkeys) pendingHolder(ctx context.Context, twoFactor string) (holder passkeyHolder, err error) {
	_, u, err := p.accounts.tokens.findOwner(ctx, p.accounts.users, TwoFactorLogIn, twoFactor, "two-factor-gone")
	if err == nil {
		holder, err = p.holder(ctx, u)
	}
	if err == nil && len(holder.keys) == 0 {
		err = failure.New(failure.NotFound, "passkey-none")
	}
	return holder, err
}

// LogIn opens a session with the answer of a browser to BeginLogIn. A secret that
// was used or is too old is NotFound "passkey-gone". An answer that is not right,
// and an unknown passkey, are Forbidden "passkey-wrong"; a passkey of which there
// is a copy, Forbidden "passkey-copied"; a user who is banned, Forbidden "banned".
func (p *Passkeys) LogIn(ctx context.Context, secret, answer, browser string) (User, string, error) {
	c, err := p.challenges.take(ctx, secret, "passkey-gone", func(c challenge) bool { return !c.Adds })
	if err != nil {
		return User{}, "", err
	}
	if c.TwoFactor == "" {
		return p.open(ctx, c, answer, browser)
	}
	token, pending, err := p.accounts.takePending(ctx, c.TwoFactor)
	if err != nil {
		return User{}, "", err
	}
	c.Version = pending.version
	u, session, err := p.open(ctx, c, answer, browser)
	if err != nil {
		return User{}, "", p.accounts.countWrongCode(ctx, token, pending, err)
	}
	return u, session, nil
}

// open opens a session if the answer to a challenge is right.
func (p *Passkeys) open(ctx context.Context, c challenge, answer, browser string) (User, string, error) {
	u, credential, err := p.verify(ctx, c, answer)
	switch {
	case err != nil:
		return User{}, "", err
	case u.Banned:
		return User{}, "", failure.New(failure.Forbidden, "banned")
	case c.TwoFactor != "" && u.Version != c.Version:
		return User{}, "", failure.New(failure.NotFound, "two-factor-gone")
	case credential.Authenticator.CloneWarning:
		return User{}, "", failure.New(failure.Forbidden, "passkey-copied")
	}
	text, err := json.Marshal(credential)
	if err != nil {
		return User{}, "", err
	}
	err = p.store.UsePasskey(ctx, base64.RawURLEncoding.EncodeToString(credential.ID), string(text), p.accounts.now())
	if err != nil {
		return User{}, "", failure.Missing(err, "passkey-wrong") // removed meanwhile
	}
	session, err := p.accounts.sessions.open(ctx, u, browser)
	return u, session, failure.Replace(err, failure.Stale, failure.NotFound, "passkey-gone")
}

// verify returns the user and the passkey that answered a challenge.
func (p *Passkeys) verify(ctx context.Context, c challenge, answer string) (u User, credential *webauthn.Credential, err error) {
	parsed, err := protocol.ParseCredentialRequestResponseBytes([]byte(answer))
	if err != nil {
		return User{}, nil, wrongPasskey(err)
	}
	var holder passkeyHolder
	find := func(id string) error {
		u, err := p.accounts.users.FindUser(ctx, id)
		if err == nil {
			holder, err = p.holder(ctx, u)
		}
		return err
	}
	if c.User != "" {
		if err := find(c.User); err != nil {
			return User{}, nil, failure.Missing(err, "two-factor-gone")
		}
		credential, err = p.protocol.ValidateLogin(holder, c.Session, parsed)
	} else {
		var lost error // of the store
		_, credential, err = p.protocol.ValidatePasskeyLogin(func(_, handle []byte) (webauthn.User, error) {
			lost = find(string(handle))
			return holder, lost
		}, c.Session, parsed)
		if lost != nil && !errors.Is(lost, failure.ErrNotFound) {
			return User{}, nil, lost
		}
	}
	if err != nil {
		return User{}, nil, wrongPasskey(err)
	}
	return holder.user, credential, nil
}
