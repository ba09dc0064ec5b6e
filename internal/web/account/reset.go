// SPDX-License-Identifier: Apache-2.0

package account

import (
	"net/http"

	"cairn/internal/account"
	"cairn/internal/failure"
	"cairn/internal/web"
)

// resets has the handlers that set a new password by a link.
type resets struct{ *handlers }

// resetView asks for a link to set a new password.
type resetView struct {
	web.Page
	Mail  bool   // links are sent by mail; else the operator makes them
	Sent  bool   // the link was requested; whether the account exists is not shown
	Login string // as typed
}

// newPasswordView sets a new password by a link.
type newPasswordView struct {
	web.Page
	Token string
}

func (s *resets) show(w http.ResponseWriter, r *http.Request) error {
	return s.again(w, r, web.Form{}, nil)
}

func (s *resets) again(w http.ResponseWriter, r *http.Request, in web.Form, p *web.Problem) error {
	page, sent := s.core.FormPage(r, "web.reset.title", p), p == nil && r.URL.Query().Has("sent")
	return s.core.RenderForm(w, "reset", &resetView{page, s.core.SendsLinks(), sent, in.Text("login")})
}

// ask gives the same answer whether the account exists or not.
func (s *resets) ask(w http.ResponseWriter, r *http.Request, in web.Form) error {
	login := in.Text("login")
	s.core.Security(r, "reset-asked", "")
	if s.core.SendsLinks() && !tooLong(in) {
		if err := s.core.Limits.Account.Count(r.Context(), web.OriginOf(r).Keys("reset "+account.FoldLogin(login))); err != nil {
			return err
		}
		err := s.core.Accounts.RequestReset(r.Context(), login, func(user account.User, secret string) {
			s.mail(r, user, "reset", "link", s.core.PublicURL(r, "/reset/"+secret))
		})
		if err != nil {
			return err
		}
	}
	return s.core.Done(w, r, "/reset?sent", struct{}{})
}

func (s *resets) showNew(w http.ResponseWriter, r *http.Request) error {
	web.HideAddress(w)
	token := r.PathValue("token")
	if err := s.core.Accounts.CheckReset(r.Context(), token); err != nil {
		return err
	}
	return s.renderNew(w, r, token, nil)
}

func (s *resets) renderNew(w http.ResponseWriter, r *http.Request, token string, p *web.Problem) error {
	v := newPasswordView{s.passwordPage(r, "web.reset.new.title", p), token}
	v.Here = "/"
	return s.core.RenderForm(w, "new_password", &v)
}

// set does not log in: the account may have two-factor authentication. It
// is limited by link, so that the owner can always use one, and marks the browser, so
// that the owner can log in there even if the address has reached its limit.
func (s *resets) set(w http.ResponseWriter, r *http.Request) error {
	web.HideAddress(w)
	in, err := web.ReadForm(r)
	if err != nil {
		return err
	}
	token := r.PathValue("token")
	if err := s.core.Accounts.CheckReset(r.Context(), token); err != nil { // only links that exist are counted
		return err
	}
	if err := s.core.Limits.LogIn.Allow(r.Context(), "link "+token); err != nil {
		return err
	}
	user, err := s.core.Accounts.Reset(r.Context(), token, in.Text("password"))
	if err != nil {
		return s.core.ShowRefused(r, err, func(p *web.Problem) error { return s.renderNew(w, r, token, p) }, failure.Invalid)
	}
	if err := s.markChanged(w, r, user.ID); err != nil {
		return err
	}
	s.core.Security(r, "reset-done", user.ID)
	s.mail(r, user, "password-changed")
	return s.core.DoneNotice(w, r, "/login", "password-set", struct{}{})
}

// markChanged marks the browser of a user whose password has changed, unless it has
// not given the code of two-factor authentication.
func (s *handlers) markChanged(w http.ResponseWriter, r *http.Request, user string) error {
	u, err := s.core.Accounts.Find(r.Context(), user)
	if err == nil && (!u.TwoFactor.On() || web.VisitorOf(r).User.ID == u.ID) {
		web.MarkDevice(s.core, w, r, u)
	}
	return err
}
