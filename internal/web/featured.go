// SPDX-License-Identifier: Apache-2.0

package web

import (
	"context"
	"net/http"

	"cairn/game"
	"cairn/internal/live"
	"cairn/match"
)

// featured draws the live game of the strongest players, or the last one that
// moved when nobody is rated; without live games one that ended lately, to be
// watched again; at last the start of the first game.
func (s *Server) featured(r *http.Request, running []live.Info, starts []picture) (*picture, error) {
	list, text := running, "web.front.between"
	if len(list) == 0 {
		var err error
		if list, _, err = s.live.Archive(r.Context(), live.Filter{Limit: 1}); err != nil {
			return nil, err
		}
		text = "web.front.recent"
	}
	if len(list) == 0 {
		if len(starts) == 0 {
			return nil, nil
		}
		return &starts[0], nil
	}
	best, err := s.strongest(r.Context(), list)
	if err != nil {
		return nil, err
	}
	return s.matchPicture(r, best, text)
}

// strongest returns the match whose players have the highest ratings together,
// the first of the list when none has any.
func (s *Server) strongest(ctx context.Context, list []live.Info) (*live.Info, error) {
	people := map[string][]string{} // by game
	for i := range list {
		people[list[i].Game] = append(people[list[i].Game], list[i].Seats[:]...)
	}
	ratings := map[string]map[string]live.Rating{}
	for id, accounts := range people {
		var err error
		if ratings[id], err = s.live.RatingsOf(ctx, id, accounts...); err != nil {
			return nil, err
		}
	}
	best, most := &list[0], 0.0
	for i := range list {
		known, sum := ratings[list[i].Game], 0.0
		for _, account := range list[i].Seats {
			sum += known[account].Rating.Rating
		}
		if sum > most {
			best, most = &list[i], sum
		}
	}
	return best, nil
}

// matchPicture draws how a match stands. One that is over leads to its start,
// from where it can be watched.
func (s *Server) matchPicture(r *http.Request, info *live.Info, text string) (*picture, error) {
	room, err := s.live.Room(r.Context(), visitorOf(r).user, info.ID)
	if err != nil {
		return nil, err
	}
	rules, t := room.Match.Game().Info(), s.texts(r)
	names, err := s.seatNames(r.Context(), t, &room.Info)
	if err != nil {
		return nil, err
	}
	p := &picture{
		Path: matchPath(info.ID), Name: t.Game(rules), Live: room.Info.Status == match.Playing,
		Text:  t.Text(text, "white", names[game.White], "black", names[game.Black]),
		Board: newBoardView(t, rules.Board, room.Match.State().View(), boardMarks{Name: t.Text("web.js.board", "game", t.Game(rules)), Small: true}),
	}
	if !p.Live {
		p.Path += plyQuery(0)
	}
	return p, nil
}
