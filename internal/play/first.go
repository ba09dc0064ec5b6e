// SPDX-License-Identifier: Apache-2.0

package play

import "context"

// NeedAdmin returns the secret of the link by which the first administrator is
// made, a new one each time and good for a week; empty once there is one.
func (s *Service) NeedAdmin(ctx context.Context) (secret string, err error) {
	is, err := s.isAdministered(ctx)
	if err != nil || is {
		return "", err
	}
	return s.newTokenFor(ctx, FirstAdmin, "", "", adminLife)
}

// isAdministered reports whether there is an administrator.
func (s *Service) isAdministered(ctx context.Context) (bool, error) {
	admins, err := s.store.FindUsers(ctx, UserFilter{Role: Admin, Limit: 1})
	return len(admins) > 0, err
}

// CheckAdmin reports whether such a link is good: NotFound "admin-gone".
func (s *Service) CheckAdmin(ctx context.Context, secret string) error {
	if is, err := s.isAdministered(ctx); err != nil || is {
		return adminGone(err)
	}
	_, err := s.store.FindToken(ctx, FirstAdmin, hashToken(secret), s.now())
	return gone(err, "admin-gone")
}

// BecomeAdmin makes an account the first administrator by the link, which is used
// up. Forbidden "account-needed" for guests, who leave the link good.
func (s *Service) BecomeAdmin(ctx context.Context, user User, secret string) error {
	if user.Guest || user.ID == "" {
		return refuse(Forbidden, "account-needed")
	}
	if is, err := s.isAdministered(ctx); err != nil || is {
		return adminGone(err)
	}
	if _, err := s.store.TakeToken(ctx, FirstAdmin, hashToken(secret), s.now()); err != nil {
		return gone(err, "admin-gone")
	}
	_, err := s.store.UpdateUser(ctx, user.ID, func(u *User) error {
		u.Role = Admin
		return nil
	})
	return err
}

// adminGone says that there is an administrator already, unless asking failed.
func adminGone(err error) error {
	if err != nil {
		return err
	}
	return refuse(NotFound, "admin-gone")
}
