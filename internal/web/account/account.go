// SPDX-License-Identifier: Apache-2.0

package account

import (
	"errors"
	"net/http"

	"cairn/internal/account"
	"cairn/internal/failure"
	"cairn/internal/web"
	"cairn/internal/web/listing"
)

// accountView is the visitor's account: what is stored, and forms to change
// it. Passwords are never shown again.
type accountView struct {
	web.Page
	Email       string // confirmed
	Unconfirmed string // to be confirmed
	SendsLinks  bool   // by mail
	Tally       listing.Tally
	Since       string
	Role        account.Role
	Bot         bool
	MayBeBot    bool // it has played nothing yet
	TwoFactorOn bool
	proofFields
	Passkeys bool     // the site has them
	Provider string   // name of the OpenID Connect provider; empty without one
	Linked   bool     // to it
	Profile  string   // address of what others see; of no use to guests
	Formats  []string // in which games can be had
	Form     string   // the form that was refused: "name", "email" or "password"
	NewName  string   // as typed
	NewEmail string
	Problem  *web.Problem
}

// In returns the problem of a form, nil for the other forms.
func (v *accountView) In(form string) *web.Problem {
	if v.Form == form {
		return v.Problem
	}
	return nil
}

func (s *handlers) showAccount(w http.ResponseWriter, r *http.Request) error {
	if web.WantsJSON(r) {
		user := web.VisitorOf(r).User
		return s.core.WriteJSON(w, http.StatusOK, accountState{user.Name, user.Guest, user.Bot, string(user.Role), user.Scopes.Names(), user.Created.UnixMilli()})
	}
	return s.renderAccount(w, r, http.StatusOK, accountView{})
}

// accountState is the user as JSON.
type accountState struct {
	Name    string   `json:"name"`
	Guest   bool     `json:"guest"`
	Bot     bool     `json:"bot"`
	Role    string   `json:"role"`   // moderator or admin; empty for players
	Scopes  []string `json:"scopes"` // of the token; none for a browser
	SinceMS int64    `json:"since_ms"`
}

func (s *handlers) renderAccount(w http.ResponseWriter, r *http.Request, status int, v accountView) error {
	user, t := web.VisitorOf(r).User, s.core.Texts(r)
	scores, err := s.core.Live.Ratings.Scores(r.Context(), user.ID)
	if err != nil {
		return err
	}
	v.Page = s.core.Page(r, t.Text("web.account.title"))
	v.Tally = listing.TallyOf(scores)
	v.Email, v.Unconfirmed, v.SendsLinks = user.Email, user.Unconfirmed, s.core.SendsLinks()
	v.Since, v.Role, v.TwoFactorOn = listing.Day(user.Created), user.Role, user.TwoFactor.On()
	v.Bot, v.MayBeBot = user.Bot, !user.Guest && !user.Bot && len(scores) == 0
	v.Profile, v.Formats = listing.PlayerPath(user.Name), listing.Extensions()
	v.proofFields, v.Passkeys = proofFieldsOf(s.core, r), s.core.Passkeys != nil
	if s.core.OpenID != nil && !user.Guest {
		v.Provider = s.core.OpenID.Name
		if v.Linked, err = s.core.OpenID.Linked(r.Context(), user); err != nil {
			return err
		}
	}
	return s.core.Render(w, status, "account", &v)
}

// refuseAccount shows the account with the form that was refused.
func (s *handlers) refuseAccount(w http.ResponseWriter, r *http.Request, err error, v accountView) error {
	noteWrongProof(s.core, r, err)
	if !web.OnForm(r, err, failure.Invalid, failure.Forbidden) {
		return err
	}
	v.Problem = s.core.Problem(r, err)
	return s.renderAccount(w, r, v.Problem.Status, v)
}

func (s *handlers) changeName(w http.ResponseWriter, r *http.Request) error {
	in, err := web.ReadForm(r)
	if err != nil {
		return err
	}
	user, err := s.core.Accounts.ChangeName(r.Context(), web.VisitorOf(r).User, proofOf(r, in), in.Text("name"))
	if err != nil {
		return s.refuseAccount(w, r, err, accountView{Form: "name", NewName: in.Text("name")})
	}
	s.core.Security(r, "name-changed", user.ID)
	return s.core.DoneNotice(w, r, "/account", "name-changed", map[string]string{"name": user.Name})
}

// changePassword ends all sessions and gives this browser a new one.
func (s *handlers) changePassword(w http.ResponseWriter, r *http.Request) error {
	in, err := web.ReadForm(r)
	if err != nil {
		return err
	}
	user := web.VisitorOf(r).User
	token, err := s.core.Accounts.ChangePassword(r.Context(), user, proofOf(r, in), in.Text("password"), in.Text("again"), web.BrowserName(r))
	if err != nil {
		return s.refuseAccount(w, r, err, accountView{Form: "password"})
	}
	s.core.Cookies.SetSession(w, token)
	if err := markChanged(s.core, w, r, user.ID); err != nil {
		return err
	}
	s.core.Security(r, "password-changed", user.ID)
	s.core.SendMail(s.core.TextsFor(r, user), user.Email, "password-changed", "name", user.Name)
	return s.core.DoneNotice(w, r, "/account", "password-changed", struct{}{})
}

// proofOf reads the fields of a form that prove who sends it.
func proofOf(r *http.Request, in web.Form) account.Proof {
	return account.Proof{Password: in.Text("current"), Code: in.Text("code"), Session: web.VisitorOf(r).Token}
}

// noteWrongProof logs that a visitor with a session sent a wrong password or code.
func noteWrongProof(s *web.Server, r *http.Request, err error) {
	var refused *failure.Error
	if !errors.As(err, &refused) {
		return
	}
	switch refused.Key {
	case "password-wrong":
		s.Security(r, "password-refused", web.VisitorOf(r).User.ID)
	case "code-wrong":
		s.Security(r, "two-factor-refused", web.VisitorOf(r).User.ID)
	}
}

// becomeBot makes the account a bot, for good.
func (s *handlers) becomeBot(w http.ResponseWriter, r *http.Request) error {
	user, err := s.core.Accounts.Programs.BecomeBot(r.Context(), web.VisitorOf(r).User)
	if err != nil {
		return s.refuseAccount(w, r, err, accountView{Form: "bot"})
	}
	s.core.Security(r, "bot", user.ID)
	return s.core.DoneNotice(w, r, "/account", "bot", struct{}{})
}
