// SPDX-License-Identifier: Apache-2.0

// Package archive serves finished games: their search, players with their ratings, and
// leaderboards.
package archive

import (
	"embed"

	"cairn/internal/account"
	"cairn/internal/web"
	"cairn/internal/web/listing"
)

// Files are the templates and texts of this feature.
//
//go:embed templates texts
var Files embed.FS

type handlers struct {
	core  *web.Server
	lists *listing.Lists
}

// Register adds the routes of the archive.
func Register(server *web.Server) {
	h := &handlers{server, listing.New(server)}
	server.Handle("GET /games", h.showGames, web.API("GET /matches", account.ScopeRead))
	server.Handle("GET /player", h.showPlayerFind)
	server.Handle("GET /player/{name}", h.showPlayer, web.API("GET /users/{name}", account.ScopeRead))
	server.Handle("GET /leaderboard", h.showLeaderboards)
	server.Handle("GET /leaderboard/{game}", h.showLeaderboard, web.API("GET /leaderboards/{game}", account.ScopeRead))
}
