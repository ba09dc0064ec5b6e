// SPDX-License-Identifier: Apache-2.0

package client

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// Error is a refusal of the server. The request had no effect.
type Error struct {
	Status int               `json:"status"` // of HTTP
	Code   string            `json:"code"`   // "stale", "illegal" and so on; empty if the answer has none
	Key    string            `json:"key"`    // the reason, such as "not-your-turn"
	Text   string            `json:"detail"` // for people
	Fields map[string]string `json:"fields"` // a text for each wrong field
	State  *State            `json:"state"`  // of the match, if a command came too late; else nil
	Retry  time.Duration     `json:"-"`      // when to try again; 0 if unknown
}

// byProxy reports whether a proxy has answered instead of the server, which may have
// executed the request.
func (e *Error) byProxy() bool { return e.Status >= http.StatusBadGateway && e.Code == "" }

// Error implements error.
func (e *Error) Error() string {
	text := fmt.Sprintf("%s (status %d", e.Text, e.Status)
	if e.Code != "" {
		text += ", " + strings.Trim(e.Code+" "+e.Key, " ")
	}
	text += ")"
	for field, why := range e.Fields {
		text += "; " + field + ": " + why
	}
	return text
}

// Late reports whether another command came first. This one had no effect, and the
// stream has the newer state.
func (e *Error) Late() bool { return e.Code == "stale" || e.Code == "over" }

// IsStatus reports whether err is an answer of the server with a status of HTTP.
func IsStatus(err error, status int) bool {
	refused, ok := errors.AsType[*Error](err)
	return ok && refused.Status == status
}

// refusal reads an answer that is not a success.
func refusal(response *http.Response, body []byte) *Error {
	e := &Error{}
	if json.Unmarshal(body, e) != nil || e.Code == "" {
		e = &Error{} // not by the server itself
	}
	e.Status = response.StatusCode
	e.Text = cmp.Or(e.Text, http.StatusText(e.Status))
	if seconds, err := strconv.Atoi(response.Header.Get("Retry-After")); err == nil {
		e.Retry = time.Duration(seconds) * time.Second
	}
	return e
}

// needsToken reports whether the server refuses a request without a user.
func needsToken(err error) bool {
	refused, ok := errors.AsType[*Error](err)
	return ok && refused.Key == "token-needed"
}
