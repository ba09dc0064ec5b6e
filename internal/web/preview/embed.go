// SPDX-License-Identifier: Apache-2.0

package preview

import (
	"net/http"
	"net/url"
	"strconv"

	"cairn/game"
	"cairn/internal/account"
	"cairn/internal/live/room"
	"cairn/internal/pagestate"
	"cairn/internal/web"
	"cairn/internal/web/boardview"
	"cairn/internal/web/listing"
	"cairn/match"
)

// embedView is a small page with a board, for frames on other sites. It has no script,
// form or session.
type embedView struct {
	web.Page
	Board  boardview.BoardView
	Names  [2]string // of the players; empty for a position
	Text   string
	Href   string // page of this site that shows more
	Before string // addresses of the turn before and after; empty for none
	After  string
}

// embedPosition shows a position.
func (s *handlers) embedPosition(w http.ResponseWriter, r *http.Request) error {
	g, state, err := s.find(r)
	if err != nil {
		return err
	}
	t, info := s.core.Texts(r).For(g.Info()), g.Info()
	v := embedView{
		Page: s.core.Page(r, t.Game(info)), Text: standing(t, g, state),
		Board: boardview.NewBoardView(t, info.Board, state.View(), boardview.BoardMarks{Name: t.Game(info) + ". " + standing(t, g, state), Small: true}),
		Href:  s.core.PublicURL(r, "/analysis/"+info.ID+"?"+url.Values{"position": {state.String()}}.Encode()),
	}
	return s.core.RenderFrame(w, "embed", keepEnded, &v)
}

// embedMatch shows a match that everyone may see: the last position, or one by its
// number of turns. While it is played the frame loads itself again.
func (s *handlers) embedMatch(w http.ResponseWriter, r *http.Request) error {
	room, err := s.core.Live.Rooms.Read(r.Context(), account.User{}, room.CleanMatchID(r.PathValue("id")))
	if err != nil {
		return err
	}
	m, info := room.Match, room.Match.Game().Info()
	t := s.core.Texts(r).For(info)
	ply, last := m.Ply(), m.Ply()
	if asked := r.URL.Query().Get("ply"); asked != "" {
		if ply, err = strconv.Atoi(asked); err != nil || ply < 0 || ply > last {
			return web.ErrNoPage
		}
	}
	v := embedView{Page: s.core.Page(r, t.Game(info)), Text: s.lists.Standing(t, &room.Info), Href: s.core.PublicURL(r, listing.MatchPath(room.Info.ID))}
	if v.Names, err = s.lists.SeatNames(r.Context(), t, &room.Info); err != nil {
		return err
	}
	if ply < last {
		v.Text, v.After = t.Text("web.js.at", "ply", ply, "plies", last), listing.PlyQuery(ply+1)
	}
	if ply > 0 {
		v.Before = listing.PlyQuery(ply - 1)
	}
	walk, keep := m.Walk(), keepEnded
	if m.Status() != match.Over {
		keep = keepRunning / 2
		if ply == last {
			v.Refresh = keepRunning / 2
		}
	}
	turn := pagestate.TurnAt(t, walk, walk.Turns(), ply)
	v.Board = boardview.NewBoardView(t, info.Board, walk.StateAt(ply).View(), boardview.BoardMarks{
		Name: t.Game(info) + ". " + v.Text, Small: true, Last: pagestate.PointsOf(info.Board, turn.Last), Taken: pagestate.PointsOf(info.Board, turn.Taken),
	})
	return s.core.RenderFrame(w, "embed", keep, &v)
}

// Sides are those whose names stand below a board.
func (*embedView) Sides() [2]game.Side { return game.Sides }
