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

// wantsJSON reports whether a program asks: one that sends JSON, or prefers it.
func wantsJSON(r *http.Request) bool {
	return sendsJSON(r) || strings.Contains(r.Header.Get("Accept"), "application/json")
}

// sendsJSON reports whether the body is JSON.
func sendsJSON(r *http.Request) bool {
	kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	return err == nil && kind == "application/json"
}

// refusal is the JSON answer to a request that failed.
type refusal struct {
	Error *problem   `json:"error"`
	State *PageState `json:"state,omitempty"` // when the page is behind
}

// writeJSON answers with JSON.
func (s *Server) writeJSON(w http.ResponseWriter, status int, value any) error {
	data, err := json.Marshal(value)
	if err != nil {
		return err
	}
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.WriteHeader(status)
	_, _ = w.Write(append(data, '\n')) // whoever left does not read it
	return nil
}

// problem says what went wrong, and logs what only we can mend.
func (s *Server) problem(r *http.Request, err error) *problem {
	p := s.texts(r).problem(err)
	if p.Key == failure.ErrNoSpace.Key && strings.HasSuffix(r.Pattern, "/move") {
		p.Text = s.texts(r).Text("web.error.no-space.move")
	}
	if p.Code == failure.Internal || p.Code == failure.Unavailable {
		s.log.Error("answer", "method", r.Method, "path", maskPath(r.URL.Path), "err", err)
	}
	return p
}

// fail answers for a handler that could not: JSON for programs, a page for
// people that says what they can do.
func (s *Server) fail(w http.ResponseWriter, r *http.Request, err error) {
	if errors.Is(err, context.Canceled) && r.Context().Err() != nil {
		w.WriteHeader(http.StatusServiceUnavailable) // nobody is there to read it
		return
	}
	p := s.problem(r, err)
	var limit *limitError
	if errors.As(err, &limit) {
		w.Header().Set("Retry-After", strconv.Itoa(limit.seconds()))
	}
	if err := s.tell(w, r, p); err != nil {
		s.log.Error("answer", "path", maskPath(r.URL.Path), "err", err)
		http.Error(w, p.Text, http.StatusInternalServerError)
	}
}

// tell answers with a problem: programs by JSON, people by a page, which is the
// form they sent when that was too often.
func (s *Server) tell(w http.ResponseWriter, r *http.Request, p *problem) error {
	if wantsJSON(r) {
		return s.writeJSON(w, p.Status, refusal{Error: p})
	}
	if p.Key == errLimited.Key {
		if again := s.formOf(r); again != nil {
			return again(w, r, p)
		}
	}
	return s.showProblem(w, r, p)
}

// see sends a person on to another page of ours, after something was done.
func see(w http.ResponseWriter, r *http.Request, path string) error {
	http.Redirect(w, r, path, http.StatusSeeOther)
	return nil
}
