// SPDX-License-Identifier: Apache-2.0

package play

import (
	"context"
	"errors"
	"net/mail"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// sessionLife is how long a browser stays logged in.
const sessionLife = 180 * 24 * time.Hour

// SignUpForm is what somebody types to get an account.
type SignUpForm struct{ Email, Name, Password, Again string }

// Guest makes a player without an account, and a token for the cookie.
func (s *Service) Guest(ctx context.Context) (User, string, error) {
	for {
		u := User{ID: newID(), Name: "Guest-" + strings.ToUpper(randomText(5)), Guest: true, Created: s.now()}
		err := s.store.CreateUser(ctx, u)
		if taken := (*ErrTaken)(nil); errors.As(err, &taken) {
			continue
		}
		if err != nil {
			return User{}, "", err
		}
		token, err := s.openSession(ctx, u)
		return u, token, err
	}
}

// SignUp makes an account. A guest becomes the account and keeps all games; the
// token is a fresh one either way.
func (s *Service) SignUp(ctx context.Context, current User, f SignUpForm) (User, string, error) {
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
		u.ID, u.Created = current.ID, current.Created
		err = s.store.UpdateUser(ctx, u)
	} else {
		err = s.store.CreateUser(ctx, u)
	}
	if taken := (*ErrTaken)(nil); errors.As(err, &taken) {
		return User{}, "", &Error{Code: Invalid, Key: "form", Fields: map[string]string{taken.Field: taken.Field + "-taken"}}
	}
	if err != nil {
		return User{}, "", err
	}
	token, err := s.openSession(ctx, u)
	return u, token, err
}

// check returns the fields that are not right, with the keys of what to say.
func (f SignUpForm) check() map[string]string {
	fields := map[string]string{}
	switch address, err := mail.ParseAddress(f.Email); {
	case f.Email == "":
		fields["email"] = "email-missing"
	case err != nil || address.Address != f.Email || len(f.Email) > 254 || !strings.Contains(f.Email[strings.LastIndex(f.Email, "@"):], "."):
		fields["email"] = "email-malformed"
	}
	switch {
	case f.Name == "":
		fields["name"] = "name-missing"
	case !goodName(f.Name):
		fields["name"] = "name-malformed"
	}
	switch {
	case f.Password == "":
		fields["password"] = "password-missing"
	case utf8.RuneCountInString(f.Password) < 8 || weak(f):
		fields["password"] = "password-weak"
	case len(f.Password) > 1000:
		fields["password"] = "password-long"
	}
	if f.Again != f.Password {
		fields["again"] = "again-differs"
	}
	return fields
}

// weak reports a password that anyone would try first: the person's own name or
// address, or one character again and again.
func weak(f SignUpForm) bool {
	p := strings.ToLower(f.Password)
	local, _, _ := strings.Cut(strings.ToLower(f.Email), "@")
	return p == strings.ToLower(f.Name) || p == strings.ToLower(f.Email) || p == local ||
		strings.Count(p, p[:1]) == len(p)
}

// goodName allows letters and digits of any script, with hyphens, underscores and
// dots between them; "guest-" is kept for guests.
func goodName(name string) bool {
	n := utf8.RuneCountInString(name)
	if n < 2 || n > 20 || strings.HasPrefix(strings.ToLower(name), "guest") {
		return false
	}
	for i, r := range name {
		edge := i == 0 || i+utf8.RuneLen(r) == len(name)
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) && (edge || !strings.ContainsRune("-_.", r)) {
			return false
		}
	}
	return true
}

// LogIn opens a session by e-mail or name and password. A wrong pair is one
// error, whichever half is wrong, and takes as long.
func (s *Service) LogIn(ctx context.Context, login, password string) (User, string, error) {
	u, err := s.store.FindUserByLogin(ctx, strings.TrimSpace(login))
	if err != nil && CodeOf(err) != NotFound {
		return User{}, "", err
	}
	right, hashErr := s.checkPassword(ctx, u.Password, password)
	if hashErr != nil {
		return User{}, "", hashErr
	}
	if err != nil || !right {
		return User{}, "", refuse(Forbidden, "login-wrong")
	}
	token, err := s.openSession(ctx, u)
	return u, token, err
}

// LogOut ends a session.
func (s *Service) LogOut(ctx context.Context, token string) error {
	err := s.store.DeleteSession(ctx, hashToken(token))
	if CodeOf(err) == NotFound {
		return nil
	}
	return err
}

// Authenticate returns whose token it is; NotFound when nobody's.
func (s *Service) Authenticate(ctx context.Context, token string) (User, error) {
	_, u, err := s.store.FindSession(ctx, hashToken(token), s.now())
	return u, err
}

func (s *Service) openSession(ctx context.Context, u User) (string, error) {
	token, now := newToken(), s.now()
	return token, s.store.CreateSession(ctx, Session{Hash: hashToken(token), User: u.ID, Created: now, Expires: now.Add(sessionLife)})
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
