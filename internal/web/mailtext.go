// SPDX-License-Identifier: Apache-2.0

package web

import (
	"net/http"

	"cairn/internal/account"
	"cairn/internal/lang"
)

// letter sends a letter about an account, if the server has mail. The key names
// its subject and its text in the catalogue.
func (s *Server) letter(t *texts, to, key string, args ...any) {
	if s.mail == nil {
		return
	}
	subject := t.Text("web.mail."+key+".subject", args...)
	if !s.mail(to, subject, t.Text("web.mail."+key+".text", args...)) {
		s.log.Warn("letter not sent", "letter", key)
	}
}

// textsFor returns the texts in the language somebody chose, else in that of the
// request which is about them.
func (s *Server) textsFor(r *http.Request, user account.User) *texts {
	chosen := parseSettings(user.Settings).Lang
	if _, ok := lang.Load(chosen); !ok {
		return s.texts(r)
	}
	return findLocale(chosen, "").texts
}
