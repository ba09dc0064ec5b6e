// SPDX-License-Identifier: Apache-2.0

package account

import (
	"context"
	"errors"
	"net/mail"
	"strings"

	"cairn/internal/failure"
)

// SignUpForm is the form for a new account.
type SignUpForm struct {
	Email, Name, Password string
	EmailOptional         bool // the address may be empty
}

// Guest creates a player without an account and returns the token of a session.
func (s *Service) Guest(ctx context.Context, browser string) (User, string, error) {
	u, err := s.newGuest(ctx)
	if err != nil {
		return User{}, "", err
	}
	token, err := s.sessions.open(ctx, u, browser)
	return u, token, err
}

// GuestPrefix is how the names of guests begin; no account's name begins with it in any
// letter case.
const GuestPrefix = "Guest-"

// newGuest creates a guest with a free name.
func (s *Service) newGuest(ctx context.Context) (User, error) {
	for {
		u := User{ID: NewID(), Name: GuestPrefix + strings.ToUpper(RandomText(5)), Guest: true, Created: s.now()}
		err := s.users.CreateUser(ctx, u)
		if _, taken := errors.AsType[*failure.TakenError](err); !taken {
			return u, err
		}
	}
}

// SignUp creates an account and returns the token of a new session. The address is
// to be confirmed, whether another account has it or not, so that the result does
// not reveal that. If current is a guest, the guest becomes the account, keeps games and settings, and the
// guest's sessions end.
func (s *Service) SignUp(ctx context.Context, current User, f SignUpForm, browser string) (User, string, error) {
	f.Email, f.Name = strings.TrimSpace(f.Email), strings.TrimSpace(f.Name)
	if err := f.check(); err != nil {
		return User{}, "", err
	}
	hash, err := s.hasher.hash(ctx, f.Password)
	if err != nil {
		return User{}, "", err
	}
	u := User{ID: NewID(), Name: f.Name, Password: hash, Created: s.now()}
	u.give(f.Email, s.now())
	if current.Guest {
		promoted, token, err := s.promote(ctx, current, u, browser)
		if !errors.Is(err, errPromoted) {
			return promoted, token, takenField(err)
		}
	}
	if err := s.users.CreateUser(ctx, u); err != nil {
		return User{}, "", takenField(err)
	}
	token, err := s.sessions.open(ctx, u, browser)
	return u, token, err
}

// errPromoted reports that a guest has signed up in another window meanwhile.
var errPromoted = errors.New("no longer a guest")

// promote turns a guest into an account and opens a session in place of the guest's
// sessions.
func (s *Service) promote(ctx context.Context, guest, account User, browser string) (User, string, error) {
	session, token := s.sessions.prepare(guest.ID, browser)
	u, err := s.sessions.change(ctx, guest.ID, AccessChange{Open: session}, func(u *User) error {
		if !u.Guest {
			return errPromoted
		}
		u.Name, u.Password, u.Guest = account.Name, account.Password, false
		u.give(account.Unconfirmed, account.UnconfirmedSince)
		return nil
	})
	return u, token, err
}

// check returns an Invalid error for the invalid fields.
func (f SignUpForm) check() error {
	fields := map[string]string{"name": nameProblem(f.Name), "password": passwordProblem(f.Password, User{Name: f.Name, Unconfirmed: f.Email})}
	if f.Email != "" || !f.EmailOptional {
		fields["email"] = emailProblem(f.Email)
	}
	return failure.Form(fields)
}

// emailProblem returns the key of the problem of an email address, empty for none. It must
// be a bare address with a domain on the internet.
func emailProblem(email string) string {
	address, err := mail.ParseAddress(email)
	switch {
	case email == "":
		return "email-missing"
	case err != nil || address.Address != email || len(email) > 254 || !strings.Contains(email[strings.LastIndex(email, "@"):], "."):
		return "email-malformed"
	}
	return ""
}
