// SPDX-License-Identifier: Apache-2.0

package preview

import (
	"bytes"
	"image/gif"
	"net/http"
	"strings"

	"cairn/game"
	"cairn/internal/account"
	"cairn/internal/live/room"
	"cairn/internal/pagestate"
	"cairn/internal/picture"
	"cairn/internal/web"
	"cairn/match"
)

// showFilm sends a finished match that everyone may see as an animation.
func (s *handlers) showFilm(w http.ResponseWriter, r *http.Request) error {
	room, err := s.core.Live.Rooms.Read(r.Context(), account.User{}, room.CleanMatchID(r.PathValue("id")))
	if err != nil {
		return err
	}
	if room.Match.Status() != match.Over {
		return web.ErrNoPage
	}
	t, info := s.core.Texts(r), room.Match.Game().Info()
	names, err := s.lists.SeatNames(r.Context(), t, &room.Info)
	if err != nil {
		return err
	}
	lines := [2]string{names[game.White] + " – " + names[game.Black], "Cairn · " + t.Game(info) + " · " + s.lists.Standing(t, &room.Info)}
	key := strings.Join([]string{"film", room.Info.ID, lines[0], lines[1]}, "\n") // a match that is over does not change
	return s.core.Pictures.Answer(w, r, web.Picture{Key: key, Kind: "image/gif", Keep: keepEnded, Draw: func(out *bytes.Buffer) error {
		return gif.EncodeAll(out, picture.Animation(info.Board, frames(t.For(info), room.Match), lines))
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
