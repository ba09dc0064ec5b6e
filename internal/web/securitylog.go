// SPDX-License-Identifier: Apache-2.0

package web

import (
	"net/http"
	"strings"
)

// security notes something that whoever guards the site wants to know: what
// happened, to which account, and from where. The id of an account tells nobody
// who it is; names, addresses of mail, passwords and tokens are never written.
func (s *Server) security(r *http.Request, event, user string) {
	s.log.Info("security", "event", event, "user", user, "address", addressOf(r))
}

// secretPaths begin addresses whose next part is a secret.
var secretPaths = []string{"/reset/", "/setup/"}

// maskPath returns a path as it may be written into a log.
func maskPath(path string) string {
	for _, prefix := range secretPaths {
		if strings.HasPrefix(path, prefix) {
			return prefix + "…"
		}
	}
	return path
}
