// SPDX-License-Identifier: Apache-2.0

package lobby

import (
	"net/http"

	"cairn/internal/failure"
	"cairn/internal/live"
	"cairn/internal/web"
	"cairn/internal/web/listing"
)

// joinView is the form to join a friend's match by its id.
type joinView struct {
	web.Page
	ID         string // as typed
	Invitation *invitation
	Problem    *web.Problem
	Account    bool // joining needs an account
}

// invitation describes the match of an id.
type invitation struct {
	Name     string // of who invites
	Game     string
	GameName string
	Control  string
	Stakes   string // rated or casual
}

func (s *handlers) showJoin(w http.ResponseWriter, r *http.Request) error {
	v, visitor := joinView{ID: r.URL.Query().Get("id")}, web.VisitorOf(r)
	if v.ID == "" || s.Limits.Join.Count(web.OriginOf(r).Keys("")) != nil { // looking is guessing too
		return s.renderJoin(w, r, http.StatusOK, v)
	}
	info, err := s.Live.Invitation(r.Context(), v.ID)
	if err != nil { // joining says what is wrong
		return s.renderJoin(w, r, http.StatusOK, v)
	}
	names, err := s.Names(r.Context(), []string{info.Creator})
	if err != nil {
		return err
	}
	t := s.Texts(r)
	v.Invitation = &invitation{
		Name: listing.SeatName(t, info.Creator, names), Game: info.Game, GameName: t.Game(s.GameInfo(info.Game)),
		Control: listing.ControlText(t, info.Control), Stakes: listing.StakesText(t, &info),
	}
	v.Account = info.Rated && (!visitor.Known() || visitor.User.Guest)
	return s.renderJoin(w, r, http.StatusOK, v)
}

func (s *handlers) renderJoin(w http.ResponseWriter, r *http.Request, status int, v joinView) error {
	v.Page = s.Page(r, s.Texts(r).Text("web.join.title"))
	v.Narrow = true
	return s.Render(w, status, "join", &v)
}

// join seats the visitor. A wrong id stays in its field.
func (s *handlers) join(w http.ResponseWriter, r *http.Request) error {
	in, err := web.ReadForm(r)
	if err != nil {
		return err
	}
	info, err := s.joinAs(w, r, in.Text("id"))
	if err == nil {
		return s.seeMatch(w, r, info.ID)
	}
	code := failure.CodeOf(err)
	if web.WantsJSON(r) || code != failure.NotFound && code != failure.Forbidden {
		return err
	}
	p := s.Problem(r, err)
	return s.renderJoin(w, r, p.Status, joinView{ID: in.Text("id"), Problem: p, Account: p.Key == "rated-guest"})
}

// joinAs seats the visitor, who becomes a guest only if there is a seat.
func (s *handlers) joinAs(w http.ResponseWriter, r *http.Request, id string) (live.Info, error) {
	if !web.VisitorOf(r).Known() {
		if err := s.Live.CheckJoin(r.Context(), id); err != nil {
			return live.Info{}, err
		}
	}
	user, err := s.Player(w, r)
	if err != nil {
		return live.Info{}, err
	}
	return s.Live.Join(r.Context(), user, id)
}

func (s *handlers) joinAgain(w http.ResponseWriter, r *http.Request, in web.Form, p *web.Problem) error {
	return s.renderJoin(w, r, p.Status, joinView{ID: in.Text("id"), Problem: p})
}
