// SPDX-License-Identifier: Apache-2.0

package account

import (
	"net/http"

	"cairn/internal/account"
	"cairn/internal/failure"
	"cairn/internal/web"
)

// setupView makes the first administrator, by the link that the server prints
// when it starts without one.
type setupView struct {
	web.Page
	emailField
	Path         string // of this page
	Email, Login string // as typed
}

// emailField says whether a form asks for an email address that may be left out.
type emailField struct {
	EmailOptional bool
	EmailHint     string
}

func (s *handlers) emailField(r *http.Request) emailField {
	if !s.core.EmailOptional {
		return emailField{}
	}
	return emailField{true, s.core.Texts(r).Text("web.signup.email.optional")}
}

// passwordPage is the page of a form for a new password, which a script can show.
func (s *handlers) passwordPage(r *http.Request, title string, p *web.Problem) web.Page {
	page := s.core.FormPage(r, title, p)
	page.Scripts = []string{"password"}
	return page
}

func (s *handlers) showSetup(w http.ResponseWriter, r *http.Request) error {
	web.HideAddress(w)
	if err := s.core.Accounts.Staff.CheckAdminLink(r.Context(), r.PathValue("token")); err != nil {
		return err
	}
	return s.renderSetup(w, r, web.Form{}, nil)
}

func (s *handlers) renderSetup(w http.ResponseWriter, r *http.Request, in web.Form, p *web.Problem) error {
	return s.core.RenderForm(w, "setup", &setupView{s.passwordPage(r, "web.setup.title", p), s.emailField(r), r.URL.Path, in.Text("email"), in.Text("name")})
}

// setUp makes the visitor administrator, with the account that is logged in or
// a new one.
func (s *handlers) setUp(w http.ResponseWriter, r *http.Request) error {
	web.HideAddress(w)
	if err := s.core.Accounts.Staff.CheckAdminLink(r.Context(), r.PathValue("token")); err != nil {
		return err
	}
	user := web.VisitorOf(r).User
	if !web.VisitorOf(r).Member() {
		in, err := web.ReadForm(r)
		if err != nil {
			return err
		}
		if user, err = s.createAccount(w, r, in); err != nil {
			return s.core.ShowRefused(r, err, func(p *web.Problem) error { return s.renderSetup(w, r, in, p) }, failure.Invalid)
		}
	}
	if err := s.core.Accounts.Staff.BecomeAdmin(r.Context(), user, r.PathValue("token")); err != nil {
		return err
	}
	s.core.Security(r, "admin-claimed", user.ID)
	return s.core.DoneNotice(w, r, "/home", "admin-claimed", map[string]string{"name": user.Name})
}

// signUpView is the form for an account. Passwords are never shown again.
type signUpView struct {
	web.Page
	emailField
	Email, Login string // as typed
	Next         string
	Provider     string // name of the OpenID Connect provider; empty without one
}

func (s *handlers) showSignUp(w http.ResponseWriter, r *http.Request) error {
	if web.VisitorOf(r).Member() {
		return web.See(w, r, web.LocalPath(r.URL.Query().Get("next"), "/home"))
	}
	if s.signUpClosed() {
		return web.See(w, r, "/login?"+r.URL.RawQuery)
	}
	return s.signUpAgain(w, r, web.Form{"next": r.URL.Query().Get("next")}, nil)
}

// signUp creates an account. A visitor who has one sent the form twice.
func (s *handlers) signUp(w http.ResponseWriter, r *http.Request, in web.Form) error {
	next := web.LocalPath(in.Text("next"), "/home")
	if v := web.VisitorOf(r); v.Member() {
		return s.core.Done(w, r, next, map[string]string{"name": v.User.Name})
	}
	if s.signUpClosed() {
		return failure.New(failure.Forbidden, "signup-closed")
	}
	user, err := s.createAccount(w, r, in)
	if err != nil {
		return s.core.ShowRefused(r, err, func(p *web.Problem) error { return s.signUpAgain(w, r, in, p) }, failure.Invalid)
	}
	return s.core.DoneNotice(w, r, next, "account-created", map[string]string{"name": user.Name})
}

// createAccount creates an account from a form, and logs the browser in.
func (s *handlers) createAccount(w http.ResponseWriter, r *http.Request, in web.Form) (account.User, error) {
	form := account.SignUpForm{Email: in.Text("email"), Name: in.Text("name"), Password: in.Text("password"), EmailOptional: s.core.EmailOptional}
	user, token, err := s.core.Accounts.SignUp(r.Context(), web.VisitorOf(r).User, form, web.BrowserName(r))
	if err == nil {
		s.core.ReplaceSession(w, r, token)
		web.MarkDevice(s.core, w, r, user)
		s.core.Security(r, "signup", user.ID)
		s.adoptSettings(r, user)
		s.askConfirm(r, user)
	}
	return user, err
}

// adoptSettings stores the settings of the browser with a new account. An
// error is only logged.
func (s *handlers) adoptSettings(r *http.Request, user account.User) {
	kept, has := s.core.Cookies.Settings(r)
	if !has || user.Settings != "" {
		return
	}
	if err := s.core.Accounts.SaveSettings(r.Context(), user, kept.String()); err != nil {
		s.core.Log.Error("keep settings", "user", user.ID, "err", err)
	}
}

func (s *handlers) signUpAgain(w http.ResponseWriter, r *http.Request, in web.Form, p *web.Problem) error {
	page := s.passwordPage(r, "web.signup.title", p)
	return s.core.RenderForm(w, "signup", &signUpView{page, s.emailField(r), in.Text("email"), in.Text("name"), in.Text("next"), s.provider()})
}
