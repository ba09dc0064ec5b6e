// SPDX-License-Identifier: Apache-2.0

// Package moderation serves what moderators do to accounts: bans and roles, and
// the reports of users to them.
package moderation

import (
	"embed"
	"net/http"

	"cairn/internal/account"
	"cairn/internal/failure"
	"cairn/internal/web"
	"cairn/internal/web/listing"
)

// Files are the templates and texts of this feature.
//
//go:embed templates texts
var Files embed.FS

type handlers struct{ core *web.Server }

// Register adds the routes of moderation.
func Register(server *web.Server) {
	h := &handlers{server}
	server.Handle("POST /player/{name}/ban", web.ForStaff(h.setBanned(true)), web.API("POST /users/{name}/ban", account.ScopeModerate))
	server.Handle("POST /player/{name}/unban", web.ForStaff(h.setBanned(false)), web.API("POST /users/{name}/unban", account.ScopeModerate))
	server.Handle("POST /player/{name}/role", web.ForStaff(web.WithForm(h.setRole)), web.API("POST /users/{name}/role", account.ScopeModerate))
	server.Handle("POST /player/{name}/report", web.ForMember(web.PerCreator(server.Limits.Create, web.WithForm(h.report))), web.API("POST /users/{name}/report", account.ScopePlay))
	server.Handle("GET /reports", web.ForStaff(h.showReports), web.API("GET /reports", account.ScopeModerate))
	server.Handle("POST /reports/{id}/close", web.ForStaff(h.closeReport), web.API("POST /reports/{id}/close", account.ScopeModerate))
}

// setBanned bans an account or lifts the ban.
func (s *handlers) setBanned(banned bool) web.Handler {
	event := "unbanned"
	if banned {
		event = "banned"
	}
	return func(w http.ResponseWriter, r *http.Request) error {
		name := r.PathValue("name")
		if err := s.core.Accounts.Staff.SetBanned(r.Context(), web.VisitorOf(r).User, name, banned); err != nil {
			return err
		}
		return s.moderated(w, r, name, event)
	}
}

// setRole makes an account a moderator, or a player again.
func (s *handlers) setRole(w http.ResponseWriter, r *http.Request, in web.Form) error {
	role, known := map[string]account.Role{"player": account.Player, "moderator": account.Moderator}[in.Text("role")]
	if !known {
		return failure.New(failure.Invalid, "no-role")
	}
	name := r.PathValue("name")
	if err := s.core.Accounts.Staff.SetRole(r.Context(), web.VisitorOf(r).User, name, role); err != nil {
		return err
	}
	return s.moderated(w, r, name, "role")
}

// moderated logs an action on an account, and its moderator.
func (s *handlers) moderated(w http.ResponseWriter, r *http.Request, name, event string) error {
	profile, err := s.core.Live.Archive.Profile(r.Context(), name)
	if err != nil {
		return err
	}
	by := web.VisitorOf(r).User.ID
	s.core.Log.Info("security", "event", event, "user", profile.User.ID, "by", by, "address", web.AddressOf(r))
	return s.core.DoneNotice(w, r, listing.PlayerPath(profile.User.Name), event, struct{}{})
}
