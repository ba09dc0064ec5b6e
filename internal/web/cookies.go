// SPDX-License-Identifier: Apache-2.0

package web

import (
	"cmp"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"cairn/internal/account"
)

// Kinds of cookies.
const (
	sessionCookie  = ""
	settingsCookie = "-settings"
	noticeCookie   = "-notice"
	deviceCookie   = "-device"
	loginCookie    = "-login"
	lessonCookie   = "-lesson"
)

// How long a browser keeps cookies.
const (
	cookieLife = 180 * 24 * time.Hour // a session may end sooner in the store
	loginLife  = 10 * time.Minute     // of the secret of a log-in that has begun
	noticeLife = time.Minute          // of a notice that no page has shown
)

// maxMarks is how many accounts of one browser are remembered, the last ones.
const maxMarks = 4

// Cookies reads and sets the cookies of the site.
type Cookies struct {
	secure bool // served over TLS
}

// name returns the name of a cookie, with the prefix that binds it to this host where
// the browser allows it.
func (c Cookies) name(kind string) string {
	if c.secure {
		return "__Host-cairn" + kind
	}
	return "cairn" + kind
}

// find returns the value of a cookie, and whether the browser has it.
func (c Cookies) find(r *http.Request, kind string) (string, bool) {
	cookie, err := r.Cookie(c.name(kind))
	if err != nil {
		return "", false
	}
	return cookie.Value, true
}

// set sets a cookie; an empty value removes it.
func (c Cookies) set(w http.ResponseWriter, kind, value string, life time.Duration) {
	cookie := &http.Cookie{
		Name: c.name(kind), Value: value, Path: "/", MaxAge: int(life.Seconds()),
		HttpOnly: true, Secure: c.secure, SameSite: http.SameSiteLaxMode,
	}
	if value == "" {
		cookie.MaxAge = -1
	}
	http.SetCookie(w, cookie)
}

// SetSession gives the browser a session; an empty token removes it.
func (c Cookies) SetSession(w http.ResponseWriter, token string) {
	c.set(w, sessionCookie, token, cookieLife)
}

// SetLogIn gives the browser the secret of a log-in that has begun; an empty one
// removes it.
func (c Cookies) SetLogIn(w http.ResponseWriter, secret string) {
	c.set(w, loginCookie, secret, loginLife)
}

// LogIn returns the secret of the log-in that a browser has begun, empty without
// one.
func (c Cookies) LogIn(r *http.Request) string {
	secret, _ := c.find(r, loginCookie)
	return secret
}

// SetLesson keeps the step of a lesson that the visitor has opened last.
func (c Cookies) SetLesson(w http.ResponseWriter, game string, step int) {
	c.set(w, lessonCookie, game+"."+strconv.Itoa(step), cookieLife)
}

// Lesson returns the lesson that the visitor has opened last, and its step; empty
// without one.
func (c Cookies) Lesson(r *http.Request) (game string, step int) {
	value, _ := c.find(r, lessonCookie)
	game, at, _ := strings.Cut(value, ".")
	step, _ = strconv.Atoi(at)
	return game, step
}

// SetSettings keeps settings in the browser.
func (c Cookies) SetSettings(w http.ResponseWriter, chosen Settings) {
	c.set(w, settingsCookie, url.QueryEscape(chosen.String()), cookieLife)
}

// Settings returns the settings that the browser keeps, and whether it keeps any.
func (c Cookies) Settings(r *http.Request) (Settings, bool) {
	value, kept := c.find(r, settingsCookie)
	text, _ := url.QueryUnescape(value)
	return ParseSettings(text), kept
}

// settingsOf returns the settings of a visitor: of the account or guest, else of the
// browser.
func (c Cookies) settingsOf(r *http.Request, v Visitor) Settings {
	if v.User.Settings != "" {
		return ParseSettings(v.User.Settings)
	}
	settings, _ := c.Settings(r)
	return settings
}

// Marks returns the marks of the accounts that a browser has logged in to.
func (c Cookies) Marks(r *http.Request) []string {
	value, marked := c.find(r, deviceCookie)
	if !marked {
		return nil
	}
	marks := strings.Split(value, ".")
	return marks[:min(len(marks), maxMarks)]
}

// UnmarkDevice forgets in a browser that a user has logged in.
func UnmarkDevice(s *Server, w http.ResponseWriter, r *http.Request, user account.User) {
	_, marks := s.marks(r, user)
	s.Cookies.set(w, deviceCookie, strings.Join(marks, "."), cookieLife)
}

// marks returns the mark of a user in a browser, empty without one, and the other marks.
func (s *Server) marks(r *http.Request, user account.User) (mine string, others []string) {
	marks := s.Cookies.Marks(r)
	mine = s.Accounts.Attempts.Of(user, marks).Device
	return mine, slices.DeleteFunc(marks, func(mark string) bool { return mark == mine })
}

// MarkDevice remembers in a browser that its user has logged in. The mark stays
// when the user logs out.
func MarkDevice(s *Server, w http.ResponseWriter, r *http.Request, user account.User) {
	mine, others := s.marks(r, user)
	marks := append([]string{cmp.Or(mine, user.NewMark())}, others...)
	s.Cookies.set(w, deviceCookie, strings.Join(marks[:min(len(marks), maxMarks)], "."), cookieLife)
}

// notice returns the text of the notice to show, empty for none.
func (c Cookies) notice(r *http.Request, t *Texts) string {
	value, _ := c.find(r, noticeCookie)
	if key := "web.notice." + value; t.Has(key) {
		return t.Text(key)
	}
	return ""
}
