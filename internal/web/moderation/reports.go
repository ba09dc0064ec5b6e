// SPDX-License-Identifier: Apache-2.0

package moderation

import (
	"net/http"
	"time"

	"cairn/internal/web"
	"cairn/internal/web/listing"
)

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
