// SPDX-License-Identifier: Apache-2.0

// Package explore serves what people play: the moves of a position with their results
// and values, and the openings of each game.
package explore

import (
	"embed"
	"net/http"
	"net/url"

	"cairn/catalog"
	"cairn/internal/account"
	"cairn/internal/study"
	"cairn/internal/web"
	"cairn/internal/web/listing"
)

// Files are the templates and texts of this feature.
//
//go:embed templates texts
var Files embed.FS

type handlers struct {
	core      *web.Server
	lists     *listing.Lists
	estimates estimates
}

// Register adds the routes of the explorer and the openings, if the server counts what
// people play.
func Register(server *web.Server) {
	if server.Library == nil {
		return
	}
	h := &handlers{core: server, lists: listing.New(server), estimates: estimates{known: map[string]map[string]study.Worth{}}}
	server.Handle("GET /explorer/{game}", h.core.Judging.Handle(h.showPosition), web.API("GET /explorer/{game}", account.ScopeRead))
	server.Handle("GET /openings", h.showGames)
	server.Handle("GET /openings/{game}", h.core.Judging.Handle(h.showOpenings), web.API("GET /openings/{game}", account.ScopeRead))
}

// entry returns the game of an address. Redirected is true if the address has another
// name of the game and the answer leads to its own.
func (s *handlers) entry(w http.ResponseWriter, r *http.Request, page string) (entry *catalog.Entry, redirected bool, err error) {
	entry, err = s.core.Live.Rooms.Games().Find(r.PathValue("game"))
	if err != nil {
		return nil, false, web.ErrNoPage
	}
	if id := entry.Info().ID; id != r.PathValue("game") && !web.WantsJSON(r) {
		to := url.URL{Path: page + id, RawQuery: r.URL.RawQuery}
		http.Redirect(w, r, to.String(), http.StatusFound)
		return entry, true, nil
	}
	return entry, false, nil
}
