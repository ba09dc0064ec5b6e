// SPDX-License-Identifier: Apache-2.0

package account

import (
	"net/http"

	"cairn/internal/account"
	"cairn/internal/failure"
	"cairn/internal/web"
)

// deleteView explains what deleting an account does, and asks for
// confirmation.
type deleteView struct {
	web.Page
	Typed string // the name, typed to be sure
	proofFields
	Problem *web.Problem
}

func (s *handlers) showDelete(w http.ResponseWriter, r *http.Request) error {
	return s.renderDelete(w, r, http.StatusOK, deleteView{})
}

func (s *handlers) renderDelete(w http.ResponseWriter, r *http.Request, status int, v deleteView) error {
	v.Page = s.core.Page(r, s.core.Texts(r).Text("web.delete.title"))
	v.Narrow, v.proofFields = true, proofFieldsOf(s.core, r)
	return s.core.Render(w, status, "delete", &v)
}

// deleteAccount deletes an account, or the data of a guest. Without a session
// the form was sent twice.
func (s *handlers) deleteAccount(w http.ResponseWriter, r *http.Request) error {
	user := web.VisitorOf(r).User
	if user.ID == "" && !web.WantsJSON(r) {
		return web.See(w, r, "/")
	}
	if user.ID == "" {
		return web.ErrNeedAccount
	}
	in, err := web.ReadForm(r)
	if err != nil {
		return err
	}
	if err := s.deleteUser(r, user, in); err != nil {
		noteWrongProof(s.core, r, err)
		if !web.OnForm(r, err, failure.Invalid, failure.Forbidden) {
			return err
		}
		p := s.core.Problem(r, err)
		return s.renderDelete(w, r, p.Status, deleteView{Typed: in.Text("name"), Problem: p})
	}
	s.core.Cookies.SetSession(w, "")
	web.UnmarkDevice(s.core, w, r, user)
	s.core.Security(r, "account-deleted", user.ID)
	return s.core.DoneNotice(w, r, "/", "account-deleted", struct{}{})
}

// deleteUser deletes a user, who has typed the name to confirm.
func (s *handlers) deleteUser(r *http.Request, user account.User, in web.Form) error {
	if account.FoldLogin(in.Text("name")) != account.FoldLogin(user.Name) {
		return &failure.Error{Code: failure.Invalid, Key: "form", Fields: map[string]string{"name": "name-differs"}}
	}
	return s.core.Accounts.DeleteAccount(r.Context(), user, proofOf(r, in))
}
