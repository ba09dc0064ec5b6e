// SPDX-License-Identifier: Apache-2.0

package play

import (
	"context"
	"errors"
	"strings"
)

// maxSettings bounds what the pages may keep with a user, in bytes.
const maxSettings = 500

// confirm asks for the password again and returns the user as it is now.
// Forbidden "password-wrong"; guests have none that would be right.
func (s *Service) confirm(ctx context.Context, user User, password string) (User, error) {
	u, err := s.store.FindUser(ctx, user.ID)
	if err != nil {
		return User{}, err
	}
	right, err := s.checkPassword(ctx, u.Password, password)
	if err != nil {
		return User{}, err
	}
	if !right {
		return User{}, &Error{Code: Forbidden, Key: "password-wrong", Fields: map[string]string{"current": "password-wrong"}}
	}
	return u, nil
}

// ChangeName gives an account another name; the password is asked for.
func (s *Service) ChangeName(ctx context.Context, user User, password, name string) (User, error) {
	name = strings.TrimSpace(name)
	fields := map[string]string{}
	checkName(fields, name)
	return s.change(ctx, user, password, fields, func(u *User) { u.Name = name })
}

// ChangeEmail gives an account another address; the password is asked for. Links
// sent to the old address are good no more.
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

// change changes an account whose owner has given the password, unless fields of
// the form are wrong.
func (s *Service) change(ctx context.Context, user User, password string, fields map[string]string, set func(*User)) (User, error) {
	if len(fields) > 0 {
		return User{}, &Error{Code: Invalid, Key: "form", Fields: fields}
	}
	if _, err := s.confirm(ctx, user, password); err != nil {
		return User{}, err
	}
	u, err := s.store.UpdateUser(ctx, user.ID, func(u *User) error {
		set(u)
		return nil
	})
	return u, takenForm(err)
}

// takenForm makes of a value that is taken what a form says of it.
func takenForm(err error) error {
	if taken := (*ErrTaken)(nil); errors.As(err, &taken) {
		return &Error{Code: Invalid, Key: "form", Fields: map[string]string{taken.Field: taken.Field + "-taken"}, Err: err}
	}
	return err
}

// ChangePassword sets another password, ends all sessions and returns the token
// of a new one. Links to set a password are good no more.
func (s *Service) ChangePassword(ctx context.Context, user User, current, next, again, agent string) (string, error) {
	u, err := s.confirm(ctx, user, current)
	if err != nil {
		return "", err
	}
	fields := map[string]string{}
	checkNew(fields, next, again, u)
	if len(fields) > 0 {
		return "", &Error{Code: Invalid, Key: "form", Fields: fields}
	}
	if err := s.setPassword(ctx, u.ID, next); err != nil {
		return "", err
	}
	return s.openSession(ctx, u, agent)
}

// setPassword stores a password and ends whatever the old one opened.
func (s *Service) setPassword(ctx context.Context, user, text string) error {
	hash, err := s.hashPassword(ctx, text)
	if err != nil {
		return err
	}
	_, err = s.store.UpdateUser(ctx, user, func(u *User) error {
		u.Password = hash
		return nil
	})
	if err != nil {
		return err
	}
	for _, purpose := range []Purpose{ResetPassword, SecondStep} {
		if err := s.store.DeleteTokens(ctx, purpose, user); err != nil {
			return err
		}
	}
	return s.endSessions(ctx, user)
}

// SaveSettings keeps what the pages write, for guests too; Invalid when it is
// more than 500 bytes.
func (s *Service) SaveSettings(ctx context.Context, user User, settings string) error {
	if len(settings) > maxSettings {
		return refuse(Invalid, "form")
	}
	_, err := s.store.UpdateUser(ctx, user.ID, func(u *User) error {
		u.Settings = settings
		return nil
	})
	return err
}
