// SPDX-License-Identifier: Apache-2.0

package account_test

import (
	"slices"
	"testing"
	"time"

	"cairn/internal/account"
	"cairn/internal/failure"
)

// staff makes an account with a role.
func (h *house) staff(name string, role account.Role) account.User {
	h.t.Helper()
	u, _ := h.member(name)
	must(h.t, h.Staff.SetRole(background, account.Operator, name, role))
	return h.user(u.ID)
}

// TestMayBan checks which roles may ban which.
func TestMayBan(t *testing.T) {
	h := newHouse(t)
	player, other := h.staff("Player", account.Player), h.staff("Other", account.Player)
	mod, mate := h.staff("Mona", account.Moderator), h.staff("Mate", account.Moderator)
	admin, boss := h.staff("Ada", account.Admin), h.staff("Boss", account.Admin)
	operator := account.Operator
	for _, c := range []struct {
		by    account.User
		may   []account.User
		maynt []account.User
	}{
		{player, nil, []account.User{player, other, mod, admin}},
		{mod, []account.User{player, other}, []account.User{mod, mate, admin}},
		{admin, []account.User{player, mod, mate}, []account.User{admin, boss}},
		{operator, []account.User{player, mod, admin}, nil},
		{h.guest(), nil, []account.User{player}},
		{account.User{}, nil, []account.User{player}},
	} {
		for _, u := range c.may {
			must(t, h.Staff.SetBanned(background, c.by, u.Name, true))
			must(t, h.Staff.SetBanned(background, c.by, u.Name, false))
		}
		for _, u := range c.maynt {
			wantKey(t, c.by.Name+" bans "+u.Name, h.Staff.SetBanned(background, c.by, u.Name, true), failure.Forbidden, "not-allowed")
		}
	}
	must(t, h.Staff.SetBanned(background, operator, "Mona", true))
	wantKey(t, "moderator who is banned", h.Staff.SetBanned(background, mod, "Player", true), failure.Forbidden, "not-allowed")
	wantCode(t, h.Staff.SetBanned(background, account.User{ID: "gone"}, "Player", true), failure.NotFound)
}

func TestSetRole(t *testing.T) {
	h := newHouse(t)
	admin := h.staff("Ada", account.Admin)
	mod, player := h.staff("Mona", account.Moderator), h.staff("Player", account.Player)
	for _, by := range []account.User{mod, player} {
		wantKey(t, by.Name, h.Staff.SetRole(background, by, "Player", account.Moderator), failure.Forbidden, "not-allowed")
	}
	wantKey(t, "unknown role", h.Staff.SetRole(background, admin, "Player", "king"), failure.Invalid, "no-role")
	wantKey(t, "unknown user", h.Staff.SetRole(background, admin, "unknown", account.Moderator), failure.NotFound, "no-user")
	wantKey(t, "last administrator", h.Staff.SetRole(background, admin, "Ada", account.Player), failure.Forbidden, "last-admin")
	wantKey(t, "last administrator", h.DeleteAccount(background, admin, proof(phrase)), failure.Forbidden, "last-admin")
	must(t, h.Staff.SetRole(background, admin, "Player", account.Admin))
	for _, role := range []account.Role{account.Player, account.Moderator} {
		wantKey(t, "another administrator", h.Staff.SetRole(background, admin, "Player", role), failure.Forbidden, "not-allowed")
	}
	must(t, h.Staff.SetRole(background, admin, "Player", account.Admin))             // changes nothing
	must(t, h.Staff.SetRole(background, admin, "Ada", account.Player))               // to step down
	must(t, h.Staff.SetRole(background, account.Operator, "Player", account.Player)) // the operator may demote anyone
	if admins, err := h.Staff.Users(background, account.UserFilter{Role: account.Admin}); err != nil || len(admins) != 0 {
		t.Errorf("administrators: got %+v, %v, want none", admins, err)
	}
}

func TestRemove(t *testing.T) {
	h := newHouse(t)
	admin, mod := h.staff("Ada", account.Admin), h.staff("Mona", account.Moderator)
	h.staff("Boss", account.Admin)
	player, _ := h.member("Player")
	wantKey(t, "moderator", h.Staff.Remove(background, mod, "Player"), failure.Forbidden, "not-allowed")
	wantKey(t, "administrator", h.Staff.Remove(background, admin, "Boss"), failure.Forbidden, "not-allowed")
	wantKey(t, "unknown", h.Staff.Remove(background, admin, "unknown"), failure.NotFound, "no-user")
	must(t, h.Staff.Remove(background, admin, "Player"))
	_, err := h.store.FindUser(background, player.ID)
	wantCode(t, err, failure.NotFound)
	must(t, h.Staff.Remove(background, account.Operator, "Boss"))
}

func TestEndTwoFactorOf(t *testing.T) {
	h := newHouse(t)
	admin, mod := h.staff("Ada", account.Admin), h.staff("Moe", account.Moderator)
	h.staff("Bo", account.Admin)
	f := h.twoFactor("Ann")
	waiting := f.LogIn()
	for _, by := range []account.User{mod, f.User, h.guest(), {}} {
		wantKey(t, by.Name, h.Staff.EndTwoFactorOf(background, by, "Ann"), failure.Forbidden, "not-allowed")
	}
	wantKey(t, "administrator", h.Staff.EndTwoFactorOf(background, admin, "Bo"), failure.Forbidden, "not-allowed")
	wantKey(t, "unknown", h.Staff.EndTwoFactorOf(background, admin, "unknown"), failure.NotFound, "no-user")
	if !h.user(f.User.ID).TwoFactor.On() {
		t.Fatal("two-factor authentication is off, want it on")
	}
	must(t, h.Staff.EndTwoFactorOf(background, admin, " ann "))
	if f := h.user(f.User.ID).TwoFactor; f.On() || f.Codes != nil {
		t.Errorf("got %+v, want two-factor authentication off", f)
	}
	_, _, err := h.LogInTwoFactor(background, waiting.TwoFactor, f.Code(), "")
	wantCode(t, err, failure.NotFound)
	if result, err := h.LogIn(background, "Ann", phrase, ""); err != nil || result.TwoFactor != "" {
		t.Errorf("got %+v, %v, want that the password is enough", result, err)
	}
	must(t, h.Staff.EndTwoFactorOf(background, account.Operator, "Bo"))
}

func TestAdminUsers(t *testing.T) {
	h := newHouse(t)
	for _, name := range []string{"Carl", "ann", "Bob"} {
		h.member(name)
	}
	h.guest()
	list, err := h.Staff.Users(background, account.UserFilter{After: "ANN"})
	must(t, err)
	var names []string
	for _, u := range list {
		names = append(names, u.Name)
	}
	if want := []string{"Bob", "Carl"}; !slices.Equal(names, want) {
		t.Errorf("got %v, want %v", names, want)
	}
}

func TestFirstAdmin(t *testing.T) {
	h := newHouse(t)
	ann, _ := h.member("Ann")
	bob, _ := h.member("Bob")
	old, err := h.Staff.FirstAdminLink(background)
	must(t, err)
	secret, err := h.Staff.FirstAdminLink(background)
	if err != nil || secret == "" || secret == old {
		t.Fatalf("got %q, %v, want a new secret", secret, err)
	}
	must(t, h.Staff.CheckAdminLink(background, old)) // of another node
	wantKey(t, "guest", h.Staff.BecomeAdmin(background, h.guest(), secret), failure.Forbidden, "account-needed")
	wantKey(t, "no user", h.Staff.BecomeAdmin(background, account.User{}, secret), failure.Forbidden, "account-needed")
	must(t, h.Staff.CheckAdminLink(background, secret))
	must(t, h.Staff.BecomeAdmin(background, ann, secret))
	if u := h.user(ann.ID); u.Role != account.Admin {
		t.Errorf("got %+v, want an administrator", u)
	}
	wantKey(t, "used link", h.Staff.CheckAdminLink(background, secret), failure.NotFound, "admin-gone")
	wantKey(t, "used link", h.Staff.BecomeAdmin(background, bob, secret), failure.NotFound, "admin-gone")
	wantKey(t, "another link", h.Staff.BecomeAdmin(background, bob, old), failure.NotFound, "admin-gone")
	if again, err := h.Staff.FirstAdminLink(background); err != nil || again != "" {
		t.Errorf("with an administrator: got %q, %v, want none", again, err)
	}
}

func TestFirstAdminTooLate(t *testing.T) {
	h := newHouse(t)
	ann, _ := h.member("Ann")
	secret, err := h.Staff.FirstAdminLink(background)
	must(t, err)
	h.clock.Advance(7*24*time.Hour + time.Second)
	wantKey(t, "after a week", h.Staff.CheckAdminLink(background, secret), failure.NotFound, "admin-gone")
	wantKey(t, "after a week", h.Staff.BecomeAdmin(background, ann, secret), failure.NotFound, "admin-gone")
	must(t, h.Staff.SetRole(background, account.Operator, "Ann", account.Admin))
}
