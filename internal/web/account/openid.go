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
type openID struct{ *handlers }

// newOpenIDView asks a person who came back without an account for a username.
type newOpenIDView struct {
	web.Page
	Provider string
	Login    string // suggested or typed
}

// linkOpenIDView asks before an account is linked, or the link is removed.
type linkOpenIDView struct {
	web.Page
	proofFields
	Provider string
	Linked   bool // it is to be removed
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
		return s.refuseLogIn(w, r, err)
	case result.Link:
		return s.renderLink(w, r, false, nil)
	case result.Pending != "":
		return s.renderNew(w, r, result.Name, nil)
	case result.TwoFactor != "":
		return s.beginCode(w, r, result.LogInResult, result.Next)
	}
	return s.enter(w, r, result.User, result.Token, result.Next)
}

// refuseLogIn shows why a log-in did not succeed, on the log-in page.
func (s *openID) refuseLogIn(w http.ResponseWriter, r *http.Request, err error) error {
	s.core.Security(r, "openid-refused", web.VisitorOf(r).User.ID)
	s.core.Log.Info("log-in at the provider", "err", err)
	if web.VisitorOf(r).Member() {
		return err
	}
	show := func(p *web.Problem) error { return s.renderLogIn(w, r, logInView{}, p) }
	return s.core.ShowRefused(r, err, show, failure.Forbidden, failure.NotFound, failure.Unavailable)
}

func (s *openID) renderNew(w http.ResponseWriter, r *http.Request, login string, p *web.Problem) error {
	return s.core.RenderForm(w, "openid_new", &newOpenIDView{s.core.FormPage(r, "web.openid.new.title", p), s.provider(), login})
}

// signUp creates an account for the person who came back.
func (s *openID) signUp(w http.ResponseWriter, r *http.Request, in web.Form) error {
	user, token, next, pending, err := s.core.OpenID.SignUp(r.Context(), web.VisitorOf(r).User, s.core.Cookies.LogIn(r), in.Text("name"), web.BrowserName(r))
	s.core.Cookies.SetLogIn(w, pending)
	switch {
	case err != nil && pending != "" && web.OnForm(r, err, failure.Invalid):
		return s.renderNew(w, r, in.Text("name"), s.core.Problem(r, err))
	case err != nil:
		return s.refuseLogIn(w, r, err)
	}
	s.core.ReplaceSession(w, r, token)
	s.core.Security(r, "signup", user.ID)
	s.adoptSettings(r, user)
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
		return s.renderLink(w, r, true, nil)
	}
	return s.send(w, r, user, "/account")
}

func (s *openID) renderLink(w http.ResponseWriter, r *http.Request, linked bool, p *web.Problem) error {
	return s.core.RenderForm(w, "openid_link", &linkOpenIDView{s.core.FormPage(r, "web.openid.link.title", p), s.proofFields(r), s.provider(), linked})
}

// link links the account to the person who came back. Asking by a form keeps
// other sites from linking an account of theirs (CSRF).
func (s *openID) link(w http.ResponseWriter, r *http.Request, in web.Form) error {
	user := web.VisitorOf(r).User
	pending, err := s.core.OpenID.Link(r.Context(), user, s.core.Cookies.LogIn(r), proofOf(r, in))
	s.core.Cookies.SetLogIn(w, pending)
	switch {
	case err != nil && pending == "":
		s.noteWrongProof(r, err)
		return err
	case err != nil:
		return s.refuse(r, err, func(p *web.Problem) error { return s.renderLink(w, r, false, p) })
	}
	s.announce(r, user, "openid-linked", "provider", s.provider())
	return s.core.DoneNotice(w, r, "/account", "openid-linked", struct{}{})
}

func (s *openID) unlink(w http.ResponseWriter, r *http.Request, in web.Form) error {
	user := web.VisitorOf(r).User
	if err := s.core.OpenID.Unlink(r.Context(), user, proofOf(r, in)); err != nil {
		return s.refuse(r, err, func(p *web.Problem) error { return s.renderLink(w, r, true, p) })
	}
	s.core.Security(r, "openid-unlinked", user.ID)
	return s.core.DoneNotice(w, r, "/account", "openid-unlinked", struct{}{})
}
