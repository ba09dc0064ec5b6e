// SPDX-License-Identifier: Apache-2.0

// Package analysis serves the analysis board: what a position and each of its moves
// are worth, with moves for both sides. It stores nothing: the position is in the
// address.
package analysis

import (
	"embed"

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
	server.Handle("GET /analysis/{game}/state", h.showState)
	server.Handle("GET /analysis/{game}/edit", h.showEdit)
	server.Handle("GET /analysis/{game}/live", web.PerPlayer(server.Limits.Command, h.liveLines))
}
