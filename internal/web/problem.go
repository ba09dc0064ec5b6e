// SPDX-License-Identifier: Apache-2.0

package web

import (
	"errors"
	"net/http"

	"cairn/game"
	"cairn/internal/failure"
	"cairn/match"
	"cairn/record"
)

// The refusals that are the pages' own.
var (
	errNoPage   = &failure.Error{Code: failure.NotFound, Key: "no-page"}
	errNoPlayer = &failure.Error{Code: failure.NotFound, Key: "no-player"}
	errMethod   = &failure.Error{Code: failure.Invalid, Key: "method"}
	errOrigin   = &failure.Error{Code: failure.Forbidden, Key: "origin"}
	errRequest  = &failure.Error{Code: failure.Invalid, Key: "request"}
)

// problem is an error as a person or a program is told of it.
type problem struct {
	Status int               `json:"-"`
	Code   failure.Code      `json:"code"`
	Key    string            `json:"key"`
	Text   string            `json:"text"`
	Fields map[string]string `json:"fields,omitempty"` // field → text
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
	failure.Internal:    http.StatusInternalServerError,
}

// problem says what an error means to whoever caused it.
func (t *texts) problem(err error) *problem {
	p := &problem{Code: failure.CodeOf(err)}
	var (
		illegal *game.Illegal
		refused *match.Error
		fault   *record.Fault
		large   *http.MaxBytesError
		known   *failure.Error
		limit   *limitError
	)
	switch {
	case errors.As(err, &limit):
		p.Key, p.Text = errLimited.Key, t.Count("web.error.limited", limit.seconds())
	case errors.As(err, &fault), errors.Is(err, record.ErrTooLarge):
		p.Code, p.Key, p.Text = failure.Invalid, "record", t.Text("web.error.record", "fault", err.Error())
	case errors.As(err, &illegal):
		p.Code, p.Key, p.Text = failure.Illegal, illegal.Why.String(), t.Why(illegal)
	case errors.As(err, &known): // says more than what caused it
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
	}
	return p
}

// refusal is the text of an error of the platform: its own, else that of its
// code.
func (t *texts) refusal(e *failure.Error) string {
	if key := "web.error." + e.Key; t.has(key) {
		return t.Text(key)
	}
	return t.Text("web.error.code." + string(e.Code))
}

// fields are the texts that belong to the fields of a form.
func (t *texts) fields(e *failure.Error) map[string]string {
	if len(e.Fields) == 0 {
		return nil
	}
	fields := map[string]string{}
	for name, key := range e.Fields {
		fields[name] = t.Text("web.field." + key)
	}
	return fields
}
