// SPDX-License-Identifier: Apache-2.0

// Package analysis serves the analysis board: the values of a position and of each move,
// with moves for both sides. It stores nothing: the position is in the address.
package analysis

import (
	"embed"
	"net/http"
	"net/url"

	"cairn/internal/account"
	"cairn/internal/web"
	"cairn/internal/web/listing"
)

// Files are the templates, texts and static files of this feature.
//
//go:embed templates texts static/*.css static/*.js
var Files embed.FS

type handlers struct {
	core  *web.Server
	lists *listing.Lists
}

// Register adds the routes of the analysis board.
func Register(server *web.Server) {
	h := &handlers{server, listing.New(server)}
	server.Handle("GET /analysis", h.showGames)
	server.Handle("POST /analysis", web.PerPlayer(server.Limits.Command, h.open), web.MaxBody(listing.MaxRecordForm))
	server.Handle("GET /analysis/{game}", h.showPosition, web.API("GET /analysis/{game}", account.ScopeRead))
	server.Handle("POST /analysis/{game}/record", web.PerPlayer(server.Limits.Command, h.download), web.MaxBody(maxTree))
	server.Handle("GET /analysis/{game}/state", h.forScript(h.showState))
	server.Handle("GET /analysis/{game}/edit", h.showEdit)
	server.Handle("GET /analysis/{game}/live", web.PerPlayer(server.Limits.Command, h.forScript(h.liveLines)))
}

// gamesView lists the games that can be analysed.
type gamesView struct {
	web.Page
	Families []listing.Card
	Exact    map[string]listing.Exactness // by address
	Record   string                       // as it was typed
	Problem  *web.Problem
}

func (s *handlers) showGames(w http.ResponseWriter, r *http.Request) error {
	return s.renderGames(w, r, http.StatusOK, gamesView{})
}

// renderGames answers with the games, and with the problem of a record that was sent.
func (s *handlers) renderGames(w http.ResponseWriter, r *http.Request, status int, v gamesView) error {
	t := s.core.Texts(r)
	v.Page, v.Families, v.Exact = s.core.Page(r, t.Text("web.analysis.list.title")), s.lists.Cards(t, gamePath), map[string]listing.Exactness{}
	for _, entry := range s.core.Live.Rooms.Games().All() {
		v.Exact[gamePath(entry.Info().ID)] = s.lists.Exactness(t, entry)
	}
	return s.core.Render(w, status, "analysis_games", &v)
}

// gamePath is the address of the analysis board of a game.
func gamePath(id string) string { return "/analysis/" + id }

// positionPath is the address of a position on the analysis board.
func positionPath(id, position string, f listing.PlayedFilter) string {
	return gamePath(id) + "?" + f.Add(url.Values{"position": {position}}).Encode()
}
