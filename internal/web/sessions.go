// SPDX-License-Identifier: Apache-2.0

package web

import "net/http"

// sessionsView lists the browsers in which somebody is logged in.
type sessionsView struct {
	page
	Sessions []sessionRow
	Others   bool // there are some besides this one
}

type sessionRow struct {
	ID      string
	Agent   string // browser and system; empty when neither is known
	Since   string
	Seen    string // to the hour
	Current bool
}

func (s *Server) showSessions(w http.ResponseWriter, r *http.Request) error {
	visitor := visitorOf(r)
	list, err := s.accounts.Sessions(r.Context(), visitor.user, visitor.token)
	if err != nil {
		return err
	}
	v := sessionsView{page: s.page(r, s.texts(r).Text("web.sessions.title")), Others: len(list) > 1}
	for _, session := range list {
		v.Sessions = append(v.Sessions, sessionRow{
			session.ID, session.Browser, day(session.Created), hour(session.Seen), session.Current,
		})
	}
	return s.render(w, http.StatusOK, "sessions", &v)
}

// endSession ends one session. That of this very browser is a log-out.
func (s *Server) endSession(w http.ResponseWriter, r *http.Request) error {
	visitor := visitorOf(r)
	if err := s.accounts.EndSession(r.Context(), visitor.user, r.PathValue("id")); err != nil {
		return err
	}
	s.security(r, "sessions-ended", visitor.user.ID)
	if left, err := s.authenticate(r); err == nil && !left.known() {
		s.setCookie(w, "")
		return s.doneNotice(w, r, "/", "logged-out", struct{}{})
	}
	return s.doneNotice(w, r, "/account/sessions", "session-ended", struct{}{})
}

func (s *Server) endOtherSessions(w http.ResponseWriter, r *http.Request) error {
	visitor := visitorOf(r)
	if err := s.accounts.EndOtherSessions(r.Context(), visitor.user, visitor.token); err != nil {
		return err
	}
	s.security(r, "sessions-ended", visitor.user.ID)
	return s.doneNotice(w, r, "/account/sessions", "sessions-ended", struct{}{})
}
