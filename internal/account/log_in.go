// SPDX-License-Identifier: Apache-2.0

package account

import (
	"context"
	"fmt"
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

// findByLogin finds an account by what its user types to log in. Where addresses can be
// confirmed, they find no account until then. Otherwise signing up with an address and
// logging in with it would reveal whether another account has it.
func (s *Service) findByLogin(ctx context.Context, login string) (User, error) {
	login = strings.TrimSpace(login)
	u, err := s.users.FindUserByLogin(ctx, login)
	if folded := FoldLogin(login); err == nil && s.confirmed && FoldLogin(u.Name) != folded && FoldLogin(u.Email) != folded {
		return User{}, failure.ErrNotFound
	}
	return u, err
}

// LogIn opens a session by email address or name and password, or requests a
// code if the account has two-factor authentication. An unknown account and a
// wrong password are the same error and take the same time: Forbidden
// "login-wrong". If the user is banned and the password is right, the error is
// Forbidden "banned". It is Limited "passwords-busy" when too many users log in at
// once. A log-in during which the password, the two-factor authentication or a ban of the
// account changes is refused like a wrong password.
func (s *Service) LogIn(ctx context.Context, login, password, browser string) (LogInResult, error) {
	u, err := s.findByLogin(ctx, login)
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
	result, err := s.firstFactor(ctx, u, browser)
	return result, failure.Replace(err, failure.Stale, failure.Forbidden, "login-wrong")
}

// firstFactor continues the log-in of a user who has proved the first factor, a password
// or an identity at a provider. Stale if how the user logs in has changed
// since u was read.
func (s *Service) firstFactor(ctx context.Context, u User, browser string) (LogInResult, error) {
	if u.TwoFactor.On() {
		secret, err := s.tokens.create(ctx, TwoFactorLogIn, u.ID, pendingLogIn{version: u.Version}.String(), twoFactorLife)
		return LogInResult{User: u, TwoFactor: secret}, err
	}
	token, err := s.sessions.open(ctx, u, browser)
	return LogInResult{User: u, Token: token}, err
}

// pendingLogIn is the data of a TwoFactorLogIn token.
type pendingLogIn struct {
	version int64 // of the user whose password was right
	wrong   int   // wrong codes so far
}

// String formats it as it is stored.
func (p pendingLogIn) String() string { return fmt.Sprintf("%d %d", p.version, p.wrong) }

// takePending takes the token of a log-in that requires a second factor.
func (s *Service) takePending(ctx context.Context, hash string) (token Token, pending pendingLogIn, err error) {
	token, err = s.tokens.store.TakeToken(ctx, TwoFactorLogIn, hash, s.now())
	if err != nil {
		return token, pending, failure.Missing(err, "two-factor-gone")
	}
	_, err = fmt.Sscanf(token.Data, "%d %d", &pending.version, &pending.wrong)
	return token, pending, err
}

// LogInTwoFactor opens the session of a log-in that requires a code. The code is
// one of the app, or a recovery code, which is used up. A wrong code is Forbidden
// "code-wrong"; after five wrong codes or ten minutes the log-in must begin
// again: NotFound "two-factor-gone".
func (s *Service) LogInTwoFactor(ctx context.Context, secret, code, browser string) (User, string, error) {
	token, pending, err := s.takePending(ctx, HashToken(secret))
	if err != nil {
		return User{}, "", err
	}
	u, err := s.users.UpdateUser(ctx, token.User, func(u *User) error {
		switch {
		case u.Banned:
			return failure.New(failure.Forbidden, "banned")
		case u.Version != pending.version:
			return failure.ErrNotFound
		}
		return u.TwoFactor.use(code, s.now())
	})
	if err != nil {
		return User{}, "", s.countWrongCode(ctx, token, pending, err)
	}
	session, err := s.sessions.open(ctx, u, browser)
	return u, session, failure.Replace(err, failure.Stale, failure.NotFound, "two-factor-gone")
}

// countWrongCode stores the token of a log-in again if another code may be tried. The
// token was taken before the code was checked, so that all concurrent attempts count.
func (s *Service) countWrongCode(ctx context.Context, token Token, pending pendingLogIn, cause error) error {
	switch failure.CodeOf(cause) {
	case failure.NotFound:
		return failure.Missing(cause, "two-factor-gone")
	case failure.Forbidden:
		pending.wrong++
	}
	if pending.wrong >= maxWrongCodes {
		return &failure.Error{Code: failure.NotFound, Key: "two-factor-gone", Err: cause}
	}
	token.Data = pending.String()
	if err := s.tokens.store.CreateToken(ctx, token); err != nil {
		return err
	}
	return cause
}

// LogOut ends a session. It is no error if the session has ended already.
func (s *Service) LogOut(ctx context.Context, token string) error {
	return ignoreMissing(s.sessions.end(ctx, HashToken(token)))
}
