// SPDX-License-Identifier: Apache-2.0

package lobby

import (
	"net/http"

	"cairn/internal/live/room"
	"cairn/internal/web"
	"cairn/internal/web/listing"
	"cairn/match"
)

// runningMatch is a match of the visitor that is not over, as JSON.
type runningMatch struct {
	Match    string `json:"match"`
	URL      string `json:"url"`
	Game     string `json:"game"`
	Opponent string `json:"opponent"`      // name; empty for an open seat
	Bot      bool   `json:"bot,omitempty"` // the opponent is one
	Clock    string `json:"clock"`
	Status   string `json:"status"`
	Turn     bool   `json:"turn"` // the visitor is to move
}

// writeRunning lists the matches of the visitor that are not over.
func (s *handlers) writeRunning(w http.ResponseWriter, r *http.Request) error {
	user := web.VisitorOf(r).User.ID
	list, err := s.core.Live.Archive.Matches(r.Context(), room.Filter{
		User: user, Statuses: []match.Status{match.Waiting, match.Ready, match.Playing}, Limit: listing.ListLength,
	})
	if err != nil {
		return err
	}
	names, bots, err := s.lists.NamedIn(r.Context(), list)
	if err != nil {
		return err
	}
	matches := []runningMatch{}
	for i := range list {
		info := &list[i]
		row := runningMatch{Match: info.ID, URL: listing.MatchPath(info.ID), Game: info.Game, Clock: info.Control, Status: info.Status.String()}
		if side, plays := info.SideOf(user); plays && info.Kind != room.Screen {
			row.Opponent, row.Bot = listing.SeatNames(s.core.Texts(r), info, names)[side.Other()], bots[info.Seats[side.Other()]]
			row.Turn = info.Status == match.Playing && info.Turn == side
		}
		matches = append(matches, row)
	}
	return s.core.WriteJSON(w, http.StatusOK, struct {
		Matches []runningMatch `json:"matches"`
	}{matches})
}
