// SPDX-License-Identifier: Apache-2.0

package account

import (
	"context"
	"time"

	"cairn/internal/failure"
)

// recentLogIn is how long a log-in counts as proof of who uses the browser.
const recentLogIn = 10 * time.Minute

// loggedInNow reports whether the session of a user began a few minutes ago.
func (u User) loggedInNow(now time.Time) bool {
	return !u.LoggedIn.IsZero() && now.Sub(u.LoggedIn) < recentLogIn
}

// reconfirm is confirm for changes of how a user logs in: with two-factor
// authentication it also requires a code, unless the user has just logged in,
// which required both factors. It returns the stored user.
func reconfirm(ctx context.Context, s *Service, user User, password, code string) (User, error) {
	u, err := s.confirm(ctx, user, password)
	if err != nil || !u.TwoFactor.On() || user.loggedInNow(s.now()) {
		return u, err
	}
	return s.store.UpdateUser(ctx, u.ID, func(u *User) error {
		if !u.TwoFactor.On() {
			return nil
		}
		return u.TwoFactor.use(code, s.now())
	})
}

// confirmRecent is confirm for an account without a password: it must have logged
// in within the last minutes; Forbidden "login-again" otherwise.
func confirmRecent(user User, now time.Time) error {
	if user.loggedInNow(now) {
		return nil
	}
	return failure.New(failure.Forbidden, "login-again")
}
