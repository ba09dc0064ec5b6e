// SPDX-License-Identifier: Apache-2.0

package play

import (
	"context"
	"errors"
	"net/mail"
	"strings"
)

// SignUpForm is what somebody types to get an account.
type SignUpForm struct{ Email, Name, Password, Again string }

// Guest makes a player without an account, and a token for the cookie.
func (s *Service) Guest(ctx context.Context, agent string) (User, string, error) {
	for {
		u := User{ID: newID(), Name: "Guest-" + strings.ToUpper(randomText(5)), Guest: true, Created: s.now()}
		err := s.store.CreateUser(ctx, u)
		if taken := (*ErrTaken)(nil); errors.As(err, &taken) {
			continue
		}
		if err != nil {
			return User{}, "", err
		}
		token, err := s.openSession(ctx, u, agent)
		return u, token, err
	}
}

// SignUp makes an account. A guest becomes the account and keeps games and
// settings; the token is a fresh one either way, and the guest's are good no
// more.
func (s *Service) SignUp(ctx context.Context, current User, f SignUpForm, agent string) (User, string, error) {
	f.Email, f.Name = strings.TrimSpace(f.Email), strings.TrimSpace(f.Name)
	if fields := f.check(); len(fields) > 0 {
		return User{}, "", &Error{Code: Invalid, Key: "form", Fields: fields}
	}
	hash, err := s.hashPassword(ctx, f.Password)
	if err != nil {
		return User{}, "", err
	}
	u := User{ID: newID(), Name: f.Name, Email: f.Email, Password: hash, Created: s.now()}
	if current.Guest {
		u, err = s.promote(ctx, current, u)
	} else {
		err = s.store.CreateUser(ctx, u)
	}
	if err != nil {
		return User{}, "", s.takenBoth(ctx, f, err)
	}
	token, err := s.openSession(ctx, u, agent)
	return u, token, err
}

// takenBoth tells of name and e-mail address alike when both are taken: a store
// names the first it finds.
func (s *Service) takenBoth(ctx context.Context, f SignUpForm, err error) error {
	var refused *Error
	if err = takenForm(err); !errors.As(err, &refused) || refused.Fields == nil {
		return err
	}
	if _, missing := s.store.FindUserByLogin(ctx, f.Email); missing == nil {
		refused.Fields["email"] = "email-taken"
	}
	if _, missing := s.store.FindUserByName(ctx, f.Name); missing == nil {
		refused.Fields["name"] = "name-taken"
	}
	return err
}

// promote makes a guest into an account. A guest who has become one meanwhile, in
// another window, is left alone: then it is a new account.
func (s *Service) promote(ctx context.Context, guest, account User) (User, error) {
	was := errors.New("no guest any more")
	u, err := s.store.UpdateUser(ctx, guest.ID, func(u *User) error {
		if !u.Guest {
			return was
		}
		u.Name, u.Email, u.Password, u.Guest = account.Name, account.Email, account.Password, false
		return nil
	})
	if errors.Is(err, was) {
		return account, s.store.CreateUser(ctx, account)
	}
	if err != nil {
		return User{}, err
	}
	return u, s.endSessions(ctx, u.ID)
}

// check returns the fields that are not right, with the keys of what to say.
func (f SignUpForm) check() map[string]string {
	fields := map[string]string{}
	checkEmail(fields, f.Email)
	checkName(fields, f.Name)
	checkNew(fields, f.Password, f.Again, User{Name: f.Name, Email: f.Email})
	return fields
}

// checkEmail adds what is wrong with an address: it must be one that mail on the
// internet can reach, without a name beside it.
func checkEmail(fields map[string]string, email string) {
	address, err := mail.ParseAddress(email)
	switch {
	case email == "":
		fields["email"] = "email-missing"
	case err != nil || address.Address != email || len(email) > 254 || !strings.Contains(email[strings.LastIndex(email, "@"):], "."):
		fields["email"] = "email-malformed"
	}
}

// Scores returns how a user has done, by rule set.
func (s *Service) Scores(ctx context.Context, user string) ([]Score, error) {
	return s.store.FindScores(ctx, user)
}

// Names returns the names of users by id. Computer seats have none here: their
// level is their name.
func (s *Service) Names(ctx context.Context, ids ...string) (map[string]string, error) {
	return s.store.FindNames(ctx, ids)
}
