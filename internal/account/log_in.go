// SPDX-License-Identifier: Apache-2.0

package account

import (
	"context"
	"strconv"
	"strings"

	"cairn/internal/failure"
)

// maxWrongCodes is how many wrong two-factor codes one log-in may have.
const maxWrongCodes = 5

// LogInResult is the result of a right password: a session, or the request for a
// two-factor code.
type LogInResult struct {
	User      User
	Token     string // of the session; empty while a code is required
	TwoFactor string // to be passed to LogInTwoFactor; empty when no code is required
}

// LogIn opens a session by e-mail address or name and password, or requests a
// code if the account has two-factor authentication. An unknown account and a
// wrong password are the same error and take the same time: Forbidden
// "login-wrong". If the user is banned and the password is right, the error is
// Forbidden "banned". It is Limited "busy" when too many users log in at once.
func (s *Service) LogIn(ctx context.Context, login, password, browser string) (LogInResult, error) {
	u, err := s.store.FindUserByLogin(ctx, strings.TrimSpace(login))
	if err != nil && failure.CodeOf(err) != failure.NotFound {
		return LogInResult{}, err
	}
	right, hashErr := s.hasher.check(ctx, u.Password, password)
	switch {
	case hashErr != nil:
		return LogInResult{}, hashErr
	case err != nil || !right:
		return LogInResult{}, failure.New(failure.Forbidden, "login-wrong")
	case u.Banned:
		return LogInResult{}, failure.New(failure.Forbidden, "banned")
	}
	s.rehash(ctx, u, password)
	return firstFactor(ctx, s, u, browser)
}

// firstFactor continues the log-in of a user who has shown the first factor, a
// password or an identity at a provider.
func firstFactor(ctx context.Context, s *Service, u User, browser string) (LogInResult, error) {
	if u.TwoFactor.On() {
		secret, err := s.tokens.create(ctx, TwoFactorLogIn, u.ID, "0", twoFactorLife)
		if err != nil {
			return LogInResult{}, err
		}
		return LogInResult{User: u, TwoFactor: secret}, nil
	}
	token, err := s.sessions.open(ctx, u, browser)
	if err != nil {
		return LogInResult{}, err
	}
	return LogInResult{User: u, Token: token}, nil
}

// LogInTwoFactor opens the session of a log-in that requires a code. The code is
// one of the app, or a recovery code, which is used up. A wrong code is Forbidden
// "code-wrong"; after five wrong codes or ten minutes the log-in must begin
// again: NotFound "two-factor-gone".
func (s *Service) LogInTwoFactor(ctx context.Context, secret, code, browser string) (User, string, error) {
	token, err := s.store.TakeToken(ctx, TwoFactorLogIn, HashToken(secret), s.now())
	if err != nil {
		return User{}, "", failure.Missing(err, "two-factor-gone")
	}
	u, err := s.store.UpdateUser(ctx, token.User, func(u *User) error {
		if u.Banned {
			return failure.New(failure.Forbidden, "banned")
		}
		return u.TwoFactor.use(code, s.now())
	})
	if err != nil {
		return User{}, "", s.countWrongCode(ctx, token, err)
	}
	session, err := s.sessions.open(ctx, u, browser)
	return u, session, err
}

// countWrongCode puts the token of a log-in back if another code may be tried. It
// was taken before the code was checked, so that concurrent attempts are all
// counted.
func (s *Service) countWrongCode(ctx context.Context, token Token, cause error) error {
	wrong, err := strconv.Atoi(token.Data)
	if err != nil || failure.CodeOf(cause) == failure.NotFound {
		return failure.Missing(cause, "two-factor-gone")
	}
	if failure.CodeOf(cause) == failure.Forbidden {
		wrong++
	}
	if wrong >= maxWrongCodes {
		return &failure.Error{Code: failure.NotFound, Key: "two-factor-gone", Err: cause}
	}
	token.Data = strconv.Itoa(wrong)
	if err := s.store.CreateToken(ctx, token); err != nil {
		return err
	}
	return cause
}

// LogOut ends a session. It is no error if the session has ended already.
func (s *Service) LogOut(ctx context.Context, token string) error {
	err := s.sessions.end(ctx, HashToken(token))
	if failure.CodeOf(err) == failure.NotFound {
		return nil
	}
	return err
}
