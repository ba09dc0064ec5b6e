// SPDX-License-Identifier: Apache-2.0

// Package moderation serves the actions of moderators: bans, roles, and the reports of
// users.
package moderation

import (
	"embed"
	"net/http"
	"time"

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

// reportsView lists the open reports.
type reportsView struct {
	web.Page
	Reports []reportView
}

// reportView is an open report, on the page and as JSON.
type reportView struct {
	ID        string       `json:"id"`
	User      string       `json:"user"`         // name
	By        string       `json:"by,omitempty"` // name; empty once that account is deleted
	Reason    string       `json:"reason"`
	Detail    string       `json:"detail,omitempty"`
	At        time.Time    `json:"at"`
	Profile   string       `json:"-"`
	ByProfile string       `json:"-"`
	Ago       listing.When `json:"-"`
}

// report reports a player to the moderators.
func (s *handlers) report(w http.ResponseWriter, r *http.Request, in web.Form) error {
	name, by := r.PathValue("name"), web.VisitorOf(r).User
	if err := s.core.Accounts.Reports.Create(r.Context(), by, name, in.Text("reason"), in.Text("detail")); err != nil {
		return err
	}
	return s.core.DoneNotice(w, r, listing.PlayerPath(name), "reported", struct{}{})
}

// showReports lists the open reports for moderators, the oldest first.
func (s *handlers) showReports(w http.ResponseWriter, r *http.Request) error {
	list, err := s.core.Accounts.Reports.Open(r.Context(), web.VisitorOf(r).User)
	if err != nil {
		return err
	}
	var ids []string
	for _, report := range list {
		ids = append(ids, report.User, report.By)
	}
	names, err := s.core.Accounts.Names(r.Context(), ids...)
	if err != nil {
		return err
	}
	t := s.core.Texts(r)
	reports := []reportView{}
	for _, report := range list {
		name, by := names[report.User], names[report.By]
		reports = append(reports, reportView{
			report.ID, name, by, report.Reason, report.Detail, report.At,
			listing.PlayerPath(name), listing.PlayerPath(by), listing.NewWhen(t, s.core.Now(), report.At),
		})
	}
	if web.WantsJSON(r) {
		return s.core.WriteJSON(w, http.StatusOK, map[string][]reportView{"reports": reports})
	}
	return s.core.Render(w, http.StatusOK, "reports", &reportsView{s.core.Page(r, t.Text("web.reports.title")), reports})
}

// closeReport closes a report.
func (s *handlers) closeReport(w http.ResponseWriter, r *http.Request) error {
	id, by := r.PathValue("id"), web.VisitorOf(r).User
	if err := s.core.Accounts.Reports.Close(r.Context(), by, id); err != nil {
		return err
	}
	s.core.Log.Info("security", "event", "report-closed", "report", id, "by", by.ID, "address", web.AddressOf(r))
	return s.core.DoneNotice(w, r, "/reports", "report-closed", struct{}{})
}
