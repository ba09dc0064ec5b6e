// SPDX-License-Identifier: Apache-2.0

package web

import (
	"io"
	"net/http"
)

// showHealth says that the program runs.
func (s *Server) showHealth(w http.ResponseWriter, _ *http.Request) {
	writeText(w, http.StatusOK, "ok\n")
}

// showReady says whether moves can be saved.
func (s *Server) showReady(w http.ResponseWriter, r *http.Request) {
	if err := s.live.Ready(r.Context()); err != nil {
		s.log.Error("not ready", "err", err)
		writeText(w, http.StatusServiceUnavailable, "not ready\n")
		return
	}
	writeText(w, http.StatusOK, "ready\n")
}

// showRobots keeps programs that index pages out of games and forms.
func (s *Server) showRobots(w http.ResponseWriter, _ *http.Request) {
	writeText(w, http.StatusOK, "User-agent: *\nDisallow: /match/\nDisallow: /seek/\nDisallow: /join\nDisallow: /login\nDisallow: /signup\n")
}

func writeText(w http.ResponseWriter, status int, text string) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.WriteHeader(status)
	_, _ = io.WriteString(w, text) // whoever left does not read it
}
