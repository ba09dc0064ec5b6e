// SPDX-License-Identifier: Apache-2.0

package web

import (
	"errors"
	"net/http"

	"cairn/internal/failure"
)

func (s *Server) changeName(w http.ResponseWriter, r *http.Request) error {
	in, err := readInput(r)
	if err != nil {
		return err
	}
	user, err := s.accounts.ChangeName(r.Context(), visitorOf(r).user, in.text("current"), in.text("name"))
	if err != nil {
		return s.refuseAccount(w, r, err, accountView{Form: "name", NewName: in.text("name")})
	}
	s.security(r, "name-changed", user.ID)
	return s.doneNotice(w, r, "/account", "name-changed", map[string]string{"name": user.Name})
}

// changeEmail tells the address of before as well: it may be somebody else who
// takes an account over.
func (s *Server) changeEmail(w http.ResponseWriter, r *http.Request) error {
	in, err := readInput(r)
	if err != nil {
		return err
	}
	before := visitorOf(r).user
	user, err := s.accounts.ChangeEmail(r.Context(), before, in.text("current"), in.text("email"))
	if err != nil {
		return s.refuseAccount(w, r, err, accountView{Form: "email", NewEmail: in.text("email")})
	}
	s.security(r, "email-changed", user.ID)
	s.letter(s.textsFor(r, user), before.Email, "email-changed", "name", user.Name)
	return s.doneNotice(w, r, "/account", "email-changed", map[string]string{"email": user.Email})
}

// changePassword ends all sessions but gives this browser a new one.
func (s *Server) changePassword(w http.ResponseWriter, r *http.Request) error {
	in, err := readInput(r)
	if err != nil {
		return err
	}
	user := visitorOf(r).user
	token, err := s.accounts.ChangePassword(r.Context(), user, in.text("current"), in.text("password"), in.text("again"), agentOf(r))
	if err != nil {
		return s.refuseAccount(w, r, err, accountView{Form: "password"})
	}
	s.setCookie(w, token)
	s.security(r, "password-changed", user.ID)
	s.letter(s.textsFor(r, user), user.Email, "password-changed", "name", user.Name)
	return s.doneNotice(w, r, "/account", "password-changed", struct{}{})
}

// noteWrongPassword notes that somebody with a session did not know the password.
func (s *Server) noteWrongPassword(r *http.Request, err error) {
	var refused *failure.Error
	if errors.As(err, &refused) && refused.Key == "password-wrong" {
		s.security(r, "password-refused", visitorOf(r).user.ID)
	}
}
