// SPDX-License-Identifier: Apache-2.0

package play

import (
	"context"
	"strings"
	"time"
)

const (
	// maxAsking bounds the links that are being made at the same time.
	maxAsking = 64
	// resetEvery is how often an account may be sent a link: nobody's mailbox is
	// to be filled by somebody else.
	resetEvery = time.Minute
)

// AskReset makes a link to set a new password, if there is such an account, and
// calls send with it in the background: whether there is one shows neither in the
// answer nor in its time. An account gets one link a minute, and those who are
// banned get none.
func (s *Service) AskReset(ctx context.Context, login string, send func(user User, secret string)) error {
	select {
	case s.asking <- struct{}{}:
	default:
		return refuse(Limited, "busy")
	}
	ctx = context.WithoutCancel(ctx)
	s.background.Go(func() {
		defer func() { <-s.asking }()
		u, secret, err := s.mailedReset(ctx, login)
		switch {
		case err != nil:
			s.log.Error("make a link to set a password", "err", err)
		case secret != "":
			send(u, secret)
		}
	})
	return nil
}

// mailedReset makes a link; its secret is empty when none is to be sent.
func (s *Service) mailedReset(ctx context.Context, login string) (User, string, error) {
	u, err := s.store.FindUserByLogin(ctx, strings.TrimSpace(login))
	if CodeOf(err) == NotFound || err == nil && u.Banned {
		return User{}, "", nil
	}
	if err != nil {
		return User{}, "", err
	}
	now := s.now()
	last, err := s.store.FindTokenOf(ctx, ResetPassword, u.ID, now)
	if err == nil && now.Sub(last.Created) < resetEvery {
		return User{}, "", nil
	}
	if err != nil && CodeOf(err) != NotFound {
		return User{}, "", err
	}
	secret, err := s.newTokenFor(ctx, ResetPassword, u.ID, "", mailedResetLife)
	return u, secret, err
}

// CheckReset reports whether a link is still good: NotFound "reset-gone".
func (s *Service) CheckReset(ctx context.Context, secret string) error {
	_, err := s.store.FindToken(ctx, ResetPassword, hashToken(secret), s.now())
	return gone(err, "reset-gone")
}

// Reset sets a new password by a link, which is used up, and ends all sessions.
// A password that is refused leaves the link good. A second factor stays.
func (s *Service) Reset(ctx context.Context, secret, password, again string) (User, error) {
	link, err := s.store.FindToken(ctx, ResetPassword, hashToken(secret), s.now())
	if err != nil {
		return User{}, gone(err, "reset-gone")
	}
	u, err := s.store.FindUser(ctx, link.User)
	if err != nil {
		return User{}, gone(err, "reset-gone")
	}
	fields := map[string]string{}
	checkNew(fields, password, again, u)
	if len(fields) > 0 {
		return User{}, &Error{Code: Invalid, Key: "form", Fields: fields}
	}
	if _, err := s.store.TakeToken(ctx, ResetPassword, link.Hash, s.now()); err != nil {
		return User{}, gone(err, "reset-gone")
	}
	return u, s.setPassword(ctx, u.ID, password)
}
