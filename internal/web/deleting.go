// SPDX-License-Identifier: Apache-2.0

package web

import (
	"net/http"
	"strings"

	"cairn/internal/account"
	"cairn/internal/failure"
)

// deleteView says what deleting an account does, and asks again.
type deleteView struct {
	page
	Typed   string // the name, typed to be sure
	Problem *problem
}

func (s *Server) showDelete(w http.ResponseWriter, r *http.Request) error {
	return s.renderDelete(w, r, http.StatusOK, deleteView{})
}

func (s *Server) renderDelete(w http.ResponseWriter, r *http.Request, status int, v deleteView) error {
	v.page = s.page(r, s.texts(r).Text("web.delete.title"))
	v.Narrow = true
	return s.render(w, status, "delete", &v)
}

// deleteAccount deletes an account, or what is kept of a guest. Whoever is nobody
// has nothing to delete: the form was sent twice.
func (s *Server) deleteAccount(w http.ResponseWriter, r *http.Request) error {
	user := visitorOf(r).user
	if user.ID == "" && !wantsJSON(r) {
		return see(w, r, "/")
	}
	if user.ID == "" {
		return errNeedAccount
	}
	in, err := readInput(r)
	if err != nil {
		return err
	}
	if err := s.deleteUser(r, user, in); err != nil {
		s.noteWrongPassword(r, err)
		if !onForm(r, err, failure.Invalid, failure.Forbidden) {
			return err
		}
		p := s.problem(r, err)
		return s.renderDelete(w, r, p.Status, deleteView{Typed: in.text("name"), Problem: p})
	}
	s.setCookie(w, "")
	s.security(r, "account-deleted", user.ID)
	return s.doneNotice(w, r, "/", "account-deleted", struct{}{})
}

// deleteUser deletes whoever has typed the own name, as a sign of meaning it.
func (s *Server) deleteUser(r *http.Request, user account.User, in input) error {
	if !strings.EqualFold(strings.TrimSpace(in.text("name")), user.Name) {
		return &failure.Error{Code: failure.Invalid, Key: "form", Fields: map[string]string{"name": "name-differs"}}
	}
	return s.accounts.DeleteAccount(r.Context(), user, in.text("current"))
}
