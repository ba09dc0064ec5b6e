// SPDX-License-Identifier: Apache-2.0

package web

import (
	"net/http"

	"cairn/internal/failure"
	"cairn/internal/live"
)

// joinView is the form to join a friend's match by its id.
type joinView struct {
	page
	ID         string // as typed
	Invitation *invitation
	Problem    *problem
	Account    bool // only somebody with an account can join
}

// invitation is what somebody who has the id of a match is invited to.
type invitation struct {
	Name     string // of who invites
	Game     string
	GameName string
	Control  string
	Stakes   string // rated or casual
}

func (s *Server) showJoin(w http.ResponseWriter, r *http.Request) error {
	v, visitor := joinView{ID: r.URL.Query().Get("id")}, visitorOf(r)
	if v.ID == "" || s.limits.join.allow(addressOf(r)) != nil { // looking is guessing too
		return s.renderJoin(w, r, http.StatusOK, v)
	}
	info, err := s.live.Invitation(r.Context(), v.ID)
	if err != nil { // joining says what is wrong
		return s.renderJoin(w, r, http.StatusOK, v)
	}
	names, err := s.names(r.Context(), []string{info.Creator})
	if err != nil {
		return err
	}
	t := s.texts(r)
	v.Invitation = &invitation{
		Name: t.seat(info.Creator, names), Game: info.Game, GameName: t.Game(s.gameInfo(info.Game)),
		Control: t.control(info.Control), Stakes: t.stakes(&info),
	}
	v.Account = info.Rated && (!visitor.known() || visitor.user.Guest)
	return s.renderJoin(w, r, http.StatusOK, v)
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
	code := failure.CodeOf(err)
	if wantsJSON(r) || code != failure.NotFound && code != failure.Forbidden {
		return err
	}
	p := s.problem(r, err)
	return s.renderJoin(w, r, p.Status, joinView{ID: in.text("id"), Problem: p, Account: p.Key == "rated-guest"})
}

// joinAs seats the visitor, who becomes a guest only if there is a seat.
func (s *Server) joinAs(w http.ResponseWriter, r *http.Request, id string) (live.Info, error) {
	if !visitorOf(r).known() {
		if err := s.live.CheckJoin(r.Context(), id); err != nil {
			return live.Info{}, err
		}
	}
	user, err := s.player(w, r)
	if err != nil {
		return live.Info{}, err
	}
	return s.live.Join(r.Context(), user, id)
}
