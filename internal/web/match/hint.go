// SPDX-License-Identifier: Apache-2.0

package match

import (
	"context"
	"net/http"
	"strings"

	"cairn/internal/failure"
	"cairn/internal/fair"
	"cairn/internal/live/room"
	"cairn/internal/web"
	"cairn/internal/web/listing"
	"cairn/match"
)

// hint undoes the last move in a game against the computer, and leads to the page that
// shows the best one.
func (s *handlers) hint(w http.ResponseWriter, r *http.Request) error {
	id, user := room.CleanMatchID(r.PathValue("id")), web.VisitorOf(r).User
	in, err := web.ReadForm(r)
	if err != nil {
		return err
	}
	q, err := commandRequest(in, strings.Trim(r.Header.Get("Idempotency-Key"), `"`), match.Undo)
	if err != nil {
		return err
	}
	at, err := s.core.Live.Rooms.Find(r.Context(), user, id)
	if err != nil {
		return err
	}
	if at.Info.Kind != room.Computer {
		return failure.New(failure.Forbidden, "running")
	}
	if _, err := s.core.Live.Rooms.Do(r.Context(), user, id, q); err != nil {
		return s.refuseCommand(w, r, id, in, err)
	}
	return web.See(w, r, listing.MatchPath(id)+"?hint=yes")
}

// best returns the best move of a game against the computer if the visitor asks for it and
// is to move; empty in other games, and if nothing is known.
func (s *handlers) best(ctx context.Context, r *http.Request, at *room.Room) (string, error) {
	if !r.URL.Query().Has("hint") || at.Info.Kind != room.Computer || !viewerOf(&at.Info, web.VisitorOf(r).User).moves(at.Match) {
		return "", nil
	}
	entry, err := s.core.Live.Rooms.Games().Find(at.Info.Game)
	if err != nil {
		return "", err
	}
	return s.core.Analyst.Best(ctx, fair.Of(ctx), entry, at.Match.State())
}
