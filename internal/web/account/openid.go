// SPDX-License-Identifier: Apache-2.0

package account

import (
	"net/http"

	"cairn/internal/account"
	"cairn/internal/failure"
	"cairn/internal/web"
)

// openID has the handlers that log in at an OpenID Connect provider, and that link
// an account to it.
type openID struct {
	core     *web.Server
	handlers *handlers
}

// newOpenIDView asks a person who came back without an account for a username.
type newOpenIDView struct {
	web.Page
	Provider string
	Login    string // suggested or typed
	Problem  *web.Problem
}

// linkOpenIDView asks before an account is linked, or the link is removed.
type linkOpenIDView struct {
	web.Page
	proofFields
	Provider string
	Linked   bool // it is to be removed
	Problem  *web.Problem
}

// logIn sends the browser to the provider. Links of other sites lead to the log-in
// page: a provider that knows the person would log them in without a question.
func (s *openID) logIn(w http.ResponseWriter, r *http.Request) error {
	next := r.URL.Query().Get("next")
	if r.Header.Get("Sec-Fetch-Site") == "cross-site" {
		return web.See(w, r, "/login")
	}
	if web.VisitorOf(r).Member() {
		return web.See(w, r, web.LocalPath(next, "/home"))
	}
	return s.send(w, r, account.User{}, next)
}

func (s *openID) send(w http.ResponseWriter, r *http.Request, user account.User, next string) error {
	address, secret, err := s.core.OpenID.Begin(r.Context(), user, next)
	if err != nil {
		return err
	}
	s.core.Cookies.SetLogIn(w, secret)
	http.Redirect(w, r, address, http.StatusSeeOther)
	return nil
}

// comeBack continues when the provider sends the browser back.
func (s *openID) comeBack(w http.ResponseWriter, r *http.Request) error {
	web.HideAddress(w)
	visitor := web.VisitorOf(r)
	result, err := s.core.OpenID.Finish(r.Context(), visitor.User, s.core.Cookies.LogIn(r), r.URL.Query(), web.BrowserName(r))
	s.core.Cookies.SetLogIn(w, result.Pending)
	switch {
	case err != nil:
		return s.refuse(w, r, err)
	case result.Link:
		return s.renderLink(w, r, http.StatusOK, linkOpenIDView{})
	case result.Pending != "":
		return s.renderNew(w, r, http.StatusOK, newOpenIDView{Login: result.Name})
	case result.TwoFactor != "":
		return s.handlers.beginCode(w, r, result.LogInResult, result.Next)
	}
	return s.handlers.enter(w, r, result.User, result.Token, result.Next)
}

// refuse shows why a log-in did not succeed, on the log-in page.
func (s *openID) refuse(w http.ResponseWriter, r *http.Request, err error) error {
	s.core.Security(r, "openid-refused", web.VisitorOf(r).User.ID)
	s.core.Log.Info("log-in at the provider", "err", err)
	if web.VisitorOf(r).Member() || !web.OnForm(r, err, failure.Forbidden, failure.NotFound, failure.Unavailable) {
		return err
	}
	return s.handlers.renderLogIn(w, r, s.core.Problem(r, err).Status, logInView{Problem: s.core.Problem(r, err)})
}

func (s *openID) renderNew(w http.ResponseWriter, r *http.Request, status int, v newOpenIDView) error {
	v.Page = s.core.Page(r, s.core.Texts(r).Text("web.openid.new.title"))
	v.Narrow, v.Provider = true, s.core.OpenID.Name
	return s.core.Render(w, status, "openid_new", &v)
}

// signUp creates an account for the person who came back.
func (s *openID) signUp(w http.ResponseWriter, r *http.Request) error {
	in, err := web.ReadForm(r)
	if err != nil {
		return err
	}
	user, token, next, pending, err := s.core.OpenID.SignUp(r.Context(), web.VisitorOf(r).User, s.core.Cookies.LogIn(r), in.Text("name"), web.BrowserName(r))
	s.core.Cookies.SetLogIn(w, pending)
	switch {
	case err != nil && pending != "" && web.OnForm(r, err, failure.Invalid):
		p := s.core.Problem(r, err)
		return s.renderNew(w, r, p.Status, newOpenIDView{Login: in.Text("name"), Problem: p})
	case err != nil:
		return s.refuse(w, r, err)
	}
	s.core.ReplaceSession(w, r, token)
	s.core.Security(r, "signup", user.ID)
	s.handlers.adoptSettings(r, user)
	return s.core.DoneNotice(w, r, web.LocalPath(next, "/home"), "account-created", map[string]string{"name": user.Name})
}

// showLink asks before the link is removed, or sends the browser to the provider to
// add one.
func (s *openID) showLink(w http.ResponseWriter, r *http.Request) error {
	user := web.VisitorOf(r).User
	linked, err := s.core.OpenID.Linked(r.Context(), user)
	if err != nil {
		return err
	}
	if linked {
		return s.renderLink(w, r, http.StatusOK, linkOpenIDView{Linked: true})
	}
	return s.send(w, r, user, "/account")
}

func (s *openID) renderLink(w http.ResponseWriter, r *http.Request, status int, v linkOpenIDView) error {
	v.Page = s.core.Page(r, s.core.Texts(r).Text("web.openid.link.title"))
	v.Narrow, v.Provider, v.proofFields = true, s.core.OpenID.Name, proofFieldsOf(s.core, r)
	return s.core.Render(w, status, "openid_link", &v)
}

// link links the account to the person who came back. The form is what keeps other
// sites from linking an account of theirs.
func (s *openID) link(w http.ResponseWriter, r *http.Request) error {
	in, err := web.ReadForm(r)
	if err != nil {
		return err
	}
	user := web.VisitorOf(r).User
	pending, err := s.core.OpenID.Link(r.Context(), user, s.core.Cookies.LogIn(r), proofOf(r, in))
	s.core.Cookies.SetLogIn(w, pending)
	if err != nil {
		return s.refuseLink(w, r, err, linkOpenIDView{}, pending != "")
	}
	s.core.Security(r, "openid-linked", user.ID)
	s.core.SendMail(s.core.TextsFor(r, user), user.Email, "openid-linked", "name", user.Name, "provider", s.core.OpenID.Name)
	return s.core.DoneNotice(w, r, "/account", "openid-linked", struct{}{})
}

func (s *openID) unlink(w http.ResponseWriter, r *http.Request) error {
	in, err := web.ReadForm(r)
	if err != nil {
		return err
	}
	visitor := web.VisitorOf(r)
	if err := s.core.OpenID.Unlink(r.Context(), visitor.User, proofOf(r, in)); err != nil {
		return s.refuseLink(w, r, err, linkOpenIDView{Linked: true}, true)
	}
	s.core.Security(r, "openid-unlinked", visitor.User.ID)
	return s.core.DoneNotice(w, r, "/account", "openid-unlinked", struct{}{})
}

func (s *openID) refuseLink(w http.ResponseWriter, r *http.Request, err error, v linkOpenIDView, again bool) error {
	noteWrongProof(s.core, r, err)
	if !again || !web.OnForm(r, err, failure.Invalid, failure.Forbidden) {
		return err
	}
	v.Problem = s.core.Problem(r, err)
	return s.renderLink(w, r, v.Problem.Status, v)
}
