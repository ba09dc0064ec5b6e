// SPDX-License-Identifier: Apache-2.0

package web

import (
	"net/http"
	"net/url"

	"cairn/internal/play"
)

// logInView is the form to log in.
type logInView struct {
	page
	Login   string // as typed
	Next    string // the page that was wanted
	Problem *problem
}

func (s *Server) showLogIn(w http.ResponseWriter, r *http.Request) error {
	next := r.URL.Query().Get("next")
	if visitorOf(r).member() {
		return see(w, r, localPath(next, "/home"))
	}
	return s.renderLogIn(w, r, http.StatusOK, logInView{Next: next})
}

func (s *Server) renderLogIn(w http.ResponseWriter, r *http.Request, status int, v logInView) error {
	v.page = s.page(r, s.texts.Text("web.login.title"))
	v.Narrow = true
	return s.render(w, status, "login", &v)
}

func (s *Server) logIn(w http.ResponseWriter, r *http.Request) error {
	in, err := readInput(r)
	if err != nil {
		return err
	}
	user, token, err := s.play.LogIn(r.Context(), in.text("login"), in.text("password"))
	if code := play.CodeOf(err); err != nil && (code != play.Forbidden || wantsJSON(r)) {
		return err
	}
	if err != nil {
		p := s.problem(r, err)
		return s.renderLogIn(w, r, p.Status, logInView{Login: in.text("login"), Next: in.text("next"), Problem: p})
	}
	s.replaceSession(w, r, token)
	if wantsJSON(r) {
		return s.writeJSON(w, http.StatusOK, map[string]string{"name": user.Name})
	}
	return see(w, r, localPath(in.text("next"), "/home"))
}

// logOutView asks before logging out.
type logOutView struct{ page }

func (s *Server) showLogOut(w http.ResponseWriter, r *http.Request) error {
	if !visitorOf(r).known() {
		return see(w, r, "/")
	}
	v := logOutView{s.page(r, s.texts.Text("web.logout.title"))}
	v.Narrow = true
	return s.render(w, http.StatusOK, "logout", &v)
}

func (s *Server) logOut(w http.ResponseWriter, r *http.Request) error {
	s.setCookie(w, "")
	if token := visitorOf(r).token; token != "" {
		if err := s.play.LogOut(r.Context(), token); err != nil {
			return err
		}
		s.streams.endSession(token)
	}
	if wantsJSON(r) {
		return s.writeJSON(w, http.StatusOK, struct{}{})
	}
	return see(w, r, withNotice("/", "logged-out"))
}

// withNotice adds the key of something that has just been done to an address.
func withNotice(path, key string) string {
	u, err := url.Parse(path)
	if err != nil {
		return path
	}
	query := u.Query()
	query.Set("notice", key)
	u.RawQuery = query.Encode()
	return u.String()
}
