// SPDX-License-Identifier: Apache-2.0

package lobby

import (
	"cmp"
	"net/http"

	"cairn/game"
	"cairn/internal/failure"
	"cairn/internal/live/room"
	"cairn/internal/web"
	"cairn/internal/web/listing"
)

// joinView is the form for a match ID, or the description of the match with the button
// to join.
type joinView struct {
	web.Page
	ID         string // as typed
	Invitation *invitation
	Problem    *web.Problem
	Account    bool   // joining needs an account
	Watch      string // address of a full match that the visitor may watch
}

// invitation describes a match that can be joined.
type invitation struct {
	ID, Name                                 string // of the match and of the player who invites
	Game, GameName, Control, Stakes, Privacy string
	Side                                     string // that is open
}

// showJoin asks for a match ID, or shows the match before the visitor joins. A lookup
// counts against the rate limit of joining: it could guess IDs.
func (s *handlers) showJoin(w http.ResponseWriter, r *http.Request) error {
	v, visitor := joinView{ID: r.URL.Query().Get("id")}, web.VisitorOf(r)
	if v.ID == "" {
		return s.renderJoin(w, r, http.StatusOK, v)
	}
	err := s.core.Limits.Join.Count(r.Context(), web.OriginOf(r).Keys(""))
	if err != nil {
		v.Problem = s.core.Problem(r, err)
		return s.renderJoin(w, r, v.Problem.Status, v)
	}
	if s.plays(r, v.ID) {
		return s.seeMatch(w, r, room.CleanMatchID(v.ID))
	}
	info, err := s.core.Live.Rooms.Invitation(r.Context(), v.ID)
	if err != nil {
		return s.joinProblem(w, r, v.ID, err)
	}
	if v.Invitation, err = s.invitation(r, &info); err != nil {
		return err
	}
	v.Account = info.Rated && (!visitor.Known() || visitor.User.Guest)
	return s.renderJoin(w, r, http.StatusOK, v)
}

// plays reports whether the visitor has a seat in a match.
func (s *handlers) plays(r *http.Request, id string) bool {
	user := web.VisitorOf(r).User
	room, err := s.core.Live.Rooms.Read(r.Context(), user, room.CleanMatchID(id))
	if err != nil {
		return false
	}
	_, plays := room.Info.SideOf(user.ID)
	return plays
}

func (s *handlers) invitation(r *http.Request, info *room.Info) (*invitation, error) {
	names, _, err := s.lists.Named(r.Context(), []string{info.Creator})
	if err != nil {
		return nil, err
	}
	t, open := s.core.Texts(r), game.White
	if info.Seats[game.White] != "" {
		open = game.Black
	}
	return &invitation{
		ID: info.ID, Name: listing.SeatName(t, info.Creator, names), Game: info.Game, GameName: t.Game(s.lists.GameInfo(info.Game)),
		Control: listing.ControlText(t, info.Control), Stakes: listing.StakesText(t, info), Side: t.Side(open), Privacy: listing.PrivacyText(t, info),
	}, nil
}

// joinProblem shows the form again with the problem, and with a link to a full match that
// can be watched.
func (s *handlers) joinProblem(w http.ResponseWriter, r *http.Request, id string, err error) error {
	code := failure.CodeOf(err)
	if web.WantsJSON(r) || code != failure.NotFound && code != failure.Forbidden {
		return err
	}
	v := joinView{ID: id, Problem: s.core.Problem(r, err)}
	v.Account = v.Problem.Key == "rated-guest"
	if v.Problem.Key == "join-full" {
		if room, err := s.core.Live.Rooms.Read(r.Context(), web.VisitorOf(r).User, room.CleanMatchID(id)); err == nil {
			v.Watch = listing.MatchPath(room.Info.ID)
		}
	}
	return s.renderJoin(w, r, v.Problem.Status, v)
}

func (s *handlers) renderJoin(w http.ResponseWriter, r *http.Request, status int, v joinView) error {
	v.Page = s.core.Page(r, s.core.Texts(r).Text("web.join.title"))
	v.Narrow = true
	return s.core.Render(w, status, "join", &v)
}

// join seats the visitor. A wrong ID stays in its field.
func (s *handlers) join(w http.ResponseWriter, r *http.Request) error {
	in, err := web.ReadForm(r)
	if err != nil {
		return err
	}
	id := cmp.Or(r.PathValue("id"), in.Text("id"))
	info, err := s.joinAs(w, r, id)
	if err == nil {
		return s.seeMatch(w, r, info.ID)
	}
	return s.joinProblem(w, r, id, err)
}

// joinAs seats the visitor, who becomes a guest only if there is a seat.
func (s *handlers) joinAs(w http.ResponseWriter, r *http.Request, id string) (room.Info, error) {
	if !web.VisitorOf(r).Known() {
		if err := s.core.Live.Rooms.CheckJoin(r.Context(), id); err != nil {
			return room.Info{}, err
		}
	}
	user, err := s.core.Player(w, r)
	if err != nil {
		return room.Info{}, err
	}
	return s.core.Live.Rooms.Join(r.Context(), user, id)
}

func (s *handlers) joinAgain(w http.ResponseWriter, r *http.Request, in web.Form, p *web.Problem) error {
	return s.renderJoin(w, r, p.Status, joinView{ID: in.Text("id"), Problem: p})
}
