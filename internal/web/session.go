// SPDX-License-Identifier: Apache-2.0

package web

import (
	"context"
	"net/http"
	"time"

	"cairn/internal/account"
	"cairn/internal/failure"
)

// cookieLife is how long a browser keeps the session; the store has the last
// word on how long it is good for.
const cookieLife = 180 * 24 * time.Hour

// visitor is who a request comes from.
type visitor struct {
	user     account.User // zero without a session
	token    string       // of the session; empty without one
	settings settings
	locale   *locale
}

// known reports whether the visitor has a session, as a guest or by account.
func (v visitor) known() bool { return v.user.ID != "" }

// member reports whether the visitor has an account.
func (v visitor) member() bool { return v.known() && !v.user.Guest }

type visitorKey struct{}

// visitorOf returns who a request comes from.
func visitorOf(r *http.Request) visitor {
	v, _ := r.Context().Value(visitorKey{}).(visitor)
	return v
}

// handler serves a request, or says why it cannot.
type handler func(w http.ResponseWriter, r *http.Request) error

// withUser finds out who a request comes from and answers for a handler that
// refuses.
func (s *Server) withUser(h handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		v, err := s.authenticate(r)
		if err == nil {
			v.settings = s.settingsOf(r, v)
			v.locale = chooseLocale(r, v.settings)
			r = r.WithContext(context.WithValue(r.Context(), visitorKey{}, v))
			err = h(w, r)
		}
		if err != nil {
			s.noteRefusal(r, err)
			s.fail(w, r, err)
		}
	})
}

func (s *Server) authenticate(r *http.Request) (visitor, error) {
	cookie, err := r.Cookie(s.cookieName())
	if err != nil {
		return visitor{}, nil
	}
	user, err := s.accounts.Authenticate(r.Context(), cookie.Value)
	if failure.CodeOf(err) == failure.NotFound {
		return visitor{}, nil // it has ended, or its owner is banned: nobody now
	}
	return visitor{user: user, token: cookie.Value}, err
}

// cookieName has the prefix that binds a cookie to this very host, where the
// browser allows it.
func (s *Server) cookieName() string {
	if s.secure {
		return "__Host-cairn"
	}
	return "cairn"
}

// setCookie gives a browser its session; an empty token takes it away.
func (s *Server) setCookie(w http.ResponseWriter, token string) {
	cookie := &http.Cookie{
		Name: s.cookieName(), Value: token, Path: "/", MaxAge: int(cookieLife.Seconds()),
		HttpOnly: true, Secure: s.secure, SameSite: http.SameSiteLaxMode,
	}
	if token == "" {
		cookie.MaxAge = -1
	}
	http.SetCookie(w, cookie)
}

// replaceSession gives a browser another session; the one before ends.
func (s *Server) replaceSession(w http.ResponseWriter, r *http.Request, token string) {
	s.setCookie(w, token)
	if before := visitorOf(r).token; before != "" {
		if err := s.accounts.LogOut(r.Context(), before); err != nil {
			s.log.Error("end session", "err", err) // it ends by itself, later
		}
	}
}

// player returns who plays: the visitor, who becomes a guest at once when
// nobody is known.
func (s *Server) player(w http.ResponseWriter, r *http.Request) (account.User, error) {
	if v := visitorOf(r); v.known() {
		return v.user, nil
	}
	if err := s.limits.guest.allow(addressOf(r)); err != nil {
		return account.User{}, err
	}
	user, token, err := s.accounts.Guest(r.Context(), agentOf(r))
	if err == nil {
		s.setCookie(w, token)
	}
	return user, err
}
