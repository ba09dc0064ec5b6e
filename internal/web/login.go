// SPDX-License-Identifier: Apache-2.0

package web

import (
	"net/http"

	"cairn/internal/account"
	"cairn/internal/failure"
)

// logInView is the form to log in.
type logInView struct {
	page
	Login   string // as typed
	Next    string // the page that was wanted
	Running []row  // games of a guest, who would lose them
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
	v.page = s.page(r, s.texts(r).Text("web.login.title"))
	v.Narrow = true
	if visitorOf(r).user.Guest {
		var err error
		if v.Running, err = s.running(r); err != nil {
			return err
		}
	}
	return s.render(w, status, "login", &v)
}

// logIn gives one answer to a wrong pair, whichever half is wrong, and counts
// attempts at names that nobody has like all others.
func (s *Server) logIn(w http.ResponseWriter, r *http.Request) error {
	in, err := readInput(r)
	if err != nil {
		return err
	}
	if err := s.limits.account.allow("login " + foldLogin(in.text("login"))); err != nil {
		return err
	}
	entry, err := s.accounts.LogIn(r.Context(), in.text("login"), in.text("password"), agentOf(r))
	if failure.CodeOf(err) == failure.Forbidden && err != nil {
		s.security(r, "login-refused", "")
	}
	if err != nil && !onForm(r, err, failure.Forbidden) {
		return err
	}
	if err != nil {
		p := s.problem(r, err)
		return s.renderLogIn(w, r, p.Status, logInView{Login: in.text("login"), Next: in.text("next"), Problem: p})
	}
	if entry.TwoFactor != "" {
		return s.beginCode(w, r, entry, in.text("next"))
	}
	return s.enter(w, r, entry.User, entry.Token, in.text("next"))
}

// enter gives a browser the session of somebody who proved to be its owner.
func (s *Server) enter(w http.ResponseWriter, r *http.Request, user account.User, token, next string) error {
	s.replaceSession(w, r, token)
	s.security(r, "login", user.ID)
	return s.done(w, r, localPath(next, "/home"), map[string]string{"name": user.Name})
}
