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
	Record   string                       // as it was typed
	Problem  *web.Problem
}

func (s *handlers) showGames(w http.ResponseWriter, r *http.Request) error {
	return s.renderGames(w, r, "", nil)
}

// renderGames answers with the games, and with what is wrong with a record that was
// sent.
func (s *handlers) renderGames(w http.ResponseWriter, r *http.Request, typed string, p *web.Problem) error {
	t := s.core.Texts(r)
	v := gamesView{Page: s.core.Page(r, t.Text("web.analysis.list.title")), Families: s.lists.Cards(t, gamePath), Record: typed, Problem: p, Exact: map[string]listing.Exactness{}}
	for _, entry := range s.core.Live.Rooms.Games().All() {
		v.Exact[gamePath(entry.Info().ID)] = s.lists.Exactness(t, entry)
	}
	status := http.StatusOK
	if p != nil {
		status = p.Status
	}
	return s.core.Render(w, status, "analysis_games", &v)
}

// gamePath is the address of the analysis board of a game.
func gamePath(id string) string { return "/analysis/" + id }

// positionPath is the address of a position on the analysis board.
func positionPath(id, position string) string {
	return gamePath(id) + "?" + url.Values{"position": {position}}.Encode()
}
