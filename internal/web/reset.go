// SPDX-License-Identifier: Apache-2.0

package web

import (
	"net/http"
	"strings"

	"cairn/internal/account"
	"cairn/internal/failure"
)

// resetView asks for a link to set a new password.
type resetView struct {
	page
	Mail    bool   // links are sent by mail; without it the operator makes them
	Sent    bool   // it was asked for; whether there is such an account is not told
	Login   string // as typed
	Problem *problem
}

// newPasswordView sets a new password by a link.
type newPasswordView struct {
	page
	Token   string
	Problem *problem
}

// sendsLinks reports whether the server can send links. Without a public address
// of its own it does not: the host that a request names may be anybody's, and a
// link to it would give the account away.
func (s *Server) sendsLinks() bool { return s.mail != nil && s.url != "" }

func (s *Server) showReset(w http.ResponseWriter, r *http.Request) error {
	return s.renderReset(w, r, http.StatusOK, resetView{Sent: r.URL.Query().Has("sent")})
}

func (s *Server) renderReset(w http.ResponseWriter, r *http.Request, status int, v resetView) error {
	v.page = s.page(r, s.texts(r).Text("web.reset.title"))
	v.Narrow, v.Mail = true, s.sendsLinks()
	return s.render(w, status, "reset", &v)
}

// askReset has one answer, whether there is such an account or not.
func (s *Server) askReset(w http.ResponseWriter, r *http.Request) error {
	in, err := readInput(r)
	if err != nil {
		return err
	}
	login := in.text("login")
	if err := s.limits.account.allow("reset " + foldLogin(login)); err != nil {
		return err
	}
	s.security(r, "reset-asked", "")
	if s.sendsLinks() {
		err = s.accounts.RequestReset(r.Context(), login, func(user account.User, secret string) {
			s.letter(s.textsFor(r, user), user.Email, "reset", "name", user.Name, "link", s.url+resetPath(secret))
		})
	}
	if err != nil {
		return err
	}
	return s.done(w, r, "/reset?sent", struct{}{})
}

// foldLogin is what attempts at an account are counted by, whether there is one
// or not. Links are counted apart from log-ins: whoever guesses passwords must not
// keep the owner from setting a new one.
func foldLogin(login string) string { return strings.ToLower(strings.TrimSpace(login)) }

// resetPath is the address of a link.
func resetPath(secret string) string { return "/reset/" + secret }

func (s *Server) showNewPassword(w http.ResponseWriter, r *http.Request) error {
	hideAddress(w)
	token := r.PathValue("token")
	if err := s.accounts.CheckReset(r.Context(), token); err != nil {
		return err
	}
	return s.renderNewPassword(w, r, http.StatusOK, newPasswordView{Token: token})
}

func (s *Server) renderNewPassword(w http.ResponseWriter, r *http.Request, status int, v newPasswordView) error {
	v.page = s.page(r, s.texts(r).Text("web.reset.new.title"))
	v.Narrow, v.Here = true, "/"
	return s.render(w, status, "newpassword", &v)
}

// setPassword does not log in: an account may have a second step.
func (s *Server) setPassword(w http.ResponseWriter, r *http.Request) error {
	hideAddress(w)
	in, err := readInput(r)
	if err != nil {
		return err
	}
	token := r.PathValue("token")
	user, err := s.accounts.Reset(r.Context(), token, in.text("password"), in.text("again"))
	if err != nil && !onForm(r, err, failure.Invalid) {
		return err
	}
	if err != nil {
		p := s.problem(r, err)
		return s.renderNewPassword(w, r, p.Status, newPasswordView{Token: token, Problem: p})
	}
	s.security(r, "reset-done", user.ID)
	s.letter(s.textsFor(r, user), user.Email, "password-changed", "name", user.Name)
	return s.doneNotice(w, r, "/login", "password-set", struct{}{})
}

// hideAddress keeps the address of a page, which holds a secret, from all others.
func hideAddress(w http.ResponseWriter) { w.Header().Set("Referrer-Policy", "no-referrer") }
