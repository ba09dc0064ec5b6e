// SPDX-License-Identifier: Apache-2.0

package account

import (
	"net/http"
	"strings"

	"cairn/internal/account"
	"cairn/internal/failure"
	"cairn/internal/web"
	"cairn/internal/web/listing"
)

// logInView is the form to log in.
type logInView struct {
	web.Page
	Login   string        // as typed
	Next    string        // the page that was wanted
	Running []listing.Row // games of a guest, who would lose them

	Passkeys bool
	Provider string // name of the OpenID Connect provider; empty without one
	Closed   bool   // there is no sign-up with a password
}

func (s *handlers) showLogIn(w http.ResponseWriter, r *http.Request) error {
	next := r.URL.Query().Get("next")
	if web.VisitorOf(r).Member() {
		return web.See(w, r, web.LocalPath(next, "/home"))
	}
	return s.renderLogIn(w, r, logInView{Next: next}, nil)
}

func (s *handlers) renderLogIn(w http.ResponseWriter, r *http.Request, v logInView, p *web.Problem) error {
	v.Page, v.Provider, v.Closed = s.core.FormPage(r, "web.login.title", p), s.provider(), s.signUpClosed()
	if v.Passkeys = s.core.Passkeys != nil; v.Passkeys {
		v.Scripts = []string{"passkey"}
	}
	if web.VisitorOf(r).User.Guest {
		var err error
		if v.Running, err = s.lists.Running(r); err != nil {
			return err
		}
	}
	return s.core.RenderForm(w, "login", &v)
}

// logIn answers a wrong name like a wrong password, and limits attempts at unknown
// names like attempts at accounts.
func (s *handlers) logIn(w http.ResponseWriter, r *http.Request, in web.Form) error {
	var entry account.LogInResult
	var err error
	if tooLong(in) {
		err = failure.New(failure.Forbidden, "login-wrong")
		in["login"] = "" // is not shown again
	} else {
		entry, err = s.checkLogIn(r, in)
	}
	if err != nil {
		if failure.CodeOf(err) == failure.Forbidden {
			s.core.Security(r, "login-refused", "")
		}
		return s.core.ShowRefused(r, err, func(p *web.Problem) error { return s.logInAgain(w, r, in, p) }, failure.Forbidden)
	}
	if entry.TwoFactor != "" {
		return s.beginCode(w, r, entry, in.Text("next"))
	}
	return s.enter(w, r, entry.User, entry.Token, in.Text("next"))
}

// tooLong reports whether a name is longer than the name of any account.
func tooLong(in web.Form) bool { return len(strings.TrimSpace(in.Text("login"))) > account.MaxLogin }

// checkLogIn counts the attempt and checks the password.
func (s *handlers) checkLogIn(r *http.Request, in web.Form) (account.LogInResult, error) {
	target, err := s.core.Accounts.Attempts.ByLogin(r.Context(), in.Text("login"), s.core.Cookies.Marks(r))
	if err != nil {
		return account.LogInResult{}, err
	}
	attempt := newAttempt(s.core, r, "login", target)
	if err := attempt.allow(); err != nil {
		return account.LogInResult{}, err
	}
	entry, err := s.core.Accounts.LogIn(r.Context(), in.Text("login"), in.Text("password"), web.BrowserName(r))
	if err == nil {
		attempt.succeeded()
	}
	return entry, err
}

// enter gives the browser the session of a user who has logged in.
func (s *handlers) enter(w http.ResponseWriter, r *http.Request, user account.User, token, next string) error {
	s.core.ReplaceSession(w, r, token)
	web.MarkDevice(s.core, w, r, user)
	s.core.Security(r, "login", user.ID)
	return s.core.Done(w, r, web.LocalPath(next, "/home"), map[string]string{"name": user.Name})
}

// codeView asks for the two-factor code of a log-in.
type codeView struct {
	web.Page
	Pending string // proves that the password was right
	Next    string // the page that was wanted
	Passkey bool   // one may be used instead
}

func (s *handlers) askCode(w http.ResponseWriter, r *http.Request, v codeView, p *web.Problem) error {
	if web.WantsJSON(r) {
		return s.core.WriteJSON(w, http.StatusOK, map[string]string{"two_factor": v.Pending})
	}
	v.Page = s.core.FormPage(r, "web.two-factor.login.title", p)
	if v.Passkey = v.Passkey && s.core.Passkeys != nil; v.Passkey {
		v.Scripts = []string{"passkey"}
	}
	return s.core.RenderForm(w, "login_code", &v)
}

// beginCode asks for the first code. The limit keeps a stolen password from
// getting many codes to guess.
func (s *handlers) beginCode(w http.ResponseWriter, r *http.Request, entry account.LogInResult, next string) error {
	target := s.core.Accounts.Attempts.Of(entry.User, s.core.Cookies.Marks(r))
	if err := newAttempt(s.core, r, "code", target).allowCode(); err != nil {
		return err
	}
	return s.askCode(w, r, codeView{Pending: entry.TwoFactor, Next: next, Passkey: entry.User.TwoFactor.Passkeys > 0}, nil)
}

// logInCode completes a log-in with a code, or asks again. After too many
// wrong codes the password is asked for again.
func (s *handlers) logInCode(w http.ResponseWriter, r *http.Request, in web.Form) error {
	target, err := s.core.Accounts.Attempts.ByCode(r.Context(), in.Text("two_factor"), s.core.Cookies.Marks(r))
	if err != nil && failure.CodeOf(err) != failure.NotFound {
		return err
	}
	if target.Device == "" {
		if err := newAttempt(s.core, r, "code", target).allowFrom(); err != nil {
			return err
		}
	}
	user, token, err := s.core.Accounts.LogInTwoFactor(r.Context(), in.Text("two_factor"), in.Text("code"), web.BrowserName(r))
	if err == nil {
		return s.enter(w, r, user, token, in.Text("next"))
	}
	s.core.Security(r, "two-factor-refused", "")
	return s.core.ShowRefused(r, err, func(p *web.Problem) error {
		if p.Code != failure.NotFound {
			return s.logInCodeAgain(w, r, in, p)
		}
		p.Status = http.StatusForbidden
		return s.renderLogIn(w, r, logInView{Next: in.Text("next")}, p)
	}, failure.Forbidden, failure.Invalid, failure.NotFound)
}

// logOutView asks before logging out.
type logOutView struct{ web.Page }

func (s *handlers) showLogOut(w http.ResponseWriter, r *http.Request) error {
	if !web.VisitorOf(r).Known() {
		return web.See(w, r, "/")
	}
	return s.core.RenderForm(w, "logout", &logOutView{s.core.FormPage(r, "web.logout.title", nil)})
}

func (s *handlers) logOut(w http.ResponseWriter, r *http.Request) error {
	if !web.IsAPI(r) {
		s.core.Cookies.SetSession(w, "")
	}
	if v := web.VisitorOf(r); v.Token != "" {
		if err := s.core.Accounts.LogOut(r.Context(), v.Token); err != nil {
			return err
		}
		s.core.Security(r, "logout", v.User.ID)
	}
	return s.core.DoneNotice(w, r, "/", "logged-out", struct{}{})
}

func (s *handlers) logInAgain(w http.ResponseWriter, r *http.Request, in web.Form, p *web.Problem) error {
	return s.renderLogIn(w, r, logInView{Login: in.Text("login"), Next: in.Text("next")}, p)
}

func (s *handlers) logInCodeAgain(w http.ResponseWriter, r *http.Request, in web.Form, p *web.Problem) error {
	return s.askCode(w, r, codeView{Pending: in.Text("two_factor"), Next: in.Text("next"), Passkey: in.Text("passkey") == "yes"}, p)
}

// provider is the name of the OpenID Connect provider, empty without one.
func (s *handlers) provider() string {
	if s.core.OpenID == nil {
		return ""
	}
	return s.core.OpenID.Name
}

// signUpClosed reports whether accounts are made at the provider only.
func (s *handlers) signUpClosed() bool { return s.core.OpenID != nil && s.core.OpenID.Only }
