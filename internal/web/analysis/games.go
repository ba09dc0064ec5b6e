// SPDX-License-Identifier: Apache-2.0

package analysis

import (
	"net/http"
	"net/url"

	"cairn/internal/web"
	"cairn/internal/web/listing"
)

// gamesView lists the games that can be analysed.
type gamesView struct {
	web.Page
	Families []listing.Card
	Exact    map[string]listing.Exactness // by address
}

func (s *handlers) showGames(w http.ResponseWriter, r *http.Request) error {
	t := s.Texts(r)
	v := gamesView{Page: s.Page(r, t.Text("web.analysis.list.title")), Families: s.Cards(t, gamePath), Exact: map[string]listing.Exactness{}}
	for _, entry := range s.Live.Games().All() {
		v.Exact[gamePath(entry.Info().ID)] = s.Exactness(t, entry)
	}
	return s.Render(w, http.StatusOK, "analysis_games", &v)
}

// gamePath is the address of the analysis board of a game.
func gamePath(id string) string { return "/analysis/" + id }

// positionPath is the address of a position on the analysis board.
func positionPath(id, position string) string {
	return gamePath(id) + "?" + url.Values{"position": {position}}.Encode()
}
