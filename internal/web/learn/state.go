// SPDX-License-Identifier: Apache-2.0

package learn

import (
	"net/http"

	"cairn/catalog"
	"cairn/internal/web"
)

// gameState is a rule set as JSON.
type gameState struct {
	ID       string   `json:"id"`
	Name     string   `json:"name"`
	Family   string   `json:"family"`  // id of the rule set that it is a variant of, or its own
	Variant  string   `json:"variant"` // in words
	Aliases  []string `json:"aliases"`
	Revision int      `json:"revision"` // rises when legal play changes
	Men      int      `json:"men"`      // of a side
	Levels   []string `json:"levels"`   // of the computer
	Start    string   `json:"start"`    // position
	Points   []string `json:"points"`   // names, in the order of the men in a state
	URL      string   `json:"url"`      // of the rules
}

func newGameState(t *web.Texts, entry *catalog.Entry) gameState {
	info := entry.Info()
	g := gameState{
		ID: info.ID, Name: t.Game(info), Family: info.Family, Variant: t.Variant(info), Aliases: append([]string{}, info.Aliases...),
		Revision: info.Revision, Men: info.Men, Levels: entry.Levels(), Start: entry.Start().String(), URL: "/rules/" + info.ID,
	}
	for _, spot := range info.Board.Points {
		g.Points = append(g.Points, spot.Name)
	}
	return g
}

// writeGames answers a program with all rule sets.
func (s *handlers) writeGames(w http.ResponseWriter, r *http.Request) error {
	games := []gameState{}
	for _, entry := range s.core.Live.Rooms.Games().All() {
		games = append(games, newGameState(s.core.Texts(r), entry))
	}
	return s.core.WriteJSON(w, http.StatusOK, map[string][]gameState{"games": games})
}
