// SPDX-License-Identifier: Apache-2.0

package archive

import (
	"net/http"

	"cairn/internal/web"
	"cairn/internal/web/boardview"
	"cairn/internal/web/listing"
)

// Players in the ranking of one game, and of each game in the list.
const (
	leadersLength = 100
	leadersFew    = 3
)

// leaderboardView is the ranking of one rule set.
type leaderboardView struct {
	web.Page
	Game, GameName string
	Bots           bool // the ranking of bots
	Leaders        []leader
}

// leader is a player in a ranking, on the page and as JSON.
type leader struct {
	Rank      int     `json:"rank"`
	Name      string  `json:"name"`
	Bot       bool    `json:"bot,omitempty"`
	Rating    float64 `json:"rating"`
	Deviation float64 `json:"deviation"`
	Games     int     `json:"games"` // rated ones
	Profile   string  `json:"-"`     // address
	You       bool    `json:"-"`
}

func (s *handlers) showLeaderboard(w http.ResponseWriter, r *http.Request) error {
	entry, err := s.core.Live.Rooms.Games().Find(r.PathValue("game"))
	if err != nil {
		return web.ErrNoPage
	}
	info := entry.Info()
	if info.ID != r.PathValue("game") && !web.IsAPI(r) { // an alias
		http.Redirect(w, r, "/leaderboard/"+info.ID, http.StatusFound)
		return nil
	}
	bots := r.URL.Query().Get("bots") == "yes"
	list, err := s.leaders(r, info.ID, bots, leadersLength)
	if err != nil {
		return err
	}
	if web.WantsJSON(r) {
		return s.core.WriteJSON(w, http.StatusOK, map[string][]leader{"leaders": list})
	}
	name := s.core.Texts(r).Game(info)
	v := leaderboardView{Page: s.core.Page(r, s.core.Texts(r).Text("web.leaders.of", "game", name)), Game: info.ID, GameName: name, Bots: bots, Leaders: list}
	return s.core.Render(w, http.StatusOK, "leaderboard", &v)
}

// leaders returns the ranking of people or bots in one rule set.
func (s *handlers) leaders(r *http.Request, game string, bots bool, most int) ([]leader, error) {
	list, err := s.core.Live.Ratings.Leaders(r.Context(), game, bots, most)
	you := web.VisitorOf(r).User.ID
	ranking := make([]leader, len(list))
	for i, l := range list {
		ranking[i] = leader{i + 1, l.Name, bots, l.Rating.Rating.Rating, l.Rating.Deviation, l.Rating.Games, listing.ProfilePath(l.Name), l.User == you}
	}
	return ranking, err
}

// leaderboardsView lists the rankings of all games.
type leaderboardsView struct {
	web.Page
	Boards []leaderboardCard
	Empty  []leaderboardCard // rankings without players
}

// leaderboardCard is the top of one ranking.
type leaderboardCard struct {
	Path, GameName string
	Thumb          *boardview.Thumb
	Leaders        []leader
}

func (s *handlers) showLeaderboards(w http.ResponseWriter, r *http.Request) error {
	t := s.core.Texts(r)
	v := leaderboardsView{Page: s.core.Page(r, t.Text("web.leaders.title"))}
	for _, entry := range s.core.Live.Rooms.Games().All() {
		info := entry.Info()
		list, err := s.leaders(r, info.ID, false, leadersFew)
		if err != nil {
			return err
		}
		card := leaderboardCard{"/leaderboard/" + info.ID, t.Game(info), boardview.NewThumb(info.Board, boardview.Lively(entry)), list}
		if len(list) == 0 {
			v.Empty = append(v.Empty, card)
		} else {
			v.Boards = append(v.Boards, card)
		}
	}
	return s.core.Render(w, http.StatusOK, "leaderboards", &v)
}
