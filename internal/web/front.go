// SPDX-License-Identifier: Apache-2.0

package web

import (
	"net/http"

	"cairn/game"
	"cairn/internal/play"
	"cairn/match"
)

// frontLive is how many running games the front page shows.
const frontLive = 8

// frontView is the front page: what this is, a game in one click, live games.
type frontView struct {
	page
	Families []family
	Game     string   // chosen beforehand
	Level    string   // of the computer
	Featured *picture // a live game, else the first of all games
	Boards   []picture
	Live     []row
}

// picture is a board that leads somewhere.
type picture struct {
	Path, Name, Text string
	Board            boardView
}

func (s *Server) showFront(w http.ResponseWriter, r *http.Request) error {
	live, err := s.liveGames(r, frontLive)
	if err != nil {
		return err
	}
	v := frontView{page: s.page(r, s.texts.Text("web.front.title")), Families: s.families(), Live: live}
	if list := levels(v.Families); len(list) > 0 {
		v.Level = list[min(1, len(list)-1)] // a little above the weakest: a game for a newcomer
	}
	for _, f := range v.Families {
		if g, err := s.play.Games().Game(f.ID); err == nil {
			v.Boards = append(v.Boards, s.startPicture(g))
		}
	}
	v.Featured = s.featured(r, v.Live, v.Boards)
	return s.render(w, http.StatusOK, "front", &v)
}

// startPicture draws the start of a game, which leads to its rules.
func (s *Server) startPicture(g game.Game) picture {
	info := g.Info()
	return picture{
		Path: "/rules/" + info.ID, Name: info.Name,
		Board: newBoardView(s.texts, info.Board, g.Start().View(), boardMarks{
			Name: s.texts.Text("web.rules.board", "game", info.Name), Small: true,
		}),
	}
}

// featured draws the live game that moved last; without one, the first game.
func (s *Server) featured(r *http.Request, live []row, games []picture) *picture {
	for _, row := range live {
		room, err := s.play.Room(r.Context(), visitorOf(r).user, row.ID)
		if err != nil {
			continue // it went away meanwhile
		}
		info, view := room.Match.Game().Info(), room.Match.State().View()
		return &picture{
			Path: row.Path, Name: row.GameName, Text: s.texts.Text("web.front.between", "white", row.Players[game.White], "black", row.Players[game.Black]),
			Board: newBoardView(s.texts, info.Board, view, boardMarks{Name: s.texts.Text("web.js.board", "game", info.Name), Small: true}),
		}
	}
	if len(games) == 0 {
		return nil
	}
	return &games[0]
}

// liveGames lists running games that anybody may watch.
func (s *Server) liveGames(r *http.Request, limit int) ([]row, error) {
	return s.rows(r, play.Filter{
		Statuses: []match.Status{match.Playing}, Kinds: []play.Kind{play.Open, play.Private}, Limit: limit,
	})
}

// aboutView is the page about the program.
type aboutView struct{ page }

func (s *Server) showAbout(w http.ResponseWriter, r *http.Request) error {
	return s.render(w, http.StatusOK, "about", &aboutView{s.page(r, s.texts.Text("web.about.title"))})
}
