// SPDX-License-Identifier: Apache-2.0

package web

import (
	"context"
	"encoding/json"
	"errors"
	"mime"
	"net/http"
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
	data, err := json.Marshal(value)
	if err != nil {
		return err
	}
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
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

// showError answers with a problem: JSON for programs, a page for people, which
// is the form they sent when it was one of too many.
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
