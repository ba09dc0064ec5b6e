// SPDX-License-Identifier: Apache-2.0

package account

import (
	"net/http"

	"cairn/internal/account"
	"cairn/internal/failure"
	"cairn/internal/web"
)

// resets has the handlers that set a new password by a link.
type resets struct{ core *web.Server }

// resetView asks for a link to set a new password.
type resetView struct {
	web.Page
	Mail    bool   // links are sent by mail; else the operator makes them
	Sent    bool   // it was requested; whether the account exists is not shown
	Login   string // as typed
	Problem *web.Problem
}

// newPasswordView sets a new password by a link.
type newPasswordView struct {
	web.Page
	Token   string
	Problem *web.Problem
}

func (s *resets) show(w http.ResponseWriter, r *http.Request) error {
	return s.render(w, r, http.StatusOK, resetView{Sent: r.URL.Query().Has("sent")})
}

func (s *resets) render(w http.ResponseWriter, r *http.Request, status int, v resetView) error {
	v.Page = s.core.Page(r, s.core.Texts(r).Text("web.reset.title"))
	v.Narrow, v.Mail = true, s.core.SendsLinks()
	return s.core.Render(w, status, "reset", &v)
}

// ask gives the same answer whether the account exists or not.
func (s *resets) ask(w http.ResponseWriter, r *http.Request) error {
	in, err := web.ReadForm(r)
	if err != nil {
		return err
	}
	login := in.Text("login")
	s.core.Security(r, "reset-asked", "")
	if s.core.SendsLinks() && !tooLong(in) {
		if err := s.core.Limits.Account.Count(r.Context(), web.OriginOf(r).Keys("reset "+account.FoldLogin(login))); err != nil {
			return err
		}
		err = s.core.Accounts.RequestReset(r.Context(), login, func(user account.User, secret string) {
			s.core.SendMail(s.core.TextsFor(r, user), user.Email, "reset", "name", user.Name, "link", s.core.PublicURL(r, resetPath(secret)))
		})
		if err != nil {
			return err
		}
	}
	return s.core.Done(w, r, "/reset?sent", struct{}{})
}

// resetPath is the path of a link.
func resetPath(secret string) string { return "/reset/" + secret }

func (s *resets) showNew(w http.ResponseWriter, r *http.Request) error {
	web.HideAddress(w)
	token := r.PathValue("token")
	if err := s.core.Accounts.CheckReset(r.Context(), token); err != nil {
		return err
	}
	return s.renderNew(w, r, http.StatusOK, newPasswordView{Token: token})
}

func (s *resets) renderNew(w http.ResponseWriter, r *http.Request, status int, v newPasswordView) error {
	v.Page = s.core.Page(r, s.core.Texts(r).Text("web.reset.new.title"))
	v.Narrow, v.Here = true, "/"
	return s.core.Render(w, status, "new_password", &v)
}

// set does not log in: the account may have two-factor authentication. It
// is limited by link, so that the owner can always use one, and marks the browser, so
// that the owner can log in there whatever others at this address do.
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
	user, err := s.core.Accounts.Reset(r.Context(), token, in.Text("password"), in.Text("again"))
	if err != nil && !web.OnForm(r, err, failure.Invalid) {
		return err
	}
	if err != nil {
		p := s.core.Problem(r, err)
		return s.renderNew(w, r, p.Status, newPasswordView{Token: token, Problem: p})
	}
	if err := markChanged(s.core, w, r, user.ID); err != nil {
		return err
	}
	s.core.Security(r, "reset-done", user.ID)
	s.core.SendMail(s.core.TextsFor(r, user), user.Email, "password-changed", "name", user.Name)
	return s.core.DoneNotice(w, r, "/login", "password-set", struct{}{})
}

// markChanged marks the browser of a user whose password has changed, unless it has
// not given the code of two-factor authentication.
func markChanged(core *web.Server, w http.ResponseWriter, r *http.Request, user string) error {
	u, err := core.Accounts.Find(r.Context(), user)
	if err == nil && (!u.TwoFactor.On() || web.VisitorOf(r).User.ID == u.ID) {
		web.MarkDevice(core, w, r, u)
	}
	return err
}

func (s *resets) again(w http.ResponseWriter, r *http.Request, in web.Form, p *web.Problem) error {
	return s.render(w, r, p.Status, resetView{Login: in.Text("login"), Problem: p})
}
