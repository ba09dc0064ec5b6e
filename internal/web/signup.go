// SPDX-License-Identifier: Apache-2.0

package web

import (
	"net/http"

	"cairn/internal/account"
	"cairn/internal/failure"
)

// signUpView is the form for an account. Passwords are never shown again.
type signUpView struct {
	page
	Email, Login string // as typed
	Next         string
	Problem      *problem
}

func (s *Server) showSignUp(w http.ResponseWriter, r *http.Request) error {
	if visitorOf(r).member() {
		return see(w, r, localPath(r.URL.Query().Get("next"), "/home"))
	}
	return s.renderSignUp(w, r, http.StatusOK, signUpView{Next: r.URL.Query().Get("next")})
}

func (s *Server) renderSignUp(w http.ResponseWriter, r *http.Request, status int, v signUpView) error {
	v.page = s.page(r, s.texts(r).Text("web.signup.title"))
	v.Narrow = true
	return s.render(w, status, "signup", &v)
}

// signUp makes an account. Who has one already sent the form twice.
func (s *Server) signUp(w http.ResponseWriter, r *http.Request) error {
	in, err := readInput(r)
	if err != nil {
		return err
	}
	next := localPath(in.text("next"), "/home")
	if v := visitorOf(r); v.member() {
		return s.done(w, r, next, map[string]string{"name": v.user.Name})
	}
	user, err := s.createAccount(w, r, in)
	if err != nil && !onForm(r, err, failure.Invalid) {
		return err
	}
	if err != nil {
		p := s.problem(r, err)
		return s.renderSignUp(w, r, p.Status, signUpView{Email: in.text("email"), Login: in.text("name"), Next: in.text("next"), Problem: p})
	}
	return s.doneNotice(w, r, next, "account-created", map[string]string{"name": user.Name})
}

// createAccount makes an account of what was typed, and logs the browser in.
func (s *Server) createAccount(w http.ResponseWriter, r *http.Request, in input) (account.User, error) {
	form := account.SignUpForm{Email: in.text("email"), Name: in.text("name"), Password: in.text("password"), Again: in.text("again")}
	user, token, err := s.accounts.SignUp(r.Context(), visitorOf(r).user, form, agentOf(r))
	if err == nil {
		s.replaceSession(w, r, token)
		s.security(r, "signup", user.ID)
		s.adoptSettings(r, user)
	}
	return user, err
}

// adoptSettings keeps with a new account what the browser has kept so far. The
// account is there either way.
func (s *Server) adoptSettings(r *http.Request, user account.User) {
	if _, err := r.Cookie(s.settingsCookieName()); err != nil || user.Settings != "" {
		return
	}
	if err := s.accounts.SaveSettings(r.Context(), user, s.settingsCookie(r).String()); err != nil {
		s.log.Error("keep settings", "user", user.ID, "err", err)
	}
}
