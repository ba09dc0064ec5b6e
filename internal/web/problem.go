// SPDX-License-Identifier: Apache-2.0

package web

import (
	"errors"
	"net/http"

	"cairn/game"
	"cairn/internal/failure"
	"cairn/internal/live/computer"
	"cairn/match"
	"cairn/record"
)

// Errors of the pages themselves.
var (
	ErrNoPage   = &failure.Error{Code: failure.NotFound, Key: "no-page"}
	ErrNoPlayer = &failure.Error{Code: failure.NotFound, Key: "no-player"}
	errMethod   = &failure.Error{Code: failure.Invalid, Key: "method"}
	errOrigin   = &failure.Error{Code: failure.Forbidden, Key: "origin"}
	errRequest  = &failure.Error{Code: failure.Invalid, Key: "request"}
)

// Problem is an error as it is shown to a person or a program.
type Problem struct {
	Status int               `json:"-"`
	Code   failure.Code      `json:"code"`
	Key    string            `json:"key"`
	Text   string            `json:"text"`
	Fields map[string]string `json:"fields,omitempty"` // field → text
	Form   string            `json:"-"`                // the refused form, on a page with several
}

// statuses are the codes in HTTP.
var statuses = map[failure.Code]int{
	failure.Invalid:     http.StatusBadRequest,
	failure.Forbidden:   http.StatusForbidden,
	failure.NotFound:    http.StatusNotFound,
	failure.Stale:       http.StatusConflict,
	failure.Over:        http.StatusConflict,
	failure.Illegal:     http.StatusUnprocessableEntity,
	failure.Limited:     http.StatusTooManyRequests,
	failure.Unavailable: http.StatusServiceUnavailable,
	failure.Unknown:     http.StatusServiceUnavailable,
	failure.Internal:    http.StatusInternalServerError,
}

// Problem describes an error to the client that caused it.
func (t *Texts) Problem(err error) *Problem {
	p := &Problem{Code: failure.CodeOf(err)}
	var (
		illegal *game.Illegal
		refused *match.Error
		fault   *record.Fault
		large   *http.MaxBytesError
		known   *failure.Error
	)
	switch {
	case errors.As(err, &fault), errors.Is(err, record.ErrTooLarge):
		p.Code, p.Key, p.Text = failure.Invalid, "record", t.Text("web.error.record", "fault", err.Error())
	case errors.As(err, &illegal):
		p.Code, p.Key, p.Text = failure.Illegal, illegal.Why.String(), t.Why(illegal)
	case errors.As(err, &known): // more specific than the error it wraps
		p.Key, p.Text, p.Fields = known.Key, t.refusal(known), t.fields(known)
	case errors.As(err, &refused):
		p.Key, p.Text = string(refused.Why), t.Text("refused."+string(refused.Why))
	case errors.As(err, &large):
		p.Code, p.Key, p.Text = failure.Invalid, "too-large", t.Text("web.error.too-large")
	default:
		p.Key, p.Text = "internal", t.Text("web.error.internal")
	}
	p.Status = statuses[p.Code]
	switch {
	case p.Key == "too-large":
		p.Status = http.StatusRequestEntityTooLarge
	case err == error(errMethod):
		p.Status = http.StatusMethodNotAllowed
	case err == error(errToken), err == error(errNeedToken):
		p.Status = http.StatusUnauthorized
	}
	return p
}

// refusal is the text of an error by its key, else by its code. Where it is known
// when to try again, the text says so.
func (t *Texts) refusal(e *failure.Error) string {
	if e.Retry > 0 {
		return t.Count("web.error."+e.Key, retrySeconds(e))
	}
	if key := "web.error." + e.Key; t.Has(key) {
		return t.Text(key)
	}
	return t.Text("web.error.code." + string(e.Code))
}

// fields are the texts of the fields of a form that are wrong.
func (t *Texts) fields(e *failure.Error) map[string]string {
	if len(e.Fields) == 0 {
		return nil
	}
	fields := map[string]string{}
	for name, key := range e.Fields {
		fields[name] = t.Text("web.field." + key)
	}
	return fields
}

// ProblemView is the page of an error, with advice.
type ProblemView struct {
	Page
	Help  string
	LogIn bool   // logging in may help
	Match string // id of a match that was not found; empty for other pages
}

func (s *Server) showProblem(w http.ResponseWriter, r *http.Request, p *Problem) error {
	v := ProblemView{
		Page:  s.FormPage(r, "web.problem.title", p),
		LogIn: p.Status == http.StatusForbidden && !VisitorOf(r).Member() && !refusedToAll(p),
	}
	if key := helpFor(r, p); key != "" {
		v.Help = s.Texts(r).Text("web.problem.help." + key)
	}
	return s.RenderForm(w, "problem", &v)
}

// helpFor returns the key of the advice for an error, empty where the error needs none.
// Logging in helps only visitors without a session.
func helpFor(r *http.Request, p *Problem) string {
	switch {
	case p.Code != failure.Forbidden || !VisitorOf(r).Known() && !refusedToAll(p):
		return string(p.Code)
	case r.Method == http.MethodGet: // it would have changed nothing
		return ""
	}
	return "refused"
}

// refusedToAll reports whether the refusal applies to every visitor.
func refusedToAll(p *Problem) bool {
	return p.Key == errOrigin.Key || p.Key == computer.RunningKey || p.Key == ReviewRunningKey
}

// ReviewRunningKey is the key of the error for the review of a match that is not over.
const ReviewRunningKey = "review-running"
