// SPDX-License-Identifier: Apache-2.0

package web

import (
	"errors"
	"net/http"
	"strings"

	"cairn/internal/failure"
)

// security notes something that whoever guards the site wants to know: what
// happened, to which account, and from where. The id of an account tells nobody
// who it is; names, addresses of mail, passwords and tokens are never written.
func (s *Server) security(r *http.Request, event, user string) {
	s.log.Info("security", "event", event, "user", user, "address", addressOf(r))
}

// noteRefusal notes what somebody was kept from: doing a thing too often, acting
// from another site in a person's name, or what is another's to do.
func (s *Server) noteRefusal(r *http.Request, err error) {
	var limit *limitError
	var refused *failure.Error
	switch {
	case errors.As(err, &limit):
		s.security(r, "limited", visitorOf(r).user.ID)
	case !errors.As(err, &refused):
	case refused.Key == errOrigin.Key:
		s.security(r, "cross-origin", visitorOf(r).user.ID)
	case refused.Key == "not-allowed", refused.Key == "not-a-player":
		s.security(r, "forbidden", visitorOf(r).user.ID)
	}
}

// maskedPaths begin addresses whose next part is a secret, or names a person.
var maskedPaths = []string{"/reset/", "/setup/", "/player/"}

// maskPath returns a path as it may be written into a log; what follows the
// question mark of an address never is.
func maskPath(path string) string {
	for _, prefix := range maskedPaths {
		if strings.HasPrefix(path, prefix) {
			return prefix + "…"
		}
	}
	return path
}
