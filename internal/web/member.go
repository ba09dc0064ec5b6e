// SPDX-License-Identifier: Apache-2.0

package web

import (
	"net/http"
	"slices"
	"time"

	"cairn/internal/account"
	"cairn/internal/failure"
)

var errNeedAccount = &failure.Error{Code: failure.Forbidden, Key: "account-needed"}

// forMember serves those who have an account. Guests learn on their account page
// what one would give them, nobody logs in first.
func forMember(h handler) handler {
	return func(w http.ResponseWriter, r *http.Request) error {
		v := visitorOf(r)
		switch {
		case v.member():
			return h(w, r)
		case r.Method == http.MethodPost || wantsJSON(r):
			return errNeedAccount
		case v.known():
			return see(w, r, "/account")
		}
		return toLogIn(w, r)
	}
}

// forKnown serves guests as well.
func forKnown(h handler) handler {
	return func(w http.ResponseWriter, r *http.Request) error {
		switch {
		case visitorOf(r).known():
			return h(w, r)
		case r.Method == http.MethodPost || wantsJSON(r):
			return errNeedAccount
		}
		return toLogIn(w, r)
	}
}

var errNotAllowed = &failure.Error{Code: failure.Forbidden, Key: "not-allowed"}

// forStaff serves moderators and administrators. What each may do, play decides;
// others need not even be read.
func forStaff(h handler) handler {
	return forMember(func(w http.ResponseWriter, r *http.Request) error {
		if visitorOf(r).user.Role == account.Player {
			return errNotAllowed
		}
		return h(w, r)
	})
}

// onForm reports whether a refusal is shown beside the form that was sent, which
// programs have none of.
func onForm(r *http.Request, err error, codes ...failure.Code) bool {
	return !wantsJSON(r) && slices.Contains(codes, failure.CodeOf(err))
}

// done answers a form by sending its person on, and a program by JSON.
func (s *Server) done(w http.ResponseWriter, r *http.Request, next string, value any) error {
	if wantsJSON(r) {
		return s.writeJSON(w, http.StatusOK, value)
	}
	return see(w, r, next)
}

// day writes a date as everybody reads it, whatever the language.
func day(at time.Time) string { return at.UTC().Format(time.DateOnly) }

// hour writes a time to the hour, which is all that is kept of some.
func hour(at time.Time) string { return at.UTC().Format("2006-01-02 15:00") }
