// SPDX-License-Identifier: Apache-2.0

// Package explore serves the opening explorer: the moves played in a position with their
// results and values, and the openings of each game.
package explore

import (
	"embed"
	"net/http"
	"net/url"
	"sync/atomic"

	"cairn/catalog"
	"cairn/internal/account"
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
	searching atomic.Bool // the engine searches openings
}

// Register adds the routes of the explorer and the openings, if the server counts moves.
func Register(server *web.Server) {
	if server.Library == nil {
		return
	}
	h := &handlers{core: server, lists: listing.New(server)}
	server.Handle("GET /explorer/{game}", h.core.Judging.Handle(h.ofGame(explorerPath, h.showPosition)), web.API("GET /explorer/{game}", account.ScopeRead))
	server.Handle("GET /openings", h.showGames)
	server.Handle("GET /openings/{game}", h.core.Judging.Handle(h.ofGame(openingsPath, h.showOpenings)), web.API("GET /openings/{game}", account.ScopeRead))
}

// ofGame serves a handler with the game of an address below a path. A page with an alias
// of the game redirects to the address with its ID.
func (s *handlers) ofGame(path string, h func(w http.ResponseWriter, r *http.Request, entry *catalog.Entry) error) web.Handler {
	return func(w http.ResponseWriter, r *http.Request) error {
		entry, err := s.core.Live.Rooms.Games().Find(r.PathValue("game"))
		if err != nil {
			return web.ErrNoPage
		}
		if id := entry.Info().ID; id != r.PathValue("game") && !web.WantsJSON(r) {
			to := url.URL{Path: path + id, RawQuery: r.URL.RawQuery}
			http.Redirect(w, r, to.String(), http.StatusFound)
			return nil
		}
		return h(w, r, entry)
	}
}
