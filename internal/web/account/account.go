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

// accountView is the visitor's account, with forms to change it. Passwords are never
// shown again.
type accountView struct {
	web.Page
	User       account.User
	SendsLinks bool // by mail
	Tally      listing.Tally
	MayBeBot   bool // it has played nothing yet
	proofFields
	Passkeys bool     // the site has them
	Provider string   // name of the OpenID Connect provider; empty without one
	Linked   bool     // to it
	Profile  string   // address of the public profile; of no use to guests
	Formats  []string // in which games can be had
	NewName  string   // as typed
	NewEmail string
}

func (s *handlers) showAccount(w http.ResponseWriter, r *http.Request) error {
	if web.WantsJSON(r) {
		user := web.VisitorOf(r).User
		return s.core.WriteJSON(w, http.StatusOK, accountState{user.Name, user.Guest, user.Bot, string(user.Role), user.Scopes.Names(), user.Created.UnixMilli()})
	}
	return s.renderAccount(w, r, accountView{}, nil)
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

func (s *handlers) renderAccount(w http.ResponseWriter, r *http.Request, v accountView, p *web.Problem) error {
	user := web.VisitorOf(r).User
	scores, err := s.core.Live.Ratings.Scores(r.Context(), user.ID)
	if err != nil {
		return err
	}
	v.Page = s.passwordPage(r, "web.account.title", p)
	v.Narrow, v.User, v.SendsLinks, v.Tally = false, user, s.core.SendsLinks(), listing.TallyOf(scores)
	v.MayBeBot = !user.Guest && !user.Bot && len(scores) == 0
	v.Profile, v.Formats = listing.PlayerPath(user.Name), listing.Extensions()
	v.proofFields, v.Passkeys = s.proofFields(r), s.core.Passkeys != nil
	if s.core.OpenID != nil && !user.Guest {
		v.Provider = s.core.OpenID.Name
		if v.Linked, err = s.core.OpenID.Linked(r.Context(), user); err != nil {
			return err
		}
	}
	return s.core.RenderForm(w, "account", &v)
}

// refuseAccount shows the account with the form that was refused.
func (s *handlers) refuseAccount(w http.ResponseWriter, r *http.Request, err error, form string, v accountView) error {
	return s.refuse(r, err, func(p *web.Problem) error {
		p.Form = form
		return s.renderAccount(w, r, v, p)
	})
}

// refuse shows a form again that needs a proof, and logs a wrong password or code.
func (s *handlers) refuse(r *http.Request, err error, show func(*web.Problem) error, more ...failure.Code) error {
	s.noteWrongProof(r, err)
	return s.core.ShowRefused(r, err, show, append(more, failure.Invalid, failure.Forbidden)...)
}

func (s *handlers) changeName(w http.ResponseWriter, r *http.Request, in web.Form) error {
	user, err := s.core.Accounts.ChangeName(r.Context(), web.VisitorOf(r).User, proofOf(r, in), in.Text("name"))
	if err != nil {
		return s.refuseAccount(w, r, err, "name", accountView{NewName: in.Text("name")})
	}
	s.core.Security(r, "name-changed", user.ID)
	return s.core.DoneNotice(w, r, "/account", "name-changed", map[string]string{"name": user.Name})
}

// changePassword ends all sessions and gives this browser a new one.
func (s *handlers) changePassword(w http.ResponseWriter, r *http.Request, in web.Form) error {
	user := web.VisitorOf(r).User
	token, err := s.core.Accounts.ChangePassword(r.Context(), user, proofOf(r, in), in.Text("password"), web.BrowserName(r))
	if err != nil {
		return s.refuseAccount(w, r, err, "password", accountView{})
	}
	s.core.Cookies.SetSession(w, token)
	if err := s.markChanged(w, r, user.ID); err != nil {
		return err
	}
	s.announce(r, user, "password-changed")
	return s.core.DoneNotice(w, r, "/account", "password-changed", struct{}{})
}

// announce logs a change of an account and mails it to the user. The event names both texts of
// the mail, which has the name of the user and args.
func (s *handlers) announce(r *http.Request, user account.User, event string, args ...any) {
	s.core.Security(r, event, user.ID)
	s.mail(r, user, event, args...)
}

// mail sends a user a mail with the user's name and args.
func (s *handlers) mail(r *http.Request, user account.User, key string, args ...any) {
	s.core.SendMail(s.core.TextsFor(r, user), user.Email, key, append([]any{"name", user.Name}, args...)...)
}

// proofFields are the fields of a form that prove who sends it, see account.Proof.
type proofFields struct{ AsksPassword, AsksCode bool }

func (s *handlers) proofFields(r *http.Request) proofFields {
	u := web.VisitorOf(r).User
	return proofFields{u.Password != "", u.NeedsCode(s.core.Now())}
}

// addFields is proofFields for a token or an SSH key.
func (s *handlers) addFields(r *http.Request) proofFields {
	u := web.VisitorOf(r).User
	return proofFields{u.Password != "", u.NeedsCodeToAdd(s.core.Now())}
}

// proofOf reads the fields of a form that prove who sends it.
func proofOf(r *http.Request, in web.Form) account.Proof {
	return account.Proof{Password: in.Text("current"), Code: in.Text("code"), Session: web.VisitorOf(r).Token}
}

// noteWrongProof logs that a visitor with a session sent a wrong password or code.
func (s *handlers) noteWrongProof(r *http.Request, err error) {
	events := map[string]string{"password-wrong": "password-refused", "code-wrong": "two-factor-refused"}
	if refused, ok := errors.AsType[*failure.Error](err); ok && events[refused.Key] != "" {
		s.core.Security(r, events[refused.Key], web.VisitorOf(r).User.ID)
	}
}

// becomeBot makes the account a bot, for good.
func (s *handlers) becomeBot(w http.ResponseWriter, r *http.Request) error {
	user, err := s.core.Accounts.Programs.BecomeBot(r.Context(), web.VisitorOf(r).User)
	if err != nil {
		return s.refuseAccount(w, r, err, "bot", accountView{})
	}
	s.core.Security(r, "bot", user.ID)
	return s.core.DoneNotice(w, r, "/account", "bot", struct{}{})
}

// deleteView explains the deletion of an account, and asks for confirmation.
type deleteView struct {
	web.Page
	Typed string // the name, typed to be sure
	proofFields
}

func (s *handlers) showDelete(w http.ResponseWriter, r *http.Request) error {
	return s.renderDelete(w, r, "", nil)
}

func (s *handlers) renderDelete(w http.ResponseWriter, r *http.Request, typed string, p *web.Problem) error {
	return s.core.RenderForm(w, "delete", &deleteView{s.core.FormPage(r, "web.delete.title", p), typed, s.proofFields(r)})
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
	if account.FoldLogin(in.Text("name")) != account.FoldLogin(user.Name) {
		err = failure.Form(map[string]string{"name": "name-differs"})
	} else {
		err = s.core.Accounts.DeleteAccount(r.Context(), user, proofOf(r, in))
	}
	if err != nil {
		return s.refuse(r, err, func(p *web.Problem) error { return s.renderDelete(w, r, in.Text("name"), p) })
	}
	s.core.Cookies.SetSession(w, "")
	web.UnmarkDevice(s.core, w, r, user)
	s.core.Security(r, "account-deleted", user.ID)
	return s.core.DoneNotice(w, r, "/", "account-deleted", struct{}{})
}
