// SPDX-License-Identifier: Apache-2.0

package account

import (
	"context"
	"errors"
	"strings"
	"time"

	"cairn/internal/failure"
)

// maxSettings bounds User.Settings, in bytes.
const maxSettings = 500

// SaveSettings stores the settings of a user or guest; Invalid when they are
// longer than 500 bytes.
func (s *Service) SaveSettings(ctx context.Context, user User, settings string) error {
	if len(settings) > maxSettings {
		return failure.New(failure.Invalid, "form")
	}
	_, err := s.users.UpdateUser(ctx, user.ID, func(u *User) error {
		u.Settings = settings
		return nil
	})
	return err
}

// Proof authenticates a change of an account, besides the session: the password again, and a two-factor code if the account has two-factor
// authentication, see NeedsCode. A code of the app or a recovery code is used up by a
// change, and not if the change is refused. An account without a password must have
// logged in a moment ago.
type Proof struct {
	Password string
	Code     string
	Session  string // token of the session that asks, which stays when others end
}

// ChangeName changes the name of an account. It requires a Proof.
func (s *Service) ChangeName(ctx context.Context, user User, p Proof, name string) (User, error) {
	name = strings.TrimSpace(name)
	if err := failure.Form(map[string]string{"name": nameProblem(name)}); err != nil {
		return User{}, err
	}
	return s.change(ctx, user, p, func(u *User) { u.Name = name })
}

// ChangeEmail sets the address that a user wants to use, which is to be confirmed:
// until then the old address stays. It requires a Proof. Giving the confirmed address
// again cancels the change.
func (s *Service) ChangeEmail(ctx context.Context, user User, p Proof, email string) (User, error) {
	email = strings.TrimSpace(email)
	if err := failure.Form(map[string]string{"email": emailProblem(email)}); err != nil {
		return User{}, err
	}
	return s.change(ctx, user, p, func(u *User) { u.give(email, s.now()) })
}

// ChangePassword changes the password of an account, ends all its sessions and
// returns the token of a new one. It requires a Proof. Reset links become invalid.
func (s *Service) ChangePassword(ctx context.Context, user User, p Proof, next, browser string) (string, error) {
	checked, err := s.confirm(ctx, user, p)
	if err != nil {
		return "", err
	}
	if err := checkPassword(next, checked); err != nil {
		return "", err
	}
	hash, err := s.hasher.hash(ctx, next)
	if err != nil {
		return "", err
	}
	session, token := s.sessions.prepare(checked.ID, browser)
	_, err = s.sessions.change(ctx, checked.ID, AccessChange{Open: session}, func(u *User) error {
		u.Password = hash
		u.dropChange()
		return p.use(u, checked, s.now())
	})
	return token, err
}

// confirm checks the password of a user and returns the stored user. A wrong
// password, and any password of a guest, is Forbidden "password-wrong". An account
// without a password must have logged in a moment ago: Forbidden "login-again". The
// change that follows checks the rest of the proof in its transaction, by use.
func (s *Service) confirm(ctx context.Context, user User, p Proof) (User, error) {
	u, err := s.users.FindUser(ctx, user.ID)
	if err != nil {
		return User{}, err
	}
	u.LoggedIn = user.LoggedIn
	if u.Password == "" && !u.Guest {
		if !u.loggedInNow(s.now()) {
			return User{}, failure.New(failure.Forbidden, "login-again")
		}
		return u, nil
	}
	right, err := s.hasher.check(ctx, u.Password, p.Password)
	if err != nil {
		return User{}, err
	}
	if !right {
		return User{}, wrongPassword()
	}
	return u, nil
}

// use completes the proof of a user whose password was checked: how the user logs
// in has not changed since, and the code is right if one is needed.
func (p Proof) use(u *User, checked User, now time.Time) error {
	if u.Version != checked.Version {
		return wrongPassword()
	}
	u.LoggedIn = checked.LoggedIn
	if !u.NeedsCode(now) {
		return nil
	}
	return u.TwoFactor.use(p.Code, now)
}

// prove checks a Proof for an addition to an account, and returns the stored user.
func (s *Service) prove(ctx context.Context, user User, p Proof) (User, error) {
	checked, err := s.confirm(ctx, user, p)
	if err != nil {
		return User{}, err
	}
	return s.users.UpdateUser(ctx, user.ID, func(u *User) error {
		if u.Version == checked.Version && !checked.NeedsCodeToAdd(s.now()) {
			return nil
		}
		return p.use(u, checked, s.now())
	})
}

func wrongPassword() error { return failure.Field(failure.Forbidden, "current", "password-wrong", nil) }

// change changes an account, unless the proof is wrong.
func (s *Service) change(ctx context.Context, user User, p Proof, set func(*User)) (User, error) {
	checked, err := s.confirm(ctx, user, p)
	if err != nil {
		return User{}, err
	}
	u, err := s.users.UpdateUser(ctx, user.ID, func(u *User) error {
		set(u)
		return p.use(u, checked, s.now())
	})
	return u, takenField(err)
}

// takenField turns a TakenError into the error of a form.
func takenField(err error) error {
	if taken, is := errors.AsType[*failure.TakenError](err); is {
		return &failure.Error{Code: failure.Invalid, Key: "form", Fields: map[string]string{taken.Field: taken.Field + "-taken"}, Err: err}
	}
	return err
}
