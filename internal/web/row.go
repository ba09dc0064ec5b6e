// SPDX-License-Identifier: Apache-2.0

package web

import (
	"net/http"
	"time"

	"cairn/game"
	"cairn/internal/live"
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
	Profiles [2]string // addresses; empty for guests, computers and nobody
	Control  string
	Stakes   string // rated or casual, between people
	Ply      int
	Status   string
	Turn     game.Side
	YourTurn bool
	Result   string // how it ended; empty while it goes on
	Day      string // of the last turn, as 2026-01-31
	Updated  int64  // milliseconds
}

// rows lists matches as the visitor sees them.
func (s *Server) rows(r *http.Request, f live.Filter) ([]row, error) {
	list, err := s.live.Matches(r.Context(), f)
	if err != nil {
		return nil, err
	}
	return s.rowsOf(r, list)
}

// rowsOf makes rows of those matches that the visitor may see.
func (s *Server) rowsOf(r *http.Request, list []live.Info) ([]row, error) {
	var ids []string
	for i := range list {
		ids = append(ids, list[i].Seats[:]...)
	}
	names, err := s.names(r.Context(), ids)
	if err != nil {
		return nil, err
	}
	user, t := visitorOf(r).user.ID, s.texts(r)
	rows := make([]row, 0, len(list))
	for i := range list {
		if list[i].VisibleTo(user) {
			rows = append(rows, s.row(t, &list[i], user, names))
		}
	}
	return rows, nil
}

func (s *Server) row(t *texts, info *live.Info, user string, names map[string]string) row {
	out := row{
		ID: info.ID, Path: matchPath(info.ID), Game: info.Game, GameName: t.Game(s.gameInfo(info.Game)), Control: t.control(info.Control),
		Stakes: t.stakes(info), Ply: info.Ply, Status: info.Status.String(), Turn: info.Turn,
		Day: dayText(info.Updated), Updated: info.Updated.UnixMilli(), Players: t.seats(info, names),
	}
	side, plays := info.SideOf(user)
	out.YourTurn = plays && info.Status == match.Playing && side == info.Turn
	if info.End.Over() && !plays && info.Ply > 0 {
		out.Path += "?ply=" + lastPly // to be looked through; who played may want a rematch
	}
	if info.End.Over() {
		out.Result = t.For(s.gameInfo(info.Game)).End(info.End.Verdict, string(info.End.Reason))
	}
	if info.Kind != live.Screen {
		for _, side := range game.Sides {
			out.Profiles[side] = profilePath(names[info.Seats[side]])
		}
	}
	return out
}

// dayText writes a day the way forms send one, which everybody reads alike.
func dayText(at time.Time) string { return at.UTC().Format(time.DateOnly) }
