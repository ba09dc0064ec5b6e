// SPDX-License-Identifier: Apache-2.0

package play

import (
	"context"
	"slices"
	"time"

	"cairn/internal/totp"
)

// recoveryCodes is how many somebody gets who turns the second factor on.
const recoveryCodes = 10

// use accepts a code, once: one that changes with time, or a recovery code.
// Forbidden "code-wrong" when it is neither, NotFound without a second factor.
func (f *Second) use(code string, now time.Time) error {
	if !f.On() {
		return ErrNotFound
	}
	if step, ok := totp.Check(f.Secret, code, now, f.Step); ok {
		f.Step = step
		return nil
	}
	i := slices.Index(f.Codes, hashToken(totp.CleanCode(code)))
	if i < 0 {
		return wrongCode()
	}
	f.Codes = slices.Delete(f.Codes, i, i+1)
	return nil
}

func wrongCode() error {
	return &Error{Code: Forbidden, Key: "code-wrong", Fields: map[string]string{"code": "code-wrong"}}
}

// BeginSecond makes the secret of a second factor, which is not on before
// ConfirmSecond; called again it returns the same one for ten minutes. Forbidden
// "account-needed" for guests, "second-on" for who has one.
func (s *Service) BeginSecond(ctx context.Context, user User) (secret string, err error) {
	switch {
	case user.Guest:
		return "", refuse(Forbidden, "account-needed")
	case user.Second.On():
		return "", refuse(Forbidden, "second-on")
	}
	setup, err := s.store.FindTokenOf(ctx, SecondSetup, user.ID, s.now())
	if err == nil {
		return setup.Data, nil
	}
	if CodeOf(err) != NotFound {
		return "", err
	}
	secret = totp.NewSecret()
	_, err = s.newTokenFor(ctx, SecondSetup, user.ID, secret, secondLife)
	return secret, err
}

// ConfirmSecond turns the second factor on and returns the recovery codes, which
// are never shown again. The password is asked for; a wrong code is Forbidden
// "code-wrong", and when setting up has taken too long, NotFound "second-gone".
func (s *Service) ConfirmSecond(ctx context.Context, user User, password, code string) ([]string, error) {
	if _, err := s.confirm(ctx, user, password); err != nil {
		return nil, err
	}
	setup, err := s.store.FindTokenOf(ctx, SecondSetup, user.ID, s.now())
	if err != nil {
		return nil, gone(err, "second-gone")
	}
	step, ok := totp.Check(setup.Data, code, s.now(), 0)
	if !ok {
		return nil, wrongCode()
	}
	codes := totp.NewCodes(recoveryCodes)
	second := Second{Secret: setup.Data, Step: step, Codes: hashCodes(codes)}
	_, err = s.store.UpdateUser(ctx, user.ID, func(u *User) error {
		if u.Second.On() {
			return refuse(Forbidden, "second-on")
		}
		u.Second = second
		return nil
	})
	if err != nil {
		return nil, err
	}
	return codes, s.store.DeleteTokens(ctx, SecondSetup, user.ID)
}

// EndSecond turns the second factor off. It takes the password and a code, as
// logging in does: a session and a password alone do not undo it.
func (s *Service) EndSecond(ctx context.Context, user User, password, code string) error {
	err := s.changeSecond(ctx, user, password, code, func(second *Second) { *second = Second{} })
	if CodeOf(err) == NotFound { // it is off already
		return nil
	}
	return err
}

// RenewCodes replaces the recovery codes, also those that were used, and returns
// the new ones, which are never shown again. It takes the password and a code.
// NotFound "second-off" without a second factor.
func (s *Service) RenewCodes(ctx context.Context, user User, password, code string) ([]string, error) {
	codes := totp.NewCodes(recoveryCodes)
	err := s.changeSecond(ctx, user, password, code, func(second *Second) { second.Codes = hashCodes(codes) })
	if err != nil {
		return nil, err
	}
	return codes, nil
}

// changeSecond changes the second factor of somebody who gives password and code.
// NotFound "second-off" where there is none.
func (s *Service) changeSecond(ctx context.Context, user User, password, code string, set func(*Second)) error {
	if _, err := s.confirm(ctx, user, password); err != nil {
		return err
	}
	_, err := s.store.UpdateUser(ctx, user.ID, func(u *User) error {
		if !u.Second.On() {
			return refuse(NotFound, "second-off")
		}
		if err := u.Second.use(code, s.now()); err != nil {
			return err
		}
		set(&u.Second)
		return nil
	})
	return err
}

// hashCodes is what the store keeps of recovery codes.
func hashCodes(codes []string) []string {
	var hashes []string
	for _, code := range codes {
		hashes = append(hashes, hashToken(totp.CleanCode(code)))
	}
	return hashes
}
