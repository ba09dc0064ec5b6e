// SPDX-License-Identifier: Apache-2.0

package listing

import (
	"net/http"

	"cairn/game"
	"cairn/internal/live"
	"cairn/internal/web"
	"cairn/match"
)

// LiveFilter selects running games that are public, of one rule set or all.
func LiveFilter(game string, limit int) live.Filter {
	return live.Filter{
		Game: game, Statuses: []match.Status{match.Playing}, Kinds: []live.Kind{live.Open, live.Private}, Shown: true, Limit: limit,
	}
}

// Running lists the unfinished games of the visitor.
func (s *Lists) Running(r *http.Request) ([]Row, error) {
	unfinished := []match.Status{match.Waiting, match.Ready, match.Playing}
	return s.Rows(r, live.Filter{User: web.VisitorOf(r).User.ID, Statuses: unfinished, Limit: ListLength})
}

// ListLength is how many games a list shows.
const ListLength = 50

// Row is a match in a list.
type Row struct {
	ID       string
	Path     string
	Game     string
	GameName string
	Players  [2]string // by side; empty for an open seat
	Profiles [2]string // addresses; empty for guests, computers and open seats
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

// Rows lists matches as the visitor sees them.
func (s *Lists) Rows(r *http.Request, f live.Filter) ([]Row, error) {
	list, err := s.Live.Matches(r.Context(), f)
	if err != nil {
		return nil, err
	}
	return s.RowsOf(r, list)
}

// RowsOf makes rows of those matches that the visitor may see.
func (s *Lists) RowsOf(r *http.Request, list []live.Info) ([]Row, error) {
	var ids []string
	for i := range list {
		ids = append(ids, list[i].Seats[:]...)
	}
	names, err := s.Names(r.Context(), ids)
	if err != nil {
		return nil, err
	}
	user, t := web.VisitorOf(r).User.ID, s.Texts(r)
	rows := make([]Row, 0, len(list))
	for i := range list {
		if list[i].VisibleTo(user) {
			rows = append(rows, s.row(t, &list[i], user, names))
		}
	}
	return rows, nil
}

func (s *Lists) row(t *web.Texts, info *live.Info, user string, names map[string]string) Row {
	out := Row{
		ID: info.ID, Path: MatchPath(info.ID), Game: info.Game, GameName: t.Game(s.GameInfo(info.Game)), Control: ControlText(t, info.Control),
		Stakes: StakesText(t, info), Ply: info.Ply, Status: info.Status.String(), Turn: info.Turn,
		Day: Day(info.Updated), Updated: info.Updated.UnixMilli(), Players: SeatNames(t, info, names),
	}
	side, plays := info.SideOf(user)
	out.YourTurn = plays && info.Status == match.Playing && side == info.Turn
	if info.End.Over() {
		out.Result = t.For(s.GameInfo(info.Game)).End(info.End.Verdict, string(info.End.Reason))
	}
	if info.Kind != live.Screen {
		for _, side := range game.Sides {
			out.Profiles[side] = ProfilePath(names[info.Seats[side]])
		}
	}
	return out
}
