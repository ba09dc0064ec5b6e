// SPDX-License-Identifier: Apache-2.0

package web_test

import (
	"context"
	"net/http"
	"testing"

	"cairn/internal/account"
)

// staff returns an administrator, a moderator, and two players.
func (s *site) staff() (admin, moderator, ann, bob *browser) {
	s.t.Helper()
	admin, moderator, ann, bob = s.member("ada"), s.member("mona"), s.member("ann"), s.member("bob")
	for name, role := range map[string]account.Role{"ada": account.Admin, "mona": account.Moderator} {
		if err := s.accounts.SetRole(context.Background(), account.Operator, name, role); err != nil {
			s.t.Fatal(err)
		}
	}
	return admin, moderator, ann, bob
}

// Who may do what to whom. Nobody at all may do nothing, least of all what the
// operator may.
func TestModerationRights(t *testing.T) {
	s := newSite(t)
	admin, moderator, ann, _ := s.staff()
	for name, c := range map[string]struct {
		who  *browser
		path string
		want int
	}{
		"nobody bans":               {s.browser(), "/player/bob/ban", 403},
		"nobody unbans":             {s.browser(), "/player/bob/unban", 403},
		"nobody appoints":           {s.browser(), "/player/bob/role", 403},
		"a guest bans":              {s.guest(), "/player/bob/ban", 403},
		"a player bans":             {ann, "/player/bob/ban", 403},
		"a player appoints":         {ann, "/player/ann/role", 403},
		"a moderator appoints":      {moderator, "/player/ann/role", 403},
		"a moderator bans an admin": {moderator, "/player/ada/ban", 403},
		"an admin bans no one":      {admin, "/player/nobody/ban", 404},
	} {
		t.Run(name, func(t *testing.T) {
			b := &browser{t: t, site: s.in(t), client: c.who.client}
			b.post(c.path, form("role", "moderator")).want(c.want)
			b.send(c.path, `{"role":"moderator"}`).want(c.want)
		})
	}
	for _, name := range []string{"ann", "bob"} {
		if u := s.user(name); u.Banned || u.Role != account.Player {
			t.Errorf("%s: got banned %v, role %q", name, u.Banned, u.Role)
		}
	}
	admin.post("/player/ann/role", form("role", "king")).want(400).has("This role does not exist.")
}

// Who is banned is nobody at once, and is told so when the password is right.
func TestBan(t *testing.T) {
	s := newSite(t)
	_, moderator, ann, _ := s.staff()
	id := ann.create("nine", "screen")
	stream := ann.live(id, 0)
	stream.next()
	moderator.post("/player/ann/ban", nil).want(200).has("Account banned.", "Lift the ban")
	if got := stream.closed(); got != 4001 {
		t.Errorf("the stream: got code %d, want 4001", got)
	}
	if got := ann.still().get("/home").StatusCode; got != http.StatusSeeOther {
		t.Errorf("home: got %d, want the log-in page", got)
	}
	s.browser().post("/login", form("login", "ann", "password", password)).want(403).has("This account is banned.")
	s.browser().post("/login", form("login", "ann", "password", "nonsense")).want(403).lacks("banned")
	moderator.post("/player/ann/unban", nil).want(200).has("Ban lifted.")
	s.browser().post("/login", form("login", "ann", "password", password)).want(200)
}

func TestModeratorsPage(t *testing.T) {
	s := newSite(t)
	admin, moderator, ann, _ := s.staff()
	admin.get("/player/bob").want(200).has(`action="/player/bob/ban"`, `action="/player/bob/role"`)
	moderator.get("/player/bob").want(200).has(`action="/player/bob/ban"`).lacks(`action="/player/bob/role"`)
	for _, b := range []*browser{ann, s.browser()} {
		b.get("/player/bob").want(200).lacks(`action="/player/bob/`)
	}
	moderator.get("/player/ada").want(200).lacks(`action="/player/ada/`)
	moderator.get("/player/mona").want(200).lacks(`action="/player/mona/`)
	admin.post("/player/bob/role", form("role", "moderator")).want(200).has("Role changed.", "Remove as moderator…")
	admin.post("/player/bob/role", form("role", "player")).want(200).has("Make moderator…")
}
