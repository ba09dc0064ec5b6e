// SPDX-License-Identifier: Apache-2.0

package analysis

import (
	"net/http"
	"net/url"
	"slices"

	"cairn/internal/web"
	"cairn/internal/web/boardview"
	"cairn/internal/web/listing"
)

// gamesView lists the games that can be analysed.
type gamesView struct {
	web.Page
	Families []gameCard
}

// gameCard is one family of games.
type gameCard struct {
	boardview.Picture
	Variants []listing.GameChoice // beside the standard rules
}

func (s *handlers) showGames(w http.ResponseWriter, r *http.Request) error {
	t := s.Texts(r)
	v := gamesView{Page: s.Page(r, t.Text("web.analysis.list.title"))}
	for _, f := range s.Families(t) {
		g, err := s.Live.Games().Game(f.ID)
		if err != nil {
			continue
		}
		card := gameCard{Picture: boardview.StartPicture(t, g)}
		card.Path, card.Name = gamePath(f.ID), f.Name
		card.Variants = slices.DeleteFunc(f.Games, func(c listing.GameChoice) bool { return c.ID == f.ID })
		v.Families = append(v.Families, card)
	}
	return s.Render(w, http.StatusOK, "analysis_games", &v)
}

// gamePath is the address of the analysis board of a game.
func gamePath(id string) string { return "/analysis/" + id }

// positionPath is the address of a position on the analysis board.
func positionPath(id, position string) string {
	return gamePath(id) + "?" + url.Values{"position": {position}}.Encode()
}
