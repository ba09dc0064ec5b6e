// SPDX-License-Identifier: Apache-2.0

package lobby

import (
	"net/http"

	"cairn/internal/live"
	"cairn/internal/web"
	"cairn/internal/web/listing"
	"cairn/match"
)

// homeView is a player's own page.
type homeView struct {
	web.Page
	Email   string
	Points  string // a win counts one, a draw a half
	Scores  []listing.ScoreRow
	Running []listing.Row // whose turn it is stands in each
	Ended   []listing.Row
}

// homeEnded is how many finished games the home page shows.
const homeEnded = 10

func (s *handlers) showHome(w http.ResponseWriter, r *http.Request) error {
	visitor := web.VisitorOf(r)
	if !visitor.Known() {
		return web.ToLogIn(w, r)
	}
	scores, err := s.Live.Scores(r.Context(), visitor.User.ID)
	if err != nil {
		return err
	}
	ratings, err := s.Live.Ratings(r.Context(), visitor.User.ID)
	if err != nil {
		return err
	}
	v := homeView{Page: s.Page(r, s.Texts(r).Text("web.home.title")), Email: visitor.User.Email}
	v.Scores, v.Points = s.Scores(s.Texts(r), scores)
	listing.AddRatings(v.Scores, ratings)
	if v.Running, err = s.Running(r); err != nil {
		return err
	}
	v.Ended, err = s.Rows(r, live.Filter{User: visitor.User.ID, Statuses: []match.Status{match.Over}, Limit: homeEnded})
	if err != nil {
		return err
	}
	return s.Render(w, http.StatusOK, "home", &v)
}
