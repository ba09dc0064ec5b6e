// SPDX-License-Identifier: Apache-2.0

package web

import (
	"errors"
	"net/http"
	"strings"

	"cairn/internal/failure"
)

// Security logs an event that matters for security: what happened, to which
// account, and from where. An account is named by its id; names, e-mail
// addresses, passwords and tokens are never logged.
func (s *Server) Security(r *http.Request, event, user string) {
	s.Log.Info("security", "event", event, "user", user, "address", AddressOf(r))
}

// noteRefusal logs requests that were refused by a rate limit, as
// cross-origin, or for missing rights.
func (s *Server) noteRefusal(r *http.Request, err error) {
	var limit *limitError
	var refused *failure.Error
	switch {
	case errors.As(err, &limit):
		s.Security(r, "limited", VisitorOf(r).User.ID)
	case !errors.As(err, &refused):
	case refused.Key == errOrigin.Key:
		s.Security(r, "cross-origin", VisitorOf(r).User.ID)
	case refused.Key == "not-allowed", refused.Key == "not-a-player":
		s.Security(r, "forbidden", VisitorOf(r).User.ID)
	}
}

// maskedPaths begin addresses whose next part is a secret or names a person.
var maskedPaths = []string{"/confirm/", "/reset/", "/setup/", "/player/"}

// maskPath returns a path as it may be logged; queries are never logged.
func maskPath(path string) string {
	for _, prefix := range maskedPaths {
		if strings.HasPrefix(path, prefix) {
			return prefix + "…"
		}
	}
	return path
}
