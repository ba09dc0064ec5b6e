// SPDX-License-Identifier: Apache-2.0

package play

import (
	"context"
	"strings"
)

// Operator is whoever has the machine, at the command line: may do all. Nobody
// can log in as the operator.
var Operator = User{ID: "operator", Role: "operator"}

// operates reports whether somebody is the operator. Who is nobody is not.
func (u User) operates() bool { return u.ID == Operator.ID && u.Role == Operator.Role }

// AdminUsers lists accounts for whoever runs the server.
func (s *Service) AdminUsers(ctx context.Context, f UserFilter) ([]User, error) {
	return s.store.FindUsers(ctx, f)
}

// ResetLink makes a link to set a new password for an account named by login,
// good for a day: for operators without mail. NotFound "no-user".
func (s *Service) ResetLink(ctx context.Context, login string) (secret string, err error) {
	u, err := s.store.FindUserByLogin(ctx, strings.TrimSpace(login))
	if err != nil {
		return "", gone(err, "no-user")
	}
	return s.newTokenFor(ctx, ResetPassword, u.ID, "", handedResetLife)
}

// SetBanned bans an account or lets it back in. by is who does it: a moderator
// may ban players, an administrator anyone but administrators. The
// account's sessions end, waiting seeks are given up and running games are
// forfeited. NotFound "no-user", Forbidden "not-allowed".
func (s *Service) SetBanned(ctx context.Context, by User, name string, banned bool) error {
	u, role, err := s.subject(ctx, by, name)
	if err != nil {
		return err
	}
	may := by.operates() || role == Admin && u.Role != Admin || role == Moderator && u.Role == Player
	if !may {
		return refuse(Forbidden, "not-allowed")
	}
	_, err = s.store.UpdateUser(ctx, u.ID, func(u *User) error {
		u.Banned = banned
		return nil
	})
	if err != nil || !banned {
		return err
	}
	if err := s.endSessions(ctx, u.ID); err != nil {
		return err
	}
	return s.withdraw(ctx, u.ID)
}

// SetRole gives an account a role; only administrators and the operator may, and
// only the operator may leave the server without an administrator. NotFound
// "no-user", Forbidden "not-allowed" or "last-admin", Invalid "no-role".
func (s *Service) SetRole(ctx context.Context, by User, name string, role Role) error {
	u, own, err := s.subject(ctx, by, name)
	switch {
	case err != nil:
		return err
	case role != Player && role != Moderator && role != Admin:
		return refuse(Invalid, "no-role")
	case !by.operates() && own != Admin:
		return refuse(Forbidden, "not-allowed")
	case !by.operates() && role != Admin:
		if err := s.keepAdmin(ctx, u); err != nil {
			return err
		}
	}
	_, err = s.store.UpdateUser(ctx, u.ID, func(u *User) error {
		u.Role = role
		return nil
	})
	return err
}

// EndSecondOf turns off the second factor of somebody who has lost it together
// with the recovery codes, and voids log-ins that wait for a code. An
// administrator may for anyone but administrators, the operator for anyone.
// NotFound "no-user", Forbidden "not-allowed".
func (s *Service) EndSecondOf(ctx context.Context, by User, name string) error {
	u, role, err := s.subject(ctx, by, name)
	if err != nil {
		return err
	}
	if !by.operates() && (role != Admin || u.Role == Admin) {
		return refuse(Forbidden, "not-allowed")
	}
	_, err = s.store.UpdateUser(ctx, u.ID, func(u *User) error {
		u.Second = Second{}
		return nil
	})
	if err != nil {
		return err
	}
	return s.store.DeleteTokens(ctx, SecondStep, u.ID)
}

// Remove deletes somebody else's account, as DeleteAccount does: for people who
// ask for it and cannot log in. An administrator may remove anyone but
// administrators, the operator anyone. NotFound "no-user", Forbidden
// "not-allowed".
func (s *Service) Remove(ctx context.Context, by User, name string) error {
	u, role, err := s.subject(ctx, by, name)
	if err != nil {
		return err
	}
	if !by.operates() && (role != Admin || u.Role == Admin) {
		return refuse(Forbidden, "not-allowed")
	}
	return s.remove(ctx, u.ID)
}

// subject finds the account that something is to be done to, and the role that
// the one who does it has now.
func (s *Service) subject(ctx context.Context, by User, name string) (u User, role Role, err error) {
	if !by.operates() && by.ID != "" {
		doer, err := s.store.FindUser(ctx, by.ID)
		if err != nil {
			return User{}, Player, err
		}
		role = doer.Role
		if doer.Banned {
			role = Player
		}
	}
	u, err = s.store.FindUserByName(ctx, strings.TrimSpace(name))
	return u, role, gone(err, "no-user")
}

// keepAdmin refuses to do without the last administrator.
func (s *Service) keepAdmin(ctx context.Context, u User) error {
	if u.Role != Admin {
		return nil
	}
	admins, err := s.store.FindUsers(ctx, UserFilter{Role: Admin, Limit: 2})
	if err == nil && len(admins) < 2 {
		err = refuse(Forbidden, "last-admin")
	}
	return err
}
