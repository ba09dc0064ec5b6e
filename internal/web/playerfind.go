// SPDX-License-Identifier: Apache-2.0

package web

import (
	"net/http"
	"strings"
)

// playerFindView is the form to find a player by name.
type playerFindView struct {
	page
	Typed   string
	Problem *problem
}

// showPlayerFind asks for a name, and leads to the profile of one that is given.
func (s *Server) showPlayerFind(w http.ResponseWriter, r *http.Request) error {
	name := strings.TrimSpace(r.URL.Query().Get("name"))
	if path := profilePath(name); path != "" {
		return see(w, r, path)
	}
	if name != "" {
		return s.showNoPlayer(w, r, name, errNoPlayer)
	}
	return s.renderPlayerFind(w, r, http.StatusOK, playerFindView{})
}

// showNoPlayer tells that nobody has that name, and lets the visitor try another.
func (s *Server) showNoPlayer(w http.ResponseWriter, r *http.Request, name string, err error) error {
	p := s.problem(r, err)
	return s.renderPlayerFind(w, r, p.Status, playerFindView{Typed: name, Problem: p})
}

func (s *Server) renderPlayerFind(w http.ResponseWriter, r *http.Request, status int, v playerFindView) error {
	v.page = s.page(r, s.texts(r).Text("web.player.find"))
	v.Narrow = true
	return s.render(w, status, "playerfind", &v)
}
