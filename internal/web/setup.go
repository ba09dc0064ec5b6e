// SPDX-License-Identifier: Apache-2.0

package web

import (
	"net/http"

	"cairn/internal/failure"
)

// setupView makes the first administrator, by the link that the server prints
// when it starts without one.
type setupView struct {
	page
	Path         string // of this page
	Email, Login string // as typed
	Problem      *problem
}

func (s *Server) showSetup(w http.ResponseWriter, r *http.Request) error {
	hideAddress(w)
	if err := s.accounts.CheckAdminLink(r.Context(), r.PathValue("token")); err != nil {
		return err
	}
	return s.renderSetup(w, r, http.StatusOK, setupView{})
}

func (s *Server) renderSetup(w http.ResponseWriter, r *http.Request, status int, v setupView) error {
	v.page = s.page(r, s.texts(r).Text("web.setup.title"))
	v.Narrow, v.Path = true, "/setup/"+r.PathValue("token")
	return s.render(w, status, "setup", &v)
}

// setUp makes whoever has the link administrator: by the account that is logged
// in, or by a new one.
func (s *Server) setUp(w http.ResponseWriter, r *http.Request) error {
	hideAddress(w)
	if err := s.accounts.CheckAdminLink(r.Context(), r.PathValue("token")); err != nil {
		return err
	}
	user := visitorOf(r).user
	if !visitorOf(r).member() {
		in, err := readInput(r)
		if err != nil {
			return err
		}
		if user, err = s.createAccount(w, r, in); err != nil {
			return s.refuseSetup(w, r, err, in)
		}
	}
	if err := s.accounts.BecomeAdmin(r.Context(), user, r.PathValue("token")); err != nil {
		return err
	}
	s.security(r, "admin-claimed", user.ID)
	return s.doneNotice(w, r, "/home", "admin-claimed", map[string]string{"name": user.Name})
}

func (s *Server) refuseSetup(w http.ResponseWriter, r *http.Request, err error, in input) error {
	if !onForm(r, err, failure.Invalid) {
		return err
	}
	p := s.problem(r, err)
	return s.renderSetup(w, r, p.Status, setupView{Email: in.text("email"), Login: in.text("name"), Problem: p})
}
