// SPDX-License-Identifier: Apache-2.0

package web

import (
	"context"
	"encoding/json"
	"errors"
	"mime"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"cairn/internal/failure"
)

// HideAddress keeps browsers from sending the address of a page, which holds a
// secret, to other pages.
func HideAddress(w http.ResponseWriter) { w.Header().Set("Referrer-Policy", "no-referrer") }

// WantsJSON reports whether the client is a program: it sends JSON or accepts
// it.
func WantsJSON(r *http.Request) bool {
	return SendsJSON(r) || IsAPI(r) || strings.Contains(r.Header.Get("Accept"), "application/json")
}

// SendsJSON reports whether the body is JSON, as all bodies sent to the API are.
func SendsJSON(r *http.Request) bool {
	const want = "application/json"
	header := r.Header.Get("Content-Type")
	if header == want || IsAPI(r) {
		return true
	}
	kind, _, err := mime.ParseMediaType(header)
	return err == nil && kind == want
}

// Refusal is the JSON answer to a request that failed.
type Refusal struct {
	Error *Problem `json:"error"`
	State any      `json:"state,omitempty"` // of the match, for a program that is behind
}

// WriteJSON answers with JSON.
func (s *Server) WriteJSON(w http.ResponseWriter, status int, value any) error {
	return writeJSON(w, status, "application/json; charset=utf-8", value)
}

func writeJSON(w http.ResponseWriter, status int, mediaType string, value any) error {
	data, err := json.Marshal(value)
	if err != nil {
		return err
	}
	w.Header().Set("Content-Type", mediaType)
	w.WriteHeader(status)
	_, _ = w.Write(append(data, '\n')) // the client may be gone
	return nil
}

// Problem describes an error, and logs errors of the server.
func (s *Server) Problem(r *http.Request, err error) *Problem {
	p := s.Texts(r).Problem(err)
	switch p.Code {
	case failure.Internal, failure.Unavailable, failure.Unknown:
		s.Log.Error("answer", "method", r.Method, "path", loggedPath(r), "err", err)
	}
	return p
}

// unavailableRetry is when to try again, in seconds, while nothing can be saved.
const unavailableRetry = 5

// Gone reports whether a request failed since its client is gone: there is nothing to
// report, and no one to answer.
func Gone(r *http.Request, err error) bool {
	return errors.Is(err, context.Canceled) && r.Context().Err() != nil
}

// fail answers for a handler that returned an error: JSON for programs, a page
// for people.
func (s *Server) fail(w http.ResponseWriter, r *http.Request, err error) {
	if Gone(r, err) {
		w.WriteHeader(http.StatusServiceUnavailable)
		return
	}
	p := s.Problem(r, err)
	seconds := retrySeconds(err)
	if seconds == 0 && p.Status == http.StatusServiceUnavailable {
		seconds = unavailableRetry
	}
	if seconds > 0 {
		w.Header().Set("Retry-After", strconv.Itoa(seconds))
	}
	if err := s.showError(w, r, p); err != nil {
		s.Log.Error("answer", "path", loggedPath(r), "err", err)
		http.Error(w, p.Text, http.StatusInternalServerError)
	}
}

// showError answers with a problem: JSON for programs, a page for people. A form that a
// rate limit refused is shown again.
func (s *Server) showError(w http.ResponseWriter, r *http.Request, p *Problem) error {
	if WantsJSON(r) {
		return s.Refuse(w, r, p, nil)
	}
	if p.Code == failure.Limited {
		if again := s.router.forms[r.Pattern]; again != nil {
			if in, err := ReadForm(r); err == nil {
				return again(w, r, in, p)
			}
		}
	}
	return s.showProblem(w, r, p)
}

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
