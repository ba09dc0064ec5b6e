// SPDX-License-Identifier: Apache-2.0

package web

import (
	"net/http"

	"cairn/internal/play"
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
	v.page = s.page(r, s.texts.Text("web.signup.title"))
	v.Narrow = true
	return s.render(w, status, "signup", &v)
}

func (s *Server) signUp(w http.ResponseWriter, r *http.Request) error {
	in, err := readInput(r)
	if err != nil {
		return err
	}
	form := play.SignUpForm{Email: in.text("email"), Name: in.text("name"), Password: in.text("password"), Again: in.text("again")}
	user, token, err := s.play.SignUp(r.Context(), visitorOf(r).user, form)
	if code := play.CodeOf(err); err != nil && (code != play.Invalid || wantsJSON(r)) {
		return err
	}
	if err != nil {
		p := s.problem(r, err)
		return s.renderSignUp(w, r, p.Status, signUpView{Email: form.Email, Login: form.Name, Next: in.text("next"), Problem: p})
	}
	s.replaceSession(w, r, token)
	if wantsJSON(r) {
		return s.writeJSON(w, http.StatusOK, map[string]string{"name": user.Name})
	}
	return see(w, r, withNotice(localPath(in.text("next"), "/home"), "account-created"))
}
