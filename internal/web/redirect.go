// SPDX-License-Identifier: Apache-2.0

package web

import (
	"net/http"
	"net/url"
	"strings"
)

// Done answers a form with a redirect, and a program with JSON.
func (s *Server) Done(w http.ResponseWriter, r *http.Request, next string, value any) error {
	if WantsJSON(r) {
		return s.WriteJSON(w, http.StatusOK, value)
	}
	return See(w, r, next)
}

// LocalPath returns next when it is a local page that may follow logging in,
// else another path: a link to the log-in page must not lead to other hosts.
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

// ToLogIn redirects a visitor without a session to the log-in, and back here
// then.
func ToLogIn(w http.ResponseWriter, r *http.Request) error {
	if IsAPI(r) {
		return errNeedToken
	}
	return See(w, r, "/login?"+url.Values{"next": {r.URL.RequestURI()}}.Encode())
}

// PublicURL is an address that other people can use.
func (s *Server) PublicURL(r *http.Request, path string) string {
	if s.URL != "" {
		return s.URL + path
	}
	scheme := "http"
	if s.overTLS(r) {
		scheme = "https"
	}
	return scheme + "://" + r.Host + path
}

// SeeNotice redirects to a page that shows a notice once. The key of the
// notice is in a cookie: if it were in the address, any link could show a
// notice.
func (s *Server) SeeNotice(w http.ResponseWriter, r *http.Request, path, key string) error {
	s.Cookies.set(w, noticeCookie, key, noticeLife)
	return See(w, r, path)
}

// DoneNotice answers a form like SeeNotice, and a program with JSON.
func (s *Server) DoneNotice(w http.ResponseWriter, r *http.Request, path, key string, value any) error {
	if WantsJSON(r) {
		return s.WriteJSON(w, http.StatusOK, value)
	}
	return s.SeeNotice(w, r, path, key)
}

// See redirects to another page after a form was sent.
func See(w http.ResponseWriter, r *http.Request, path string) error {
	http.Redirect(w, r, path, http.StatusSeeOther)
	return nil
}
