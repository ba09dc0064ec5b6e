// SPDX-License-Identifier: Apache-2.0

package account

import (
	"net/http"

	"cairn/internal/account"
	"cairn/internal/web"
)

// sessionsView lists the sessions of the visitor.
type sessionsView struct {
	web.Page
	Sessions []account.OwnSession
	Others   bool // there are some besides this one
}

func (s *handlers) showSessions(w http.ResponseWriter, r *http.Request) error {
	visitor := web.VisitorOf(r)
	list, err := s.core.Accounts.Sessions(r.Context(), visitor.User, visitor.Token)
	if err != nil {
		return err
	}
	return s.core.Render(w, http.StatusOK, "sessions", &sessionsView{s.core.Page(r, s.core.Texts(r).Text("web.sessions.title")), list, len(list) > 1})
}

// endSession ends one session. For the session of this browser it is a log-out.
func (s *handlers) endSession(w http.ResponseWriter, r *http.Request) error {
	visitor := web.VisitorOf(r)
	if err := s.core.Accounts.EndSession(r.Context(), visitor.User, r.PathValue("id")); err != nil {
		return err
	}
	s.core.Security(r, "sessions-ended", visitor.User.ID)
	if left, err := s.core.Authenticate(r); err == nil && !left.Known() {
		s.core.Cookies.SetSession(w, "")
		return s.core.DoneNotice(w, r, "/", "logged-out", struct{}{})
	}
	return s.core.DoneNotice(w, r, "/account/sessions", "session-ended", struct{}{})
}

func (s *handlers) endOtherSessions(w http.ResponseWriter, r *http.Request) error {
	visitor := web.VisitorOf(r)
	if err := s.core.Accounts.EndOtherSessions(r.Context(), visitor.User, visitor.Token); err != nil {
		return err
	}
	s.core.Security(r, "sessions-ended", visitor.User.ID)
	return s.core.DoneNotice(w, r, "/account/sessions", "sessions-ended", struct{}{})
}
