// SPDX-License-Identifier: Apache-2.0

package account

import (
	"context"
	"strings"

	"cairn/internal/failure"
)

// Staff is what moderators, administrators and the operator do with accounts of
// others, and how the first administrator is made. Its methods may be called
// concurrently.
type Staff struct{ accounts *Service }

// Users lists accounts, for administrators and the operator.
func (s *Staff) Users(ctx context.Context, f UserFilter) ([]User, error) {
	return s.accounts.users.FindUsers(ctx, f)
}

// SetBanned bans an account or lifts the ban. A moderator may ban players, an
// administrator anyone but administrators, the operator anyone. A ban ends the
// sessions of the account, cancels its seeks and forfeits its running games.
// NotFound "no-user", Forbidden "not-allowed".
func (s *Staff) SetBanned(ctx context.Context, by User, name string, banned bool) error {
	u, role, err := s.target(ctx, by, name)
	if err != nil {
		return err
	}
	_, err = s.accounts.sessions.change(ctx, u.ID, AccessChange{}, func(u *User) error {
		if rank[role] <= rank[u.Role] {
			return failure.New(failure.Forbidden, "not-allowed")
		}
		u.Banned = banned
		return nil
	})
	if err != nil || !banned {
		return err
	}
	return s.accounts.withdraw(ctx, u.ID)
}

// SetRole sets the role of an account. Only administrators and the operator may. An
// administrator may step down unless there is no other one; only the operator may
// demote another administrator. NotFound "no-user", Forbidden "not-allowed" or
// "last-admin", Invalid "no-role".
func (s *Staff) SetRole(ctx context.Context, by User, name string, role Role) error {
	u, own, err := s.target(ctx, by, name)
	switch {
	case err != nil:
		return err
	case role != Player && role != Moderator && role != Admin:
		return failure.New(failure.Invalid, "no-role")
	case rank[own] < rank[Admin]:
		return failure.New(failure.Forbidden, "not-allowed")
	case u.ID == by.ID && role != Admin:
		if err := keepAdmin(ctx, s.accounts.users, u); err != nil {
			return err
		}
	}
	_, err = s.accounts.users.UpdateUser(ctx, u.ID, func(u *User) error {
		if u.Role == Admin && role != Admin && u.ID != by.ID && own == Admin {
			return failure.New(failure.Forbidden, "not-allowed")
		}
		u.Role = role
		return nil
	})
	return err
}

// EndTwoFactorOf turns off the two-factor authentication of a user who has lost
// the app or passkeys and the recovery codes, and ends the user's sessions. An
// administrator may do so for anyone but administrators, the operator for anyone.
// NotFound "no-user", Forbidden "not-allowed".
func (s *Staff) EndTwoFactorOf(ctx context.Context, by User, name string) error {
	u, role, err := s.target(ctx, by, name)
	if err != nil {
		return err
	}
	_, err = s.accounts.sessions.change(ctx, u.ID, AccessChange{}, func(u *User) error {
		if rank[role] <= max(rank[Moderator], rank[u.Role]) {
			return failure.New(failure.Forbidden, "not-allowed")
		}
		u.TwoFactor = TwoFactor{}
		return nil
	})
	return err
}

// Remove deletes the account of another user, as Service.DeleteAccount does. An
// administrator may remove anyone but administrators, the operator anyone.
// NotFound "no-user", Forbidden "not-allowed".
func (s *Staff) Remove(ctx context.Context, by User, name string) error {
	u, role, err := s.target(ctx, by, name)
	if err != nil {
		return err
	}
	if rank[role] <= max(rank[Moderator], rank[u.Role]) {
		return failure.New(failure.Forbidden, "not-allowed")
	}
	return s.accounts.remove(ctx, u.ID)
}

// target finds the account to be changed, and the current role of the user who
// changes it.
func (s *Staff) target(ctx context.Context, by User, name string) (u User, role Role, err error) {
	if by.isOperator() {
		role = by.Role
	} else if by.ID != "" {
		now, err := s.accounts.users.FindUser(ctx, by.ID)
		if err != nil {
			return User{}, Player, err
		}
		role = now.Role
		if now.Banned {
			role = Player
		}
	}
	u, err = s.accounts.users.FindUserByName(ctx, strings.TrimSpace(name))
	return u, role, failure.Missing(err, "no-user")
}

// rank orders roles: who has a role may manage accounts of a lower rank.
var rank = map[Role]int{Player: 0, Moderator: 1, Admin: 2, Operator.Role: 3}

// keepAdmin returns Forbidden "last-admin" if u is the last administrator.
func keepAdmin(ctx context.Context, users UserStore, u User) error {
	if u.Role != Admin {
		return nil
	}
	admins, err := users.FindUsers(ctx, UserFilter{Role: Admin, Limit: 2})
	if err == nil && len(admins) < 2 {
		err = failure.New(failure.Forbidden, "last-admin")
	}
	return err
}

// FirstAdminLink returns the secret of a link that makes the first administrator.
// Each call and each node makes a link of its own, valid for a week or until there is an
// administrator; the secret is empty if there is one.
func (s *Staff) FirstAdminLink(ctx context.Context) (secret string, err error) {
	if err := wantNoAdmin(ctx, s.accounts.users); err != nil {
		return "", ignoreMissing(err)
	}
	return s.accounts.tokens.create(ctx, FirstAdmin, "", "", adminLife)
}

// CheckAdminLink returns NotFound "admin-gone" if such a link is not valid.
func (s *Staff) CheckAdminLink(ctx context.Context, secret string) error {
	if err := wantNoAdmin(ctx, s.accounts.users); err != nil {
		return err
	}
	_, err := s.accounts.tokens.find(ctx, FirstAdmin, secret)
	return failure.Missing(err, "admin-gone")
}

// BecomeAdmin makes an account the first administrator and uses up the link. For
// guests it returns Forbidden "account-needed", and the link stays valid.
func (s *Staff) BecomeAdmin(ctx context.Context, user User, secret string) error {
	if user.Guest || user.ID == "" {
		return failure.New(failure.Forbidden, "account-needed")
	}
	if err := wantNoAdmin(ctx, s.accounts.users); err != nil {
		return err
	}
	if _, err := s.accounts.tokens.take(ctx, FirstAdmin, secret); err != nil {
		return failure.Missing(err, "admin-gone")
	}
	_, err := s.accounts.users.UpdateUser(ctx, user.ID, func(u *User) error {
		u.Role = Admin
		return nil
	})
	return err
}

// wantNoAdmin returns NotFound "admin-gone" if there is an administrator.
func wantNoAdmin(ctx context.Context, users UserStore) error {
	admins, err := users.FindUsers(ctx, UserFilter{Role: Admin, Limit: 1})
	if err == nil && len(admins) > 0 {
		err = failure.New(failure.NotFound, "admin-gone")
	}
	return err
}
