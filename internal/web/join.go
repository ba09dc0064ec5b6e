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
	Account bool // only somebody with an account can join
}

func (s *Server) showJoin(w http.ResponseWriter, r *http.Request) error {
	return s.renderJoin(w, r, http.StatusOK, joinView{ID: r.URL.Query().Get("id")})
}

func (s *Server) renderJoin(w http.ResponseWriter, r *http.Request, status int, v joinView) error {
	v.page = s.page(r, s.texts(r).Text("web.join.title"))
	v.Narrow = true
	return s.render(w, status, "join", &v)
}

// join seats the visitor. A wrong id stays in its field, to be corrected.
func (s *Server) join(w http.ResponseWriter, r *http.Request) error {
	in, err := readInput(r)
	if err != nil {
		return err
	}
	info, err := s.joinAs(w, r, in.text("id"))
	if err == nil {
		return s.seeMatch(w, r, info.ID)
	}
	code := play.CodeOf(err)
	if wantsJSON(r) || code != play.NotFound && code != play.Forbidden {
		return err
	}
	p := s.problem(r, err)
	return s.renderJoin(w, r, p.Status, joinView{ID: in.text("id"), Problem: p, Account: p.Key == "rated-guest"})
}

// joinAs seats the visitor, who becomes a guest only if there is a seat.
func (s *Server) joinAs(w http.ResponseWriter, r *http.Request, id string) (play.Info, error) {
	if !visitorOf(r).known() {
		if err := s.play.CheckJoin(r.Context(), id); err != nil {
			return play.Info{}, err
		}
	}
	user, err := s.player(w, r)
	if err != nil {
		return play.Info{}, err
	}
	return s.play.Join(r.Context(), user, id)
}
