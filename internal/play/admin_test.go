// SPDX-License-Identifier: Apache-2.0

package play_test

import (
	"slices"
	"testing"
	"time"

	"cairn/internal/play"
)

// staff makes an account with a role.
func (h *house) staff(name string, role play.Role) play.User {
	h.t.Helper()
	u, _ := h.member(name)
	must(h.t, h.SetRole(background, play.Operator, name, role))
	return h.user(u.ID)
}

func TestSetBanned(t *testing.T) {
	h := newHouse(t)
	ann, token := h.member("Ann")
	bob, _ := h.member("Bob")
	a := h.engage(ann, bob)
	must(t, h.SetBanned(background, play.Operator, " ann ", true))
	h.wantNobody("banned", token)
	h.wantWithdrawn(a, bob)
	if u := h.user(ann.ID); !u.Banned || u.Name != "Ann" {
		t.Errorf("got %+v, want Ann, banned", u)
	}
	must(t, h.SetBanned(background, play.Operator, "Ann", false))
	if u := h.user(ann.ID); u.Banned {
		t.Errorf("got %+v, want Ann not banned", u)
	}
	wantKey(t, "unknown", h.SetBanned(background, play.Operator, "nobody", true), play.NotFound, "no-user")
	wantKey(t, "guest", h.SetBanned(background, play.Operator, h.guest().Name, true), play.NotFound, "no-user")
}

// TestMayBan checks who may do what to whom.
func TestMayBan(t *testing.T) {
	h := newHouse(t)
	player, other := h.staff("Player", play.Player), h.staff("Other", play.Player)
	mod, mate := h.staff("Mona", play.Moderator), h.staff("Mate", play.Moderator)
	admin, boss := h.staff("Ada", play.Admin), h.staff("Boss", play.Admin)
	operator := play.Operator
	for _, c := range []struct {
		by    play.User
		may   []play.User
		maynt []play.User
	}{
		{player, nil, []play.User{player, other, mod, admin}},
		{mod, []play.User{player, other}, []play.User{mod, mate, admin}},
		{admin, []play.User{player, mod, mate}, []play.User{admin, boss}},
		{operator, []play.User{player, mod, admin}, nil},
		{h.guest(), nil, []play.User{player}},
		{play.User{}, nil, []play.User{player}},
	} {
		for _, u := range c.may {
			must(t, h.SetBanned(background, c.by, u.Name, true))
			must(t, h.SetBanned(background, c.by, u.Name, false))
		}
		for _, u := range c.maynt {
			wantKey(t, c.by.Name+" bans "+u.Name, h.SetBanned(background, c.by, u.Name, true), play.Forbidden, "not-allowed")
		}
	}
	must(t, h.SetBanned(background, operator, "Mona", true))
	wantKey(t, "moderator who is banned", h.SetBanned(background, mod, "Player", true), play.Forbidden, "not-allowed")
	wantCode(t, h.SetBanned(background, play.User{ID: "gone"}, "Player", true), play.NotFound)
}

func TestSetRole(t *testing.T) {
	h := newHouse(t)
	admin := h.staff("Ada", play.Admin)
	mod, player := h.staff("Mona", play.Moderator), h.staff("Player", play.Player)
	for _, by := range []play.User{mod, player} {
		wantKey(t, by.Name, h.SetRole(background, by, "Player", play.Moderator), play.Forbidden, "not-allowed")
	}
	wantKey(t, "unknown role", h.SetRole(background, admin, "Player", "king"), play.Invalid, "no-role")
	wantKey(t, "unknown user", h.SetRole(background, admin, "nobody", play.Moderator), play.NotFound, "no-user")
	wantKey(t, "last administrator", h.SetRole(background, admin, "Ada", play.Player), play.Forbidden, "last-admin")
	wantKey(t, "last administrator", h.DeleteAccount(background, admin, phrase), play.Forbidden, "last-admin")
	must(t, h.SetRole(background, admin, "Player", play.Admin))
	must(t, h.SetRole(background, admin, "Ada", play.Player))
	must(t, h.SetRole(background, play.Operator, "Player", play.Player)) // the operator may do even that
	if admins, err := h.AdminUsers(background, play.UserFilter{Role: play.Admin}); err != nil || len(admins) != 0 {
		t.Errorf("administrators: got %+v, %v, want none", admins, err)
	}
}

func TestRemove(t *testing.T) {
	h := newHouse(t)
	admin, mod := h.staff("Ada", play.Admin), h.staff("Mona", play.Moderator)
	h.staff("Boss", play.Admin)
	player, _ := h.member("Player")
	wantKey(t, "moderator", h.Remove(background, mod, "Player"), play.Forbidden, "not-allowed")
	wantKey(t, "administrator", h.Remove(background, admin, "Boss"), play.Forbidden, "not-allowed")
	wantKey(t, "unknown", h.Remove(background, admin, "nobody"), play.NotFound, "no-user")
	must(t, h.Remove(background, admin, "Player"))
	_, err := h.store.FindUser(background, player.ID)
	wantCode(t, err, play.NotFound)
	must(t, h.Remove(background, play.Operator, "Boss"))
}

func TestEndSecondOf(t *testing.T) {
	h := newHouse(t)
	admin, mod := h.staff("Ada", play.Admin), h.staff("Moe", play.Moderator)
	h.staff("Bo", play.Admin)
	f := h.secondFactor("Ann")
	waiting := f.enter()
	for _, by := range []play.User{mod, f.user, h.guest(), {}} {
		wantKey(t, by.Name, h.EndSecondOf(background, by, "Ann"), play.Forbidden, "not-allowed")
	}
	wantKey(t, "administrator", h.EndSecondOf(background, admin, "Bo"), play.Forbidden, "not-allowed")
	wantKey(t, "unknown", h.EndSecondOf(background, admin, "nobody"), play.NotFound, "no-user")
	if !h.user(f.user.ID).Second.On() {
		t.Fatal("the second factor is off, want it on still")
	}
	must(t, h.EndSecondOf(background, admin, " ann "))
	if second := h.user(f.user.ID).Second; second.On() || second.Codes != nil {
		t.Errorf("got %+v, want no second factor", second)
	}
	_, _, err := h.LogInSecond(background, waiting.Second, f.code(), "")
	wantCode(t, err, play.NotFound)
	if entry, err := h.LogIn(background, "Ann", phrase, ""); err != nil || entry.Second != "" {
		t.Errorf("got %+v, %v, want that the password is enough", entry, err)
	}
	must(t, h.EndSecondOf(background, play.Operator, "Bo"))
}

func TestAdminUsers(t *testing.T) {
	h := newHouse(t)
	for _, name := range []string{"Carl", "ann", "Bob"} {
		h.member(name)
	}
	h.guest()
	list, err := h.AdminUsers(background, play.UserFilter{After: "ANN"})
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
	old, err := h.NeedAdmin(background)
	must(t, err)
	secret, err := h.NeedAdmin(background)
	if err != nil || secret == "" || secret == old {
		t.Fatalf("got %q, %v, want a new secret", secret, err)
	}
	wantKey(t, "earlier link", h.CheckAdmin(background, old), play.NotFound, "admin-gone")
	wantKey(t, "earlier link", h.BecomeAdmin(background, ann, old), play.NotFound, "admin-gone")
	wantKey(t, "guest", h.BecomeAdmin(background, h.guest(), secret), play.Forbidden, "account-needed")
	wantKey(t, "nobody", h.BecomeAdmin(background, play.User{}, secret), play.Forbidden, "account-needed")
	must(t, h.CheckAdmin(background, secret))
	must(t, h.BecomeAdmin(background, ann, secret))
	if u := h.user(ann.ID); u.Role != play.Admin {
		t.Errorf("got %+v, want an administrator", u)
	}
	wantKey(t, "used link", h.CheckAdmin(background, secret), play.NotFound, "admin-gone")
	wantKey(t, "used link", h.BecomeAdmin(background, bob, secret), play.NotFound, "admin-gone")
	if again, err := h.NeedAdmin(background); err != nil || again != "" {
		t.Errorf("with an administrator: got %q, %v, want none", again, err)
	}
}

func TestFirstAdminTooLate(t *testing.T) {
	h := newHouse(t)
	ann, _ := h.member("Ann")
	secret, err := h.NeedAdmin(background)
	must(t, err)
	h.clock.advance(7*24*time.Hour + time.Second)
	wantKey(t, "after a week", h.CheckAdmin(background, secret), play.NotFound, "admin-gone")
	wantKey(t, "after a week", h.BecomeAdmin(background, ann, secret), play.NotFound, "admin-gone")
	must(t, h.SetRole(background, play.Operator, "Ann", play.Admin))
}
