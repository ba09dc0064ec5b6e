// SPDX-License-Identifier: Apache-2.0

package web

import "net/http"

// noticeLife is how long a browser keeps a notice that no page has shown, in
// seconds: long enough for a slow redirect.
const noticeLife = 60

// seeNotice sends a person on to another page of ours, which tells once what has
// just been done. The key of it travels in a cookie: were it in the address, any
// link could make a page say that something was done.
func (s *Server) seeNotice(w http.ResponseWriter, r *http.Request, path, key string) error {
	s.setNotice(w, key, noticeLife)
	return see(w, r, path)
}

// doneNotice answers a form like seeNotice, and a program by JSON.
func (s *Server) doneNotice(w http.ResponseWriter, r *http.Request, path, key string, value any) error {
	if wantsJSON(r) {
		return s.writeJSON(w, http.StatusOK, value)
	}
	return s.seeNotice(w, r, path, key)
}

// noticeCookieName has the prefix that binds it to this host, where it may.
func (s *Server) noticeCookieName() string { return s.cookieName() + "-notice" }

func (s *Server) setNotice(w http.ResponseWriter, key string, life int) {
	http.SetCookie(w, &http.Cookie{
		Name: s.noticeCookieName(), Value: key, Path: "/", MaxAge: life,
		HttpOnly: true, Secure: s.secure, SameSite: http.SameSiteLaxMode,
	})
}

// clearNotice takes away what a page has shown.
func (s *Server) clearNotice(w http.ResponseWriter) { s.setNotice(w, "", -1) }

// noticeOf returns the text of what has just been done, empty for nothing.
func (s *Server) noticeOf(r *http.Request, t *texts) string {
	cookie, err := r.Cookie(s.noticeCookieName())
	if err != nil {
		return ""
	}
	if key := "web.notice." + cookie.Value; t.has(key) {
		return t.Text(key)
	}
	return ""
}
