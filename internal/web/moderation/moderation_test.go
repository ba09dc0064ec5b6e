// SPDX-License-Identifier: Apache-2.0

package moderation_test

import (
	"context"
	"net/http"
	"strings"
	"testing"

	"cairn/internal/account"
	"cairn/internal/web/webtest"
)

// TestModerationRights checks who may ban, unban and appoint whom.
func TestModerationRights(t *testing.T) {
	s := webtest.NewSite(t)
	admin, moderator, ann, _ := s.Staff()
	for name, c := range map[string]struct {
		who  *webtest.Browser
		path string
		want int
	}{
		"a visitor bans":            {s.Browser(), "/player/bob/ban", 403},
		"a visitor unbans":          {s.Browser(), "/player/bob/unban", 403},
		"a visitor appoints":        {s.Browser(), "/player/bob/role", 403},
		"a guest bans":              {s.Guest(), "/player/bob/ban", 403},
		"a player bans":             {ann, "/player/bob/ban", 403},
		"a player appoints":         {ann, "/player/ann/role", 403},
		"a moderator appoints":      {moderator, "/player/ann/role", 403},
		"a moderator bans an admin": {moderator, "/player/ada/ban", 403},
		"an admin bans no user":     {admin, "/player/unknown/ban", 404},
	} {
		t.Run(name, func(t *testing.T) {
			b := &webtest.Browser{T: t, Site: s.In(t), Client: c.who.Client}
			b.Post(c.path, webtest.Form("role", "moderator")).Want(c.want)
			b.Send(c.path, `{"role":"moderator"}`).Want(c.want)
		})
	}
	for _, name := range []string{"ann", "bob"} {
		if u := s.User(name); u.Banned || u.Role != account.Player {
			t.Errorf("%s: got banned %v, role %q", name, u.Banned, u.Role)
		}
	}
	if err := s.Accounts.Staff.SetRole(context.Background(), account.Operator, "bob", account.Admin); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{"/player/bob/ban", "/player/bob/role"} { // by another administrator
		admin.Post(path, webtest.Form("role", "player")).Want(403)
	}
	admin.Post("/player/ann/role", webtest.Form("role", "king")).Want(400).Has("This role does not exist.")
}

// A ban ends the sessions at once; logging in with the right password shows it.
func TestBan(t *testing.T) {
	s := webtest.NewSite(t)
	_, moderator, ann, _ := s.Staff()
	id := ann.Create("nine", "screen")
	stream := ann.Live(id, 0)
	stream.Next()
	moderator.Post("/player/ann/ban", nil).Want(200).Has("Account banned.", "Lift the ban")
	if got := stream.Closed(); got != 4001 {
		t.Errorf("the stream: got code %d, want 4001", got)
	}
	if got := ann.Still().Get("/home").StatusCode; got != http.StatusSeeOther {
		t.Errorf("home: got %d, want the log-in page", got)
	}
	s.Browser().Post("/login", webtest.Form("login", "ann", "password", webtest.Password)).Want(403).Has("This account is banned.")
	s.Browser().Post("/login", webtest.Form("login", "ann", "password", "nonsense")).Want(403).Lacks("banned")
	moderator.Post("/player/ann/unban", nil).Want(200).Has("Ban lifted.")
	s.Browser().Post("/login", webtest.Form("login", "ann", "password", webtest.Password)).Want(200)
}

func TestModeratorsPage(t *testing.T) {
	s := webtest.NewSite(t)
	admin, moderator, ann, _ := s.Staff()
	admin.Get("/player/bob").Want(200).Has(`action="/player/bob/ban"`, `action="/player/bob/role"`)
	moderator.Get("/player/bob").Want(200).Has(`action="/player/bob/ban"`).Lacks(`action="/player/bob/role"`)
	for _, b := range []*webtest.Browser{ann, s.Browser()} {
		b.Get("/player/bob").Want(200).Lacks(`action="/player/bob/ban"`, `action="/player/bob/role"`)
	}
	moderator.Get("/player/ada").Want(200).Lacks(`action="/player/ada/ban"`, `action="/player/ada/role"`)
	moderator.Get("/player/mona").Want(200).Lacks(`action="/player/mona/ban"`, `action="/player/mona/role"`)
	admin.Post("/player/bob/role", webtest.Form("role", "moderator")).Want(200).Has("Role changed.", "Remove as moderator…")
	admin.Post("/player/bob/role", webtest.Form("role", "player")).Want(200).Has("Make moderator…")
}

// A player reports another one once; moderators see it and close it.
func TestReport(t *testing.T) {
	s := webtest.NewSite(t)
	_, moderator, ann, bob := s.Staff()
	ann.Get("/player/bob").Want(200).Has(`action="/player/bob/report"`, "Cheating")
	ann.Get("/player/ann").Want(200).Lacks(`/report"`)
	s.Browser().Get("/player/bob").Want(200).Lacks(`/report"`)
	ann.Post("/player/bob/report", webtest.Form("reason", "revenge")).Want(400)
	ann.Post("/player/bob/report", webtest.Form("reason", "abuse", "detail", strings.Repeat("x", 1001))).Want(400).Has("Write up to 1,000 characters.")
	ann.Post("/player/unknown/report", webtest.Form("reason", "abuse")).Want(404)
	ann.Post("/player/ann/report", webtest.Form("reason", "abuse")).Want(403).Has("You cannot report yourself.")
	ann.Post("/player/bob/report", webtest.Form("reason", "abuse", "detail", "<b>rude</b>")).Want(200).Has("Player reported.")
	ann.Post("/player/bob/report", webtest.Form("reason", "name")).Want(403).Has("You have reported this player already.")
	bob.Get("/reports").Want(403)
	moderator.Get("/reports").Want(200).Has("Abusive behaviour", "rude", `href="/player/ann"`)
	var all struct {
		Reports []struct{ ID, User, By, Reason string }
	}
	request := s.Request(http.MethodGet, "/reports")
	request.Header.Set("Accept", "application/json")
	moderator.Do(request).Want(200).JSON(&all)
	list := all.Reports
	if len(list) != 1 || list[0].User != "bob" || list[0].By != "ann" || list[0].Reason != "abuse" {
		t.Fatalf("got %+v", list)
	}
	bob.Post("/reports/"+list[0].ID+"/close", nil).Want(403)
	moderator.Post("/reports/"+list[0].ID+"/close", nil).Want(200).Has("Report closed.", "No open reports.")
	moderator.Post("/reports/"+list[0].ID+"/close", nil).Want(404)
	ann.Post("/player/bob/report", webtest.Form("reason", "name")).Want(200)
}
