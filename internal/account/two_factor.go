// SPDX-License-Identifier: Apache-2.0

package account

import (
	"context"
	"slices"
	"time"

	"cairn/internal/failure"
	"cairn/internal/totp"
)

// recoveryCodes is the number of recovery codes of an account.
const recoveryCodes = 10

// use accepts a code once: one of the app, or a recovery code. It returns
// Forbidden "code-wrong" when the code is neither, and NotFound when two-factor
// authentication is off.
func (f *TwoFactor) use(code string, now time.Time) error {
	if !f.On() {
		return failure.ErrNotFound
	}
	if f.App() {
		if step, ok := totp.Check(f.Secret, code, now, f.Step); ok {
			f.Step = step
			return nil
		}
	}
	i := slices.Index(f.Codes, HashToken(totp.CleanCode(code)))
	if i < 0 {
		return wrongCode()
	}
	f.Codes = slices.Delete(f.Codes, i, i+1)
	return nil
}

func wrongCode() error { return failure.Field(failure.Forbidden, "code", "code-wrong", nil) }

// BeginTwoFactor returns the secret for the setup of two-factor authentication,
// which ConfirmTwoFactor turns on. For ten minutes it returns the same secret.
// It returns Forbidden "account-needed" for guests and Forbidden "two-factor-on" if
// it is on already.
func (s *Service) BeginTwoFactor(ctx context.Context, user User) (secret string, err error) {
	switch {
	case user.Guest:
		return "", failure.New(failure.Forbidden, "account-needed")
	case user.TwoFactor.App():
		return "", failure.New(failure.Forbidden, "two-factor-on")
	}
	setup, err := s.store.FindTokenOf(ctx, TwoFactorSetup, user.ID, s.now())
	if err == nil {
		return setup.Data, nil
	}
	if failure.CodeOf(err) != failure.NotFound {
		return "", err
	}
	secret = totp.NewSecret()
	_, err = s.tokens.create(ctx, TwoFactorSetup, user.ID, secret, twoFactorLife)
	return secret, err
}

// ConfirmTwoFactor turns two-factor authentication on and returns the recovery
// codes, which cannot be shown again. It requires the password. A wrong code is
// Forbidden "code-wrong"; a setup that took too long is NotFound "two-factor-gone".
func (s *Service) ConfirmTwoFactor(ctx context.Context, user User, password, code string) ([]string, error) {
	if _, err := s.confirm(ctx, user, password); err != nil {
		return nil, err
	}
	setup, err := s.store.FindTokenOf(ctx, TwoFactorSetup, user.ID, s.now())
	if err != nil {
		return nil, failure.Missing(err, "two-factor-gone")
	}
	step, ok := totp.Check(setup.Data, code, s.now(), 0)
	if !ok {
		return nil, wrongCode()
	}
	codes := totp.NewCodes(recoveryCodes)
	_, err = s.store.UpdateUser(ctx, user.ID, func(u *User) error {
		if u.TwoFactor.App() {
			return failure.New(failure.Forbidden, "two-factor-on")
		}
		u.TwoFactor.Secret, u.TwoFactor.Step, u.TwoFactor.Codes = setup.Data, step, hashCodes(codes)
		return nil
	})
	if err != nil {
		return nil, err
	}
	return codes, s.store.DeleteTokens(ctx, TwoFactorSetup, user.ID)
}

// EndTwoFactor removes the app; passkeys stay. It requires the password and a code,
// as logging in does. It is no error if there is none.
func (s *Service) EndTwoFactor(ctx context.Context, user User, password, code string) error {
	err := s.changeTwoFactor(ctx, user, password, code, func(f *TwoFactor) {
		f.Secret, f.Step = "", 0
		f.tidy()
	})
	if failure.CodeOf(err) == failure.NotFound {
		return nil
	}
	return err
}

// RenewRecoveryCodes replaces all recovery codes and returns the new ones, which
// cannot be shown again. It requires the password and a code. It returns NotFound
// "two-factor-off" if two-factor authentication is off.
func (s *Service) RenewRecoveryCodes(ctx context.Context, user User, password, code string) ([]string, error) {
	codes := totp.NewCodes(recoveryCodes)
	err := s.changeTwoFactor(ctx, user, password, code, func(f *TwoFactor) { f.Codes = hashCodes(codes) })
	if err != nil {
		return nil, err
	}
	return codes, nil
}

// changeTwoFactor changes the two-factor authentication of a user who gives the
// password and a code. It returns NotFound "two-factor-off" if it is off.
func (s *Service) changeTwoFactor(ctx context.Context, user User, password, code string, set func(*TwoFactor)) error {
	if _, err := s.confirm(ctx, user, password); err != nil {
		return err
	}
	_, err := s.store.UpdateUser(ctx, user.ID, func(u *User) error {
		if !u.TwoFactor.On() {
			return failure.New(failure.NotFound, "two-factor-off")
		}
		// Without an app a user who has just logged in need not use up a recovery code.
		if err := u.TwoFactor.use(code, s.now()); err != nil && (u.TwoFactor.App() || !user.loggedInNow(s.now())) {
			return err
		}
		set(&u.TwoFactor)
		return nil
	})
	return err
}

// hashCodes returns the hashes of recovery codes, which the store keeps.
func hashCodes(codes []string) []string {
	var hashes []string
	for _, code := range codes {
		hashes = append(hashes, HashToken(totp.CleanCode(code)))
	}
	return hashes
}
