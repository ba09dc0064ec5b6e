// SPDX-License-Identifier: Apache-2.0

package web

import (
	"net/http"

	"cairn/game"
)

// How many running games the front page shows, and among how many of them it
// looks for the best.
const (
	frontLive = 8
	frontSeen = 40
)

// frontView is the front page: what this is, a game in one click, live games.
type frontView struct {
	page
	Families []family
	Game     string   // chosen beforehand
	Level    string   // of the computer
	Featured *picture // a live game, else one that ended lately, else the first of all games
	Boards   []picture
	Live     []row
}

// picture is a board that leads somewhere.
type picture struct {
	Path, Name, Text string
	Live             bool // a game that is being played
	Board            boardView
}

func (s *Server) showFront(w http.ResponseWriter, r *http.Request) error {
	live, err := s.live.Matches(r.Context(), liveFilter("", frontSeen))
	if err != nil {
		return err
	}
	rows, err := s.rowsOf(r, live[:min(len(live), frontLive)])
	if err != nil {
		return err
	}
	v := frontView{page: s.page(r, s.texts(r).Text("web.front.title")), Families: s.families(s.texts(r)), Live: rows}
	if list := levels(v.Families); len(list) > 0 {
		v.Level = list[min(1, len(list)-1)].ID // a little above the weakest: a game for a newcomer
	}
	for _, f := range v.Families {
		if g, err := s.live.Games().Game(f.ID); err == nil {
			v.Boards = append(v.Boards, startPicture(s.texts(r), g))
		}
	}
	if v.Featured, err = s.featured(r, live, v.Boards); err != nil {
		return err
	}
	return s.render(w, http.StatusOK, "front", &v)
}

// startPicture draws the start of a game, which leads to its rules.
func startPicture(t *texts, g game.Game) picture {
	info := g.Info()
	return picture{
		Path: "/rules/" + info.ID, Name: t.Game(info),
		Board: newBoardView(t, info.Board, lively(g), boardMarks{
			Name: t.Text("web.rules.board", "game", t.Game(info)), Small: true,
		}),
	}
}

// aboutView is the page about the program.
type aboutView struct{ page }

func (s *Server) showAbout(w http.ResponseWriter, r *http.Request) error {
	return s.render(w, http.StatusOK, "about", &aboutView{s.page(r, s.texts(r).Text("web.about.title"))})
}
