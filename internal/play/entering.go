// SPDX-License-Identifier: Apache-2.0

package play

import (
	"context"
	"strconv"
	"strings"
)

// maxTries is how many wrong codes one log-in may have.
const maxTries = 5

// Entry is what logging in leads to: a session, or the wish for a code.
type Entry struct {
	User   User
	Token  string // for the cookie; empty while a code is wanted
	Second string // to be sent along with the code; empty when none is wanted
}

// LogIn opens a session by e-mail or name and password, or asks for a code where
// the account has a second factor. A wrong pair is one error, whichever half is
// wrong, and takes as long: Forbidden "login-wrong". Who is banned is told so,
// once the pair is right: Forbidden "banned". Limited "busy" when too many try.
func (s *Service) LogIn(ctx context.Context, login, password, agent string) (Entry, error) {
	u, err := s.store.FindUserByLogin(ctx, strings.TrimSpace(login))
	if err != nil && CodeOf(err) != NotFound {
		return Entry{}, err
	}
	right, hashErr := s.checkPassword(ctx, u.Password, password)
	switch {
	case hashErr != nil:
		return Entry{}, hashErr
	case err != nil || !right:
		return Entry{}, refuse(Forbidden, "login-wrong")
	case u.Banned:
		return Entry{}, refuse(Forbidden, "banned")
	}
	s.rehash(ctx, u, password)
	if u.Second.On() {
		second, err := s.newTokenFor(ctx, SecondStep, u.ID, "0", secondLife)
		if err != nil {
			return Entry{}, err
		}
		return Entry{User: u, Second: second}, nil
	}
	token, err := s.openSession(ctx, u, agent)
	if err != nil {
		return Entry{}, err
	}
	return Entry{User: u, Token: token}, nil
}

// LogInSecond opens the session that a code completes: one of the second factor,
// or a recovery code, which is used up. A wrong code is Forbidden "code-wrong";
// after five of them, or ten minutes, the password is asked for again: NotFound
// "second-gone".
func (s *Service) LogInSecond(ctx context.Context, second, code, agent string) (User, string, error) {
	step, err := s.store.TakeToken(ctx, SecondStep, hashToken(second), s.now())
	if err != nil {
		return User{}, "", gone(err, "second-gone")
	}
	u, err := s.store.UpdateUser(ctx, step.User, func(u *User) error {
		if u.Banned {
			return refuse(Forbidden, "banned")
		}
		return u.Second.use(code, s.now())
	})
	if err != nil {
		return User{}, "", s.tryAgain(ctx, step, err)
	}
	token, err := s.openSession(ctx, u, agent)
	return u, token, err
}

// tryAgain puts the token of a log-in back where another code may be tried. It
// was taken away before the code was looked at, so that no two codes are ever
// tried for one count.
func (s *Service) tryAgain(ctx context.Context, step Token, cause error) error {
	tries, err := strconv.Atoi(step.Data)
	if err != nil || CodeOf(cause) == NotFound {
		return gone(cause, "second-gone")
	}
	if CodeOf(cause) == Forbidden {
		tries++
	}
	if tries >= maxTries {
		return &Error{Code: NotFound, Key: "second-gone", Err: cause}
	}
	step.Data = strconv.Itoa(tries)
	if err := s.store.CreateToken(ctx, step); err != nil {
		return err
	}
	return cause
}

// LogOut ends a session; one that is gone is no error.
func (s *Service) LogOut(ctx context.Context, token string) error {
	err := s.announce(ctx, s.store.DeleteSession(ctx, hashToken(token), s.now()))
	if CodeOf(err) == NotFound {
		return nil
	}
	return err
}
