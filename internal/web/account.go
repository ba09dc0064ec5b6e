// SPDX-License-Identifier: Apache-2.0

package web

import (
	"net/http"

	"cairn/internal/account"
	"cairn/internal/failure"
)

// accountView is somebody's own account: what is known, and forms to change it.
// Passwords are never shown again.
type accountView struct {
	page
	Email    string
	Points   string
	Since    string
	Role     account.Role
	SecondOn bool
	Profile  string   // address of what others see; of no use to guests
	Formats  []string // in which games can be had
	Form     string   // the one that was refused: "name", "email" or "password"
	NewName  string   // as typed
	NewEmail string
	Problem  *problem
}

// In returns what is wrong with one of the forms, nil when it is not that one.
func (v *accountView) In(form string) *problem {
	if v.Form == form {
		return v.Problem
	}
	return nil
}

func (s *Server) showAccount(w http.ResponseWriter, r *http.Request) error {
	return s.renderAccount(w, r, http.StatusOK, accountView{})
}

func (s *Server) renderAccount(w http.ResponseWriter, r *http.Request, status int, v accountView) error {
	user, t := visitorOf(r).user, s.texts(r)
	scores, err := s.live.Scores(r.Context(), user.ID)
	if err != nil {
		return err
	}
	v.page = s.page(r, t.Text("web.account.title"))
	_, v.Points = s.scores(t, scores)
	v.Email, v.Since, v.Role, v.SecondOn = user.Email, day(user.Created), user.Role, user.TwoFactor.On()
	v.Profile, v.Formats = playerPath(user.Name), extensions()
	return s.render(w, status, "account", &v)
}

// refuseAccount shows the account with a form that was refused.
func (s *Server) refuseAccount(w http.ResponseWriter, r *http.Request, err error, v accountView) error {
	s.noteWrongPassword(r, err)
	if !onForm(r, err, failure.Invalid, failure.Forbidden) {
		return err
	}
	v.Problem = s.problem(r, err)
	return s.renderAccount(w, r, v.Problem.Status, v)
}
