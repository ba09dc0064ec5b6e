// SPDX-License-Identifier: Apache-2.0

package preview

import (
	"bytes"
	"image/gif"
	"net/http"
	"net/url"
	"strings"

	"cairn/game"
	"cairn/internal/live/room"
	"cairn/internal/pagestate"
	"cairn/internal/picture"
	"cairn/internal/web"
	"cairn/internal/web/boardview"
	"cairn/internal/web/listing"
	"cairn/match"
)

// embedView is a small page with a board, for frames on other sites. It has no script,
// form or session.
type embedView struct {
	web.Page
	Board         boardview.BoardView
	Names         [2]string // of the players; empty for a position
	Text          string
	Href          string // the page of the position or match
	Before, After string // addresses of the previous and next position; empty for none
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

// embedMatch shows a public match: the last position, or the position at a ply. While the
// match is played, the frame reloads itself.
func (s *handlers) embedMatch(w http.ResponseWriter, r *http.Request, played room.Room, names [2]string) error {
	m, info := played.Match, played.Match.Game().Info()
	t := s.core.Texts(r).For(info)
	last := m.Ply()
	ply, err := askedPly(r, last)
	if err != nil {
		return err
	}
	v := embedView{
		Page: s.core.Page(r, t.Game(info)), Names: names, Text: s.lists.Standing(t, &played.Info), Href: s.core.PublicURL(r, listing.MatchPath(played.Info.ID)),
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

// Sides are the sides of Names.
func (*embedView) Sides() [2]game.Side { return game.Sides }

// showFilm sends a finished public match as an animation.
func (s *handlers) showFilm(w http.ResponseWriter, r *http.Request, played room.Room, names [2]string) error {
	if played.Match.Status() != match.Over {
		return web.ErrNoPage
	}
	t, info := s.core.Texts(r), played.Match.Game().Info()
	lines := [2]string{names[game.White] + " – " + names[game.Black], "Cairn · " + t.Game(info) + " · " + s.lists.Standing(t, &played.Info)}
	key := strings.Join([]string{"film", played.Info.ID, lines[0], lines[1]}, "\n") // a match that is over does not change
	return s.core.Pictures.Answer(w, r, web.Picture{Key: key, Kind: "image/gif", Keep: keepEnded, Draw: func(out *bytes.Buffer) error {
		return gif.EncodeAll(out, picture.Animation(info.Board, frames(t.For(info), played.Match), lines))
	}})
}

// frames returns the positions of a match.
func frames(t *web.Texts, m match.Match) []picture.Frame {
	walk := m.Walk()
	turns, board := walk.Turns(), m.Game().Info().Board
	all := make([]picture.Frame, m.Ply()+1)
	for ply := range all {
		turn := pagestate.TurnAt(t, walk, turns, ply)
		all[ply] = picture.Frame{View: walk.StateAt(ply).View(), Last: pagestate.PointsOf(board, turn.Last)}
	}
	return all
}
