// SPDX-License-Identifier: Apache-2.0

package web

import (
	"net/http"

	"cairn/internal/play"
)

// joinView is the form to join a friend's match by its id.
type joinView struct {
	page
	ID      string // as typed
	Problem *problem
}

func (s *Server) showJoin(w http.ResponseWriter, r *http.Request) error {
	return s.renderJoin(w, r, http.StatusOK, joinView{ID: r.URL.Query().Get("id")})
}

func (s *Server) renderJoin(w http.ResponseWriter, r *http.Request, status int, v joinView) error {
	v.page = s.page(r, s.texts.Text("web.join.title"))
	v.Narrow = true
	return s.render(w, status, "join", &v)
}

// join seats the visitor. A wrong id stays in its field, to be corrected.
func (s *Server) join(w http.ResponseWriter, r *http.Request) error {
	in, err := readInput(r)
	if err != nil {
		return err
	}
	user, err := s.player(w, r)
	if err != nil {
		return err
	}
	info, err := s.play.Join(r.Context(), user, in.text("id"))
	if err == nil {
		return s.seeMatch(w, r, info.ID)
	}
	code := play.CodeOf(err)
	if wantsJSON(r) || code != play.NotFound && code != play.Forbidden {
		return err
	}
	p := s.problem(r, err)
	return s.renderJoin(w, r, p.Status, joinView{ID: in.text("id"), Problem: p})
}
