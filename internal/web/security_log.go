// SPDX-License-Identifier: Apache-2.0

package web

import (
	"errors"
	"net/http"
	"slices"
	"strings"

	"cairn/internal/failure"
)

// Security logs an event that matters for security: what happened, to which
// account, and from where. An account is named by its id; names, email
// addresses, passwords and tokens are never logged.
func (s *Server) Security(r *http.Request, event, user string) {
	s.Log.Info("security", "event", event, "user", user, "address", AddressOf(r))
}

// noteRefusal logs requests that were refused by a rate limit, as
// cross-origin, or for missing rights.
func (s *Server) noteRefusal(r *http.Request, err error) {
	var refused *failure.Error
	switch {
	case !errors.As(err, &refused):
	case refused.Code == failure.Limited:
		s.Security(r, "limited", VisitorOf(r).User.ID)
	case refused.Key == errOrigin.Key:
		s.Security(r, "cross-origin", VisitorOf(r).User.ID)
	case refused.Key == "not-allowed", refused.Key == "not-a-player":
		s.Security(r, "forbidden", VisitorOf(r).User.ID)
	}
}

// maskedWords begin addresses whose next part is a secret or names a person.
var maskedWords = []string{"confirm", "player", "reset", "setup"}

// maxLogged is the longest part of an unknown address that is logged, in bytes: the
// secrets of links are longer.
const maxLogged = 20

// loggedPath returns the path of a request as it may be logged; queries are never
// logged. A request that found its route is masked by the route, any other one, as
// people mistype it and programs try it, by its parts.
func loggedPath(r *http.Request) string {
	_, route, found := strings.Cut(r.Pattern, "/")
	for _, secret := range []string{"{token}", "{name}"} {
		if before, _, has := strings.Cut(route, secret); has {
			return "/" + before + "…"
		}
	}
	if found && !strings.Contains(r.URL.Path, "//") {
		return r.URL.Path
	}
	return maskPath(r.URL.Path)
}

// maskPath masks the parts after a word of maskedWords, in any letter case, and every
// part that is long or has other characters than a word.
func maskPath(path string) string {
	parts := strings.Split(path, "/")
	for i, part := range parts {
		if slices.Contains(maskedWords, strings.ToLower(part)) && strings.Trim(strings.Join(parts[i+1:], ""), "/") != "" {
			return strings.Join(parts[:i+1], "/") + "/…"
		}
		if len(part) > maxLogged || strings.ContainsFunc(part, isOdd) {
			parts[i] = "…"
		}
	}
	return strings.Join(parts, "/")
}

// isOdd reports whether a character cannot occur in the paths of our routes.
func isOdd(r rune) bool {
	return (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (r < '0' || r > '9') && !strings.ContainsRune("-_.", r)
}
