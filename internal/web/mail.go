// SPDX-License-Identifier: Apache-2.0

package web

import (
	"net/http"

	"cairn/internal/account"
	"cairn/internal/lang"
)

// SendMail sends a message about an account, if the server has mail and the account
// a confirmed address. The key names its subject and its text.
func (s *Server) SendMail(t *Texts, to, key string, args ...any) {
	if s.Mail == nil || to == "" {
		return
	}
	subject := t.Text("web.mail."+key+".subject", args...)
	if !s.Mail(to, subject, t.Text("web.mail."+key+".text", args...)) {
		s.Log.Warn("mail not sent", "mail", key)
	}
}

// TextsFor returns the texts in the language of a user, else in the language of the
// request.
func (s *Server) TextsFor(r *http.Request, user account.User) *Texts {
	return TextsIn(s, user, s.locale(r).code)
}

// TextsIn returns the texts in the language of a user, else in another one. It is for
// mails and notifications, which no request causes.
func TextsIn(s *Server, user account.User, otherwise string) *Texts {
	for _, code := range []string{ParseSettings(user.Settings).Lang, otherwise} {
		if _, ok := lang.Load(code); ok {
			return s.Content.locale(code, "").texts
		}
	}
	return s.Content.locale(Fallback, "").texts
}

// LangOf returns the language of the page that a request came from.
func LangOf(r *http.Request) string {
	if l := VisitorOf(r).locale; l != nil {
		return l.code
	}
	return Fallback
}

// SendsLinks reports whether the server can send links. It needs a configured
// public address: the Host header of a request is not trusted, and a link to a
// wrong host would give the account away.
func (s *Server) SendsLinks() bool { return s.Mail != nil && s.URL != "" }
