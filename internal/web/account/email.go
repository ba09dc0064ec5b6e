// SPDX-License-Identifier: Apache-2.0

package account

import (
	"net/http"

	"cairn/internal/account"
	"cairn/internal/web"
)

// changeEmail notifies the old address, in case the account was taken over. The
// new one is used when its owner has confirmed it.
func (s *handlers) changeEmail(w http.ResponseWriter, r *http.Request, in web.Form) error {
	user, err := s.core.Accounts.ChangeEmail(r.Context(), web.VisitorOf(r).User, proofOf(r, in), in.Text("email"))
	if err != nil {
		return s.refuseAccount(w, r, err, "email", accountView{NewEmail: in.Text("email")})
	}
	s.core.Security(r, "email-asked", user.ID)
	notice := "email-changed" // in its letter case
	if user.Unconfirmed != "" {
		s.mail(r, user, "email-asked")
		s.askConfirm(r, user)
		notice = "email-unconfirmed"
		if s.core.SendsLinks() {
			notice = "confirm-sent"
		}
	}
	return s.core.DoneNotice(w, r, "/account", notice, map[string]string{"email": user.Email, "unconfirmed": user.Unconfirmed})
}

// askConfirm mails a link that confirms the address of a user, after the answer. If
// another account has the address, its owner gets a mail instead: the visitor sees
// no difference. Strangers cannot flood a mailbox.
func (s *handlers) askConfirm(r *http.Request, user account.User) {
	if !s.core.SendsLinks() || s.core.Limits.Reset.Allow(r.Context(), "to "+account.FoldLogin(user.Unconfirmed)) != nil {
		return
	}
	err := s.core.Accounts.Emails.Request(r.Context(), user, func(m account.ConfirmMail) {
		t := s.core.TextsFor(r, m.User)
		if m.Secret == "" {
			s.core.SendMail(t, m.To, "email-known", "name", m.User.Name, "login", s.core.PublicURL(r, "/login"))
			return
		}
		s.core.SendMail(t, m.To, "confirm", "name", m.User.Name, "link", s.core.PublicURL(r, "/confirm/"+m.Secret))
	})
	if err != nil {
		s.core.Log.Warn("link to confirm an address not made", "user", user.ID, "err", err)
	}
}

// sendConfirm mails the link again.
func (s *handlers) sendConfirm(w http.ResponseWriter, r *http.Request) error {
	user := web.VisitorOf(r).User
	if user.Unconfirmed == "" || !s.core.SendsLinks() {
		return s.core.Done(w, r, "/account", struct{}{})
	}
	s.askConfirm(r, user)
	return s.core.DoneNotice(w, r, "/account", "confirm-sent", struct{}{})
}

// confirmView asks whether an address belongs to an account. The link itself
// changes nothing, as some mail programs open links before people do.
type confirmView struct {
	web.Page
	Token string
	Email string
	Of    string // name of the account
}

func (s *handlers) showConfirm(w http.ResponseWriter, r *http.Request) error {
	web.HideAddress(w)
	token := r.PathValue("token")
	user, err := s.core.Accounts.Emails.Check(r.Context(), token)
	if err != nil {
		return err
	}
	v := confirmView{Page: s.core.FormPage(r, "web.confirm.title", nil), Token: token, Email: user.Unconfirmed, Of: user.Name}
	v.Here = "/"
	return s.core.RenderForm(w, "confirm", &v)
}

// confirmEmail does not log in: the reader of the mail may not know the password.
func (s *handlers) confirmEmail(w http.ResponseWriter, r *http.Request) error {
	web.HideAddress(w)
	before, after, err := s.core.Accounts.Emails.Confirm(r.Context(), r.PathValue("token"))
	if err != nil {
		return err
	}
	s.core.Security(r, "email-confirmed", after.ID)
	s.core.SendMail(s.core.TextsFor(r, after), before.Email, "email-changed", "name", after.Name)
	return s.core.DoneNotice(w, r, "/account", "email-confirmed", map[string]string{"email": after.Email})
}
