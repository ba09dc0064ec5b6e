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
	setup, err := s.tokens.findOf(ctx, TwoFactorSetup, user.ID)
	if err != nil || setup.Data != "" {
		return setup.Data, err
	}
	secret = totp.NewSecret()
	_, err = s.tokens.create(ctx, TwoFactorSetup, user.ID, secret, twoFactorLife)
	return secret, err
}

// ConfirmTwoFactor turns two-factor authentication on and returns the recovery
// codes, which cannot be shown again. It requires the password and the first code
// of the app, and ends all other sessions. A user with passkeys must have logged in
// a moment ago: Forbidden "login-again". A wrong code is Forbidden "code-wrong"; a
// setup that took too long is NotFound "two-factor-gone".
func (s *Service) ConfirmTwoFactor(ctx context.Context, user User, p Proof) ([]string, error) {
	checked, err := s.confirm(ctx, user, p)
	if err != nil {
		return nil, err
	}
	setup, err := s.tokens.findOf(ctx, TwoFactorSetup, user.ID)
	if err == nil && setup.Data == "" {
		err = failure.New(failure.NotFound, "two-factor-gone")
	}
	if err != nil {
		return nil, err
	}
	codes := totp.NewCodes(recoveryCodes)
	_, err = s.sessions.change(ctx, user.ID, p.keep(), func(u *User) error {
		switch {
		case u.TwoFactor.App():
			return failure.New(failure.Forbidden, "two-factor-on")
		case u.TwoFactor.On() && !checked.loggedInNow(s.now()): // the code is that of the new app
			return failure.New(failure.Forbidden, "login-again")
		}
		u.TwoFactor.Secret, u.TwoFactor.Codes = setup.Data, hashCodes(codes)
		return p.use(u, checked, s.now())
	})
	return codes, err
}

// EndTwoFactor removes the app; passkeys stay. It requires a Proof and ends all
// other sessions. It is no error if there is none.
func (s *Service) EndTwoFactor(ctx context.Context, user User, p Proof) error {
	return ignoreMissing(s.changeTwoFactor(ctx, user, p, func(f *TwoFactor) {
		f.Secret, f.Step = "", 0
		f.tidy()
	}))
}

// RenewRecoveryCodes replaces all recovery codes and returns the new ones, which
// cannot be shown again. It requires a Proof and ends all other sessions. It returns
// NotFound "two-factor-off" if two-factor authentication is off.
func (s *Service) RenewRecoveryCodes(ctx context.Context, user User, p Proof) ([]string, error) {
	codes := totp.NewCodes(recoveryCodes)
	return codes, s.changeTwoFactor(ctx, user, p, func(f *TwoFactor) { f.Codes = hashCodes(codes) })
}

// changeTwoFactor changes the two-factor authentication of a user. It returns
// NotFound "two-factor-off" if it is off.
func (s *Service) changeTwoFactor(ctx context.Context, user User, p Proof, set func(*TwoFactor)) error {
	checked, err := s.confirm(ctx, user, p)
	if err != nil {
		return err
	}
	_, err = s.sessions.change(ctx, user.ID, p.keep(), func(u *User) error {
		if !u.TwoFactor.On() {
			return failure.New(failure.NotFound, "two-factor-off")
		}
		if err := p.use(u, checked, s.now()); err != nil {
			return err
		}
		set(&u.TwoFactor)
		return nil
	})
	return err
}

// keep is the AccessChange that ends all sessions but the current session.
func (p Proof) keep() AccessChange { return AccessChange{Keep: HashToken(p.Session)} }

// hashCodes returns the hashes of recovery codes, which the store keeps.
func hashCodes(codes []string) []string {
	var hashes []string
	for _, code := range codes {
		hashes = append(hashes, HashToken(totp.CleanCode(code)))
	}
	return hashes
}
