// SPDX-License-Identifier: Apache-2.0

package web

import (
	"errors"
	"net/http"
	"strings"

	"cairn/internal/play"
)

// Security notes something that whoever guards the site wants to know: what
// happened, to which account, and from where. The id of an account tells nobody
// who it is; names, addresses of mail, passwords and tokens are never written.
func (s *Server) Security(r *http.Request, event, user string) {
	s.Log.Info("security", "event", event, "user", user, "address", AddressOf(r))
}

// noteRefusal notes what somebody was kept from: doing a thing too often, acting
// from another site in a person's name, or what is another's to do.
func (s *Server) noteRefusal(r *http.Request, err error) {
	var limit *limitError
	var refused *play.Error
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
