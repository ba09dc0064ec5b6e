// SPDX-License-Identifier: Apache-2.0

package listing

import (
	"net/http"

	"cairn/game"
	"cairn/internal/live/rating"
	"cairn/internal/live/room"
	"cairn/internal/web"
	"cairn/internal/web/boardview"
	"cairn/match"
)

// LiveFilter selects live games that are public, of one rule set or all.
func (s *Lists) LiveFilter(game string, limit int) room.Filter {
	f := room.LiveFilter(s.core.Now())
	f.Game, f.Shown, f.Limit = game, true, limit
	return f
}

// Running lists the unfinished games of the visitor.
func (s *Lists) Running(r *http.Request) ([]Row, error) {
	unfinished := []match.Status{match.Waiting, match.Ready, match.Playing}
	return s.Rows(r, room.Filter{User: web.VisitorOf(r).User.ID, Statuses: unfinished, Limit: ListLength})
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
	Bots     [2]bool
	Control  string
	Stakes   string // rated or casual, between people
	Ply      int
	Status   string
	Turn     game.Side
	YourTurn bool
	Result   string    // how it ended; empty while it is played
	Points   [2]string // of the sides: 1, ½ or 0; empty without a result
	Won      [2]bool
	Outcome  rating.Outcome   // for the visitor, of a match with an opponent; empty without a result
	When     When             // the last turn
	Thumb    *boardview.Thumb // the last position; nil for a game that is no longer offered
}

// Rows lists matches as the visitor sees them.
func (s *Lists) Rows(r *http.Request, f room.Filter) ([]Row, error) {
	list, err := s.core.Live.Archive.Matches(r.Context(), f)
	if err != nil {
		return nil, err
	}
	return s.RowsOf(r, list)
}

// RowsOf makes rows of matches, without matches that the visitor may not see.
func (s *Lists) RowsOf(r *http.Request, list []room.Info) ([]Row, error) {
	names, bots, err := s.NamedIn(r.Context(), list)
	if err != nil {
		return nil, err
	}
	user, t := web.VisitorOf(r).User.ID, s.core.Texts(r)
	rows := make([]Row, 0, len(list))
	for i := range list {
		if list[i].VisibleTo(user) {
			row := s.row(t, &list[i], user, names)
			row.Bots = [2]bool{bots[list[i].Seats[game.White]], bots[list[i].Seats[game.Black]]}
			rows = append(rows, row)
		}
	}
	return rows, nil
}

func (s *Lists) row(t *web.Texts, info *room.Info, user string, names map[string]string) Row {
	out := Row{
		ID: info.ID, Path: MatchPath(info.ID), Game: info.Game, GameName: t.Game(s.GameInfo(info.Game)), Control: ControlText(t, info.Control),
		Stakes: StakesText(t, info), Ply: info.Ply, Status: info.Status.String(), Turn: info.Turn,
		When: NewWhen(t, s.core.Now(), info.Updated), Players: SeatNames(t, info, names),
	}
	if g, err := s.core.Live.Rooms.Games().Game(info.Game); err == nil {
		out.Thumb = boardview.ThumbOf(g, info.Position)
	}
	side, plays := info.SideOf(user)
	out.YourTurn = plays && info.Status == match.Playing && side == info.Turn
	if info.End.Over() {
		out.Result = s.Standing(t, info)
	}
	out.score(info, side, plays && info.Kind != room.Screen)
	if info.Kind != room.Screen {
		for _, side := range game.Sides {
			out.Profiles[side] = ProfilePath(names[info.Seats[side]])
		}
	}
	return out
}

// Standing returns how a match ended or that it is being played, as text; empty
// before the start.
func (s *Lists) Standing(t *web.Texts, info *room.Info) string {
	switch {
	case info.End.Over():
		return t.For(s.GameInfo(info.Game)).End(info.End.Verdict, string(info.End.Reason))
	case info.Status == match.Playing:
		return t.Text("web.preview.playing")
	}
	return ""
}

// score sets the points of the sides, and the outcome for the visitor's side.
func (r *Row) score(info *room.Info, side game.Side, plays bool) {
	winner, won := info.End.Verdict.Winner()
	switch {
	case won:
		r.Won[winner], r.Points = true, [2]string{"0", "0"}
		r.Points[winner] = "1"
	case info.End.Verdict == game.Draw:
		r.Points = [2]string{"½", "½"}
	default:
		return
	}
	switch {
	case !plays:
	case !won:
		r.Outcome = rating.Drawn
	case r.Won[side]:
		r.Outcome = rating.Won
	default:
		r.Outcome = rating.Lost
	}
}
