// SPDX-License-Identifier: Apache-2.0

package match

import (
	"net/http"
	"time"

	"cairn/internal/live/room"
	"cairn/internal/web"
	"cairn/internal/web/boardview"
	"cairn/match"
)

// explainTouch answers why the last point of a path cannot be touched, as JSON:
// the script of the board asks when a touch is not in its list. The error is null
// when the touch is legal, because the page is behind or the match has moved on.
func (s *handlers) explainTouch(w http.ResponseWriter, r *http.Request) error {
	user, path := web.VisitorOf(r).User, r.URL.Query().Get("path")
	if len(path) > maxMove {
		path = path[:maxMove]
	}
	room, err := s.core.Live.Rooms.Find(r.Context(), user, room.CleanMatchID(r.PathValue("id")))
	if err != nil {
		return err
	}
	var answer web.Refusal
	if err := refuseTouch(room.Match, viewerOf(&room.Info, user), path, s.core.Now()); err != nil {
		answer.Error = s.core.Texts(r).For(room.Match.Game().Info()).Problem(err)
	}
	return s.core.WriteJSON(w, http.StatusOK, answer)
}

// refuseTouch returns why a viewer cannot touch the points of a path: the
// reason that refuses any move, else the reason by the rules.
func refuseTouch(m match.Match, v viewer, path string, now time.Time) error {
	if !v.moves(m) {
		by := match.NoSeat
		if v.plays {
			by = match.SeatOf(v.side)
		}
		_, _, err := m.Do(now, match.Action{Kind: match.Move, By: by})
		return err
	}
	if _, illegal := boardview.NewPick(m.Game().Info(), m.State(), path); illegal != nil {
		return illegal
	}
	return nil
}
