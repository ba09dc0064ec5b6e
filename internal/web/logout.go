// SPDX-License-Identifier: Apache-2.0

package web

import "net/http"

// logOutView asks before logging out.
type logOutView struct{ page }

func (s *Server) showLogOut(w http.ResponseWriter, r *http.Request) error {
	if !visitorOf(r).known() {
		return see(w, r, "/")
	}
	v := logOutView{s.page(r, s.texts(r).Text("web.logout.title"))}
	v.Narrow = true
	return s.render(w, http.StatusOK, "logout", &v)
}

func (s *Server) logOut(w http.ResponseWriter, r *http.Request) error {
	s.setCookie(w, "")
	if v := visitorOf(r); v.token != "" {
		if err := s.accounts.LogOut(r.Context(), v.token); err != nil {
			return err
		}
		s.security(r, "logout", v.user.ID)
	}
	return s.doneNotice(w, r, "/", "logged-out", struct{}{})
}
