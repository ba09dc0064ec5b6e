// SPDX-License-Identifier: Apache-2.0

package web

import (
	"net/http"

	"cairn/game"
	"cairn/internal/play"
	"cairn/match"
)

// listLength is how many games a list shows.
const listLength = 50

// row is a match in a list.
type row struct {
	ID       string
	Path     string
	Game     string
	GameName string
	Players  [2]string // by side; empty where nobody sits
	Control  string
	Ply      int
	Status   string
	Turn     game.Side
	YourTurn bool
	Result   string // how it ended; empty while it goes on
	Updated  int64  // milliseconds
}

// rows lists matches as the visitor sees them.
func (s *Server) rows(r *http.Request, f play.Filter) ([]row, error) {
	list, err := s.play.Matches(r.Context(), f)
	if err != nil {
		return nil, err
	}
	var ids []string
	for _, info := range list {
		ids = append(ids, info.Seats[:]...)
	}
	names, err := s.names(r.Context(), ids)
	if err != nil {
		return nil, err
	}
	user := visitorOf(r).user.ID
	rows := make([]row, 0, len(list))
	for _, info := range list {
		if info.Seen(user) {
			rows = append(rows, s.row(&info, user, names))
		}
	}
	return rows, nil
}

func (s *Server) row(info *play.Info, user string, names map[string]string) row {
	out := row{
		ID: info.ID, Path: matchPath(info.ID), Game: info.Game, GameName: s.gameInfo(info.Game).Name, Control: s.texts.control(info.Control),
		Ply: info.Ply, Status: info.Status.String(), Turn: info.Turn, Updated: info.Updated.UnixMilli(),
		Players: s.texts.seats(info, names),
	}
	side, plays := info.SideOf(user)
	out.YourTurn = plays && info.Status == match.Playing && side == info.Turn
	if info.End.Over() {
		out.Result = s.texts.End(info.End.Verdict, string(info.End.Reason))
	}
	return out
}

// gamesView is the list of live and finished games.
type gamesView struct {
	page
	Live, Finished []row
	Families       []family
	Game           string // chosen rule set; empty for all
}

func (s *Server) showGames(w http.ResponseWriter, r *http.Request) error {
	v := gamesView{page: s.page(r, s.texts.Text("web.games.title")), Families: s.families()}
	if entry, err := s.play.Games().Find(r.URL.Query().Get("game")); err == nil {
		v.Game = entry.Info().ID
	}
	kinds := []play.Kind{play.Open, play.Private}
	var err error
	v.Live, err = s.rows(r, play.Filter{Game: v.Game, Kinds: kinds, Statuses: []match.Status{match.Playing}, Limit: listLength})
	if err != nil {
		return err
	}
	v.Finished, err = s.rows(r, play.Filter{Game: v.Game, Kinds: kinds, Statuses: []match.Status{match.Over}, Limit: listLength})
	if err != nil {
		return err
	}
	return s.render(w, http.StatusOK, "games", &v)
}
