// SPDX-License-Identifier: Apache-2.0

package web

import (
	"net/http"
	"net/url"

	"cairn/internal/account"
	"cairn/internal/failure"
	"cairn/internal/live"
)

// playerRecent is how many games a profile shows.
const playerRecent = 8

// playerView is what everybody may know of an account.
type playerView struct {
	page
	Player     string
	Since      string // day
	Role       account.Role
	Banned     bool
	Own        bool   // it is the visitor's
	Points     string // a win counts one, a draw a half
	Standings  []standing
	Graph      *graphView
	Graphs     []navGraph
	Recent     []row
	Games      string   // address of all their games
	Downloads  []string // extensions, for one's own games
	Moderation *moderationView
}

// standing is how somebody has done in one rule set.
type standing struct {
	scoreRow
	Rating    string // empty without rated games
	Deviation int
	Rated     int // games
}

// navGraph leads to the graph of another rule set.
type navGraph struct {
	Href, GameName string
	Here           bool
}

// profileState is a profile for programs.
type profileState struct {
	Name    string          `json:"name"`
	SinceMS int64           `json:"since_ms"`
	Games   []standingState `json:"games"`
}

// standingState is a standing for programs.
type standingState struct {
	Game      string  `json:"game"`
	Wins      int     `json:"wins"`
	Losses    int     `json:"losses"`
	Draws     int     `json:"draws"`
	Rating    float64 `json:"rating"` // 0 without rated games
	Deviation float64 `json:"deviation"`
	Rated     int     `json:"rated"` // games
}

func (s *Server) showPlayer(w http.ResponseWriter, r *http.Request) error {
	profile, err := s.live.Profile(r.Context(), r.PathValue("name"))
	switch {
	case failure.CodeOf(err) == failure.NotFound && !wantsJSON(r):
		return s.showNoPlayer(w, r, r.PathValue("name"), err)
	case err != nil:
		return err
	case wantsJSON(r):
		return s.writeJSON(w, http.StatusOK, newProfileState(profile))
	}
	user, t := profile.User, s.texts(r)
	v := playerView{
		page: s.page(r, user.Name), Player: user.Name, Since: dayText(user.Created), Role: user.Role, Banned: user.Banned,
		Own: user.ID == visitorOf(r).user.ID, Games: "/games?player=" + url.QueryEscape(user.Name), Moderation: s.moderation(r, user),
	}
	v.Standings, v.Points = s.standings(t, profile)
	if err := s.graphs(r, &v, profile); err != nil {
		return err
	}
	list, _, err := s.live.Archive(r.Context(), live.Filter{User: user.ID, Limit: playerRecent})
	if err != nil {
		return err
	}
	if v.Recent, err = s.rowsOf(r, list); err != nil {
		return err
	}
	if v.Own {
		v.Downloads = extensions()
	}
	return s.render(w, http.StatusOK, "player", &v)
}

// standings puts scores and ratings together, and sums up the points.
func (s *Server) standings(t *texts, p live.Profile) (list []standing, points string) {
	scores, points := s.scores(t, p.Scores)
	ratings := map[string]live.Rating{}
	for _, r := range p.Ratings {
		ratings[r.Game] = r
	}
	for _, score := range scores {
		line := standing{scoreRow: score}
		if r, rated := ratings[score.Game]; rated {
			line.Rating, line.Deviation, line.Rated = ratingText(r), whole(r.Deviation), r.Games
		}
		list = append(list, line)
	}
	return list, points
}

// graphs draws the rating of the rule set that is asked for, else of the one
// with most rated games, and links to the others.
func (s *Server) graphs(r *http.Request, v *playerView, p live.Profile) error {
	chosen, most := "", 0
	asked := r.URL.Query().Get("game")
	for _, rating := range p.Ratings {
		if rating.Game == asked {
			chosen = asked
			break
		}
		if rating.Games > most {
			chosen, most = rating.Game, rating.Games
		}
	}
	if chosen == "" {
		return nil
	}
	changes, err := s.live.RatingChanges(r.Context(), p.User.ID, chosen)
	if err != nil {
		return err
	}
	t := s.texts(r)
	v.Graph = newGraph(t, t.Game(s.gameInfo(chosen)), changes)
	for _, rating := range p.Ratings {
		v.Graphs = append(v.Graphs, navGraph{
			Href: "?game=" + url.QueryEscape(rating.Game) + "#graph", GameName: t.Game(s.gameInfo(rating.Game)), Here: rating.Game == chosen,
		})
	}
	return nil
}

func newProfileState(p live.Profile) profileState {
	state := profileState{Name: p.User.Name, SinceMS: p.User.Created.UnixMilli(), Games: []standingState{}}
	ratings := map[string]live.Rating{}
	for _, r := range p.Ratings {
		ratings[r.Game] = r
	}
	for _, score := range p.Scores {
		r := ratings[score.Game]
		state.Games = append(state.Games, standingState{
			score.Game, score.Wins, score.Losses, score.Draws, r.Rating.Rating, r.Deviation, r.Games,
		})
	}
	return state
}
