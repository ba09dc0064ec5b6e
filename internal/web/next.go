// SPDX-License-Identifier: Apache-2.0

package web

import (
	"net/http"
	"net/url"
	"strings"
)

// localPath returns where to go after logging in when it is a page of ours, else
// another: nobody is sent to foreign hosts by a link to our log-in page.
func localPath(next, otherwise string) string {
	u, err := url.Parse(next)
	switch {
	case err != nil, u.IsAbs(), u.Host != "", u.User != nil:
		return otherwise
	case !strings.HasPrefix(next, "/"), strings.HasPrefix(next, "//"), strings.ContainsAny(next, "\\\r\n\t"):
		return otherwise
	case strings.HasPrefix(u.Path, "/login"), strings.HasPrefix(u.Path, "/logout"), strings.HasPrefix(u.Path, "/signup"):
		return otherwise
	}
	return next
}

// toLogIn sends a visitor without a session to log in, and back here then.
func toLogIn(w http.ResponseWriter, r *http.Request) error {
	return see(w, r, "/login?"+url.Values{"next": {r.URL.RequestURI()}}.Encode())
}

// matchPath is the address of a match.
func matchPath(id string) string { return "/match/" + id }

// publicURL is an address as other people can use it.
func (s *Server) publicURL(r *http.Request, path string) string {
	if s.url != "" {
		return s.url + path
	}
	scheme := "http"
	if s.overTLS(r) {
		scheme = "https"
	}
	return scheme + "://" + r.Host + path
}
