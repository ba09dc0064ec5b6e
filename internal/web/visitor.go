// SPDX-License-Identifier: Apache-2.0

package web

import (
	"context"
	"net/http"
	"strings"

	"cairn/internal/account"
	"cairn/internal/failure"
	"cairn/internal/fair"
)

// ErrNeedAccount is the error for visitors without an account.
var ErrNeedAccount = &failure.Error{Code: failure.Forbidden, Key: "account-needed"}

// ForMember serves visitors with an account. Guests are redirected to their
// account page, others to the log-in.
func ForMember(h Handler) Handler { return forVisitor(Visitor.Member, h) }

// ForKnown serves visitors with a session, guests included.
func ForKnown(h Handler) Handler { return forVisitor(Visitor.Known, h) }

func forVisitor(may func(Visitor) bool, h Handler) Handler {
	return func(w http.ResponseWriter, r *http.Request) error {
		v := VisitorOf(r)
		switch {
		case may(v):
			return h(w, r)
		case r.Method == http.MethodPost || WantsJSON(r):
			return ErrNeedAccount
		case v.Known():
			return See(w, r, "/account")
		}
		return ToLogIn(w, r)
	}
}

// ForStaff serves moderators and administrators. What each may do is decided
// by the account service.
func ForStaff(h Handler) Handler {
	return ForMember(func(w http.ResponseWriter, r *http.Request) error {
		if VisitorOf(r).User.Role == account.Player {
			return failure.New(failure.Forbidden, "not-allowed")
		}
		return h(w, r)
	})
}

// Visitor is who sent a request.
type Visitor struct {
	User     account.User // zero without a session
	Token    string       // of the session; empty without one
	Settings Settings
	locale   *locale
}

// Known reports whether the visitor has a session, as a guest or with an
// account.
func (v Visitor) Known() bool { return v.User.ID != "" }

// Member reports whether the visitor has an account.
func (v Visitor) Member() bool { return v.Known() && !v.User.Guest }

type visitorKey struct{}

// VisitorOf returns the visitor of a request.
func VisitorOf(r *http.Request) Visitor {
	v, _ := r.Context().Value(visitorKey{}).(Visitor)
	return v
}

// withVisitor finds the visitor of a request, and answers for a handler that
// returns an error.
func (s *Server) withVisitor(h Handler) http.Handler { return s.withVisitorBy(s.Authenticate, h) }

// withVisitorBy is withVisitor with another way to find the visitor.
func (s *Server) withVisitorBy(find func(*http.Request) (Visitor, error), h Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		v, err := find(r)
		if err == nil {
			v.Settings = s.Cookies.settingsOf(r, v)
			v.locale = s.Content.choose(r, v.Settings)
			from := OriginOf(r)
			ctx := fair.With(r.Context(), fair.Client{Person: v.User.ID, Address: from.Address, Network: from.Network})
			r = r.WithContext(context.WithValue(ctx, visitorKey{}, v))
			err = h(w, r)
		}
		if err != nil {
			s.noteRefusal(r, err)
			s.fail(w, r, err)
		}
	})
}

// Authenticate returns the visitor of a request, who is zero without a valid
// session.
func (s *Server) Authenticate(r *http.Request) (Visitor, error) {
	return visitorBy(s, r, s.Accounts.Authenticate)
}

// recognise is Authenticate whose user may be seconds old, except for forms: their
// answer is a page, which shows more of the user.
func (s *Server) recognise(r *http.Request) (Visitor, error) {
	if !SendsJSON(r) {
		return s.Authenticate(r)
	}
	return visitorBy(s, r, s.Accounts.Recognise)
}

func visitorBy(s *Server, r *http.Request, find func(context.Context, string) (account.User, error)) (Visitor, error) {
	token, has := s.Cookies.find(r, sessionCookie)
	if !has {
		return Visitor{}, nil
	}
	user, err := find(r.Context(), token)
	if failure.CodeOf(err) == failure.NotFound {
		return Visitor{}, nil // expired, or of a banned user
	}
	if user.Scopes != 0 {
		return Visitor{}, err // a personal token is not valid in a cookie
	}
	return Visitor{User: user, Token: token}, err
}

// ReplaceSession gives a browser another session and ends the one before.
func (s *Server) ReplaceSession(w http.ResponseWriter, r *http.Request, token string) {
	s.Cookies.SetSession(w, token)
	if before := VisitorOf(r).Token; before != "" {
		if err := s.Accounts.LogOut(r.Context(), before); err != nil {
			s.Log.Error("end session", "err", err) // it expires later
		}
	}
}

// Player returns the visitor, who becomes a guest when there is no session
// yet.
func (s *Server) Player(w http.ResponseWriter, r *http.Request) (account.User, error) {
	if v := VisitorOf(r); v.Known() {
		return v.User, nil
	}
	if err := s.Limits.Guest.Count(r.Context(), OriginOf(r).Keys("")); err != nil {
		return account.User{}, err
	}
	user, token, err := s.Accounts.Guest(r.Context(), BrowserName(r))
	if err == nil {
		s.Cookies.SetSession(w, token)
	}
	return user, err
}

// Browsers and systems by their words in the header, the most specific first:
// many browsers also name others.
var (
	browsers = [][2]string{
		{"Edg", "Edge"},
		{"OPR", "Opera"},
		{"Vivaldi", "Vivaldi"},
		{"SamsungBrowser", "Samsung"},
		{"Firefox", "Firefox"},
		{"FxiOS", "Firefox"},
		{"CriOS", "Chrome"},
		{"Chromium", "Chromium"},
		{"Chrome", "Chrome"},
		{"Safari", "Safari"},
		{"curl", "curl"},
	}
	systems = [][2]string{
		{"Android", "Android"}, {"iPhone", "iPhone"}, {"iPad", "iPad"}, {"Windows", "Windows"}, {"Mac OS X", "macOS"}, {"CrOS", "ChromeOS"}, {"Linux", "Linux"},
	}
)

// BrowserName names the browser and system of a request, so that users
// recognise their sessions. Nothing else of the header is kept, as it could
// identify a person.
func BrowserName(r *http.Request) string {
	header := r.UserAgent()
	return strings.Trim(named(header, browsers)+" · "+named(header, systems), " ·")
}

func named(header string, names [][2]string) string {
	for _, name := range names {
		if strings.Contains(header, name[0]) {
			return name[1]
		}
	}
	return ""
}
