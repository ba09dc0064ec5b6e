// SPDX-License-Identifier: Apache-2.0

package web

import (
	"net/http"
	"net/url"
	"strings"
	"time"
)

// Done answers a form by sending its person on, and a program by JSON.
func (s *Server) Done(w http.ResponseWriter, r *http.Request, next string, value any) error {
	if WantsJSON(r) {
		return s.WriteJSON(w, http.StatusOK, value)
	}
	return See(w, r, next)
}

// LocalPath returns where to go after logging in when it is a page of ours, else
// another: nobody is sent to foreign hosts by a link to our log-in page.
func LocalPath(next, otherwise string) string {
	u, err := url.Parse(next)
	switch {
	case err != nil, u.IsAbs(), u.Host != "", u.User != nil:
		return otherwise
	case !strings.HasPrefix(next, "/"), strings.HasPrefix(next, "//"), strings.ContainsAny(next, "\\\r\n\t"):
		return otherwise
	case strings.HasPrefix(u.Path, "/login"), strings.HasPrefix(u.Path, "/logout"), strings.HasPrefix(u.Path, "/signup"):
		return otherwise
	}
	return next
}

// ToLogIn sends a visitor without a session to log in, and back here then.
func ToLogIn(w http.ResponseWriter, r *http.Request) error {
	return See(w, r, "/login?"+url.Values{"next": {r.URL.RequestURI()}}.Encode())
}

// PublicURL is an address as other people can use it.
func (s *Server) PublicURL(r *http.Request, path string) string {
	if s.url != "" {
		return s.url + path
	}
	scheme := "http"
	if s.overTLS(r) {
		scheme = "https"
	}
	return scheme + "://" + r.Host + path
}

// noticeLife is how long a browser keeps a notice that no page has shown.
const noticeLife = time.Minute

// SeeNotice sends a person on to another page of ours, which tells once what has
// just been done. The key of it travels in a cookie: were it in the address, any
// link could make a page say that something was done.
func (s *Server) SeeNotice(w http.ResponseWriter, r *http.Request, path, key string) error {
	s.setCookie(w, noticeCookie, key, noticeLife)
	return See(w, r, path)
}

// DoneNotice answers a form like seeNotice, and a program by JSON.
func (s *Server) DoneNotice(w http.ResponseWriter, r *http.Request, path, key string, value any) error {
	if WantsJSON(r) {
		return s.WriteJSON(w, http.StatusOK, value)
	}
	return s.SeeNotice(w, r, path, key)
}

// noticeOf returns the text of what has just been done, empty for nothing.
func (s *Server) noticeOf(r *http.Request, t *Texts) string {
	cookie, err := r.Cookie(s.cookieName(noticeCookie))
	if err != nil {
		return ""
	}
	if key := "web.notice." + cookie.Value; t.Has(key) {
		return t.Text(key)
	}
	return ""
}

// See sends a person on to another page of ours, after something was done.
func See(w http.ResponseWriter, r *http.Request, path string) error {
	http.Redirect(w, r, path, http.StatusSeeOther)
	return nil
}
