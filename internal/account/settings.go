// SPDX-License-Identifier: Apache-2.0

package account

import (
	"context"
	"errors"
	"strings"

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
	_, err := s.store.UpdateUser(ctx, user.ID, func(u *User) error {
		u.Settings = settings
		return nil
	})
	return err
}

// ChangeName changes the name of an account. It requires the password.
func (s *Service) ChangeName(ctx context.Context, user User, password, name string) (User, error) {
	name = strings.TrimSpace(name)
	fields := map[string]string{}
	checkName(fields, name)
	return s.change(ctx, user, password, fields, func(u *User) { u.Name = name })
}

// ChangeEmail changes the e-mail address of an account. It requires the password.
// Reset links that were sent to the old address become invalid.
func (s *Service) ChangeEmail(ctx context.Context, user User, password, email string) (User, error) {
	email = strings.TrimSpace(email)
	fields := map[string]string{}
	checkEmail(fields, email)
	u, err := s.change(ctx, user, password, fields, func(u *User) { u.Email = email })
	if err != nil {
		return User{}, err
	}
	return u, s.store.DeleteTokens(ctx, ResetPassword, u.ID)
}

// ChangePassword changes the password of an account, ends all its sessions and
// returns the token of a new one. Reset links become invalid.
func (s *Service) ChangePassword(ctx context.Context, user User, current, next, again, browser string) (string, error) {
	u, err := s.confirm(ctx, user, current)
	if err != nil {
		return "", err
	}
	fields := map[string]string{}
	checkPassword(fields, next, again, u)
	if err := failure.Form(fields); err != nil {
		return "", err
	}
	if err := s.setPassword(ctx, u.ID, next); err != nil {
		return "", err
	}
	return s.sessions.open(ctx, u, browser)
}

// confirm checks the password of a user and returns the stored user. A wrong
// password, and any password of a guest, is Forbidden "password-wrong". For an
// account without a password see confirmRecent.
func (s *Service) confirm(ctx context.Context, user User, password string) (User, error) {
	u, err := s.store.FindUser(ctx, user.ID)
	if err != nil {
		return User{}, err
	}
	if u.Password == "" && !u.Guest {
		return u, confirmRecent(user, s.now())
	}
	right, err := s.hasher.check(ctx, u.Password, password)
	if err != nil {
		return User{}, err
	}
	if !right {
		return User{}, failure.Field(failure.Forbidden, "current", "password-wrong", nil)
	}
	return u, nil
}

// change changes an account, unless fields of the form are invalid or the
// password is wrong.
func (s *Service) change(ctx context.Context, user User, password string, fields map[string]string, set func(*User)) (User, error) {
	if err := failure.Form(fields); err != nil {
		return User{}, err
	}
	if _, err := s.confirm(ctx, user, password); err != nil {
		return User{}, err
	}
	u, err := s.store.UpdateUser(ctx, user.ID, func(u *User) error {
		set(u)
		return nil
	})
	return u, takenField(err)
}

// takenField turns an ErrTaken into the error of a form.
func takenField(err error) error {
	if taken := (*failure.ErrTaken)(nil); errors.As(err, &taken) {
		return &failure.Error{Code: failure.Invalid, Key: "form", Fields: map[string]string{taken.Field: taken.Field + "-taken"}, Err: err}
	}
	return err
}
