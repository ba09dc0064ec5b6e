// SPDX-License-Identifier: Apache-2.0

package web

import (
	"net/http"

	"cairn/internal/live"
	"cairn/match"
)

// homeView is a player's own page.
type homeView struct {
	page
	Email   string
	Points  string // a win counts one, a draw a half
	Scores  []scoreRow
	Running []row // whose turn it is stands in each
	Ended   []row
}

// scoreRow is how a player has done in one rule set.
type scoreRow struct {
	Game, GameName      string
	Wins, Losses, Draws int
	Rating              string // empty before the first rated match
}

// homeEnded is how many finished games the home page shows.
const homeEnded = 10

func (s *Server) showHome(w http.ResponseWriter, r *http.Request) error {
	visitor := visitorOf(r)
	if !visitor.known() {
		return toLogIn(w, r)
	}
	scores, err := s.live.Scores(r.Context(), visitor.user.ID)
	if err != nil {
		return err
	}
	ratings, err := s.live.Ratings(r.Context(), visitor.user.ID)
	if err != nil {
		return err
	}
	v := homeView{page: s.page(r, s.texts(r).Text("web.home.title")), Email: visitor.user.Email}
	v.Scores, v.Points = s.scores(s.texts(r), scores)
	addRatings(v.Scores, ratings)
	if v.Running, err = s.running(r); err != nil {
		return err
	}
	v.Ended, err = s.rows(r, live.Filter{User: visitor.user.ID, Statuses: []match.Status{match.Over}, Limit: homeEnded})
	if err != nil {
		return err
	}
	return s.render(w, http.StatusOK, "home", &v)
}

// running lists the games of the visitor that are not over.
func (s *Server) running(r *http.Request) ([]row, error) {
	unfinished := []match.Status{match.Waiting, match.Ready, match.Playing}
	return s.rows(r, live.Filter{User: visitorOf(r).user.ID, Statuses: unfinished, Limit: listLength})
}

// scores makes rows of scores, and sums up the points.
func (s *Server) scores(t *texts, list []live.Score) (rows []scoreRow, points string) {
	halves := 0
	for _, score := range list {
		halves += 2*score.Wins + score.Draws
		rows = append(rows, scoreRow{score.Game, t.Game(s.gameInfo(score.Game)), score.Wins, score.Losses, score.Draws, ""})
	}
	whole := halves / 2
	switch {
	case halves%2 == 0:
		points = t.Text("web.points", "points", whole)
	case whole == 0:
		points = t.Text("web.points.half")
	default:
		points = t.Text("web.points.and-half", "points", whole)
	}
	return rows, points
}

// addRatings adds ratings to the rows of their rule sets.
func addRatings(rows []scoreRow, ratings []live.Rating) {
	for i := range rows {
		for _, rating := range ratings {
			if rating.Game == rows[i].Game {
				rows[i].Rating = ratingText(rating)
			}
		}
	}
}
