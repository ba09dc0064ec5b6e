// SPDX-License-Identifier: Apache-2.0

package account

import (
	"context"
	"strings"
	"time"

	"cairn/internal/failure"
)

const (
	// maxMails bounds the links that are being made.
	maxMails = 64
	// linkEvery is the shortest time between two mails of a kind to one account, so
	// that strangers cannot flood a mailbox.
	linkEvery = time.Minute
	// resetEvery is linkEvery for links to set a new password. Each link replaces the last
	// one, so strangers could keep the owner from using any.
	resetEvery = 15 * time.Minute
)

// RequestReset makes a link to set a new password and calls send with it in the
// background, so that neither the result nor its time reveals whether there is
// such an account. An account gets at most one link in 15 minutes; banned users and users
// without a confirmed address get none.
func (s *Service) RequestReset(ctx context.Context, login string, send func(user User, secret string)) error {
	return s.later(ctx, "make a password reset link", func(ctx context.Context) error {
		u, secret, err := s.mailedReset(ctx, login)
		if err == nil && secret != "" {
			send(u, secret)
		}
		return err
	})
}

// later runs f in the background, so that its time is no part of the answer to a request.
// It returns Limited "busy" when maxMails functions are running; errors of f are logged.
func (s *Service) later(ctx context.Context, what string, f func(context.Context) error) error {
	select {
	case s.mails <- struct{}{}:
	default:
		return failure.New(failure.Limited, "busy")
	}
	ctx = context.WithoutCancel(ctx)
	s.background.Go(func() {
		defer func() { <-s.mails }()
		if err := f(ctx); err != nil {
			s.log.Error(what, "err", err)
		}
	})
	return nil
}

// mailedReset makes a link; its secret is empty when no mail may be sent.
func (s *Service) mailedReset(ctx context.Context, login string) (User, string, error) {
	u, err := s.users.FindUserByLogin(ctx, strings.TrimSpace(login))
	if err != nil || u.Banned || u.Email == "" {
		return User{}, "", ignoreMissing(err)
	}
	last, err := s.tokens.findOf(ctx, ResetPassword, u.ID)
	if err != nil || s.now().Sub(last.Created) < resetEvery {
		return User{}, "", err
	}
	secret, err := s.tokens.create(ctx, ResetPassword, u.ID, u.Email, mailedResetLife)
	return u, secret, err
}

// ResetLink makes a link to set a new password for an account, valid for a day:
// for operators without mail. NotFound "no-user".
func (s *Service) ResetLink(ctx context.Context, login string) (secret string, err error) {
	u, err := s.users.FindUserByLogin(ctx, strings.TrimSpace(login))
	if err != nil {
		return "", failure.Missing(err, "no-user")
	}
	return s.tokens.create(ctx, ResetPassword, u.ID, "", handedResetLife)
}

// CheckReset returns NotFound "reset-gone" if a link is not valid.
func (s *Service) CheckReset(ctx context.Context, secret string) error {
	_, err := s.tokens.find(ctx, ResetPassword, secret)
	return failure.Missing(err, "reset-gone")
}

// Reset sets a new password, uses up the link and ends all sessions, all at once:
// if anything fails, the link stays valid. Two-factor authentication stays on.
func (s *Service) Reset(ctx context.Context, secret, password string) (User, error) {
	link, u, err := s.tokens.findOwner(ctx, s.users, ResetPassword, secret, "reset-gone")
	if err != nil {
		return User{}, err
	}
	if err := checkPassword(password, u); err != nil {
		return User{}, err
	}
	hash, err := s.hasher.hash(ctx, password)
	if err != nil {
		return User{}, err
	}
	u, err = s.sessions.change(ctx, u.ID, AccessChange{Link: link.Hash}, func(u *User) error {
		if link.Data != "" && link.Data != u.Email { // the address has changed since
			return failure.ErrNotFound
		}
		u.Password = hash
		u.dropChange()
		return nil
	})
	return u, failure.Missing(err, "reset-gone")
}
