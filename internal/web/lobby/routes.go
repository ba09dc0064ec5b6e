// SPDX-License-Identifier: Apache-2.0

// Package lobby serves the ways to a game: the front page, the player's home, the
// form to start a game, the search for an opponent, joining by id, and opening a
// saved game.
package lobby

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
	core    *web.Server
	lists   *listing.Lists
	uploads *web.Work
}

// Register adds the routes of the lobby.
func Register(server *web.Server) {
	h := &handlers{server, listing.New(server), web.NewWork()}
	limits := &server.Limits

	server.Handle("GET /{$}", h.showFront)
	server.Handle("GET /about", h.showAbout)
	server.Handle("GET /featured/{id}", h.showFeatured)
	server.Handle("GET /home", h.showHome, web.API("GET /account/matches", account.ScopeRead))

	server.Handle("GET /play", h.showPlay)
	server.Handle("POST /match", web.PerCreator(limits.Create, h.createMatch), web.API("POST /matches", account.ScopePlay))
	server.Handle("POST /seek", web.PerCreator(limits.Create, h.seek), web.API("POST /seeks", account.ScopePlay))
	server.Handle("GET /seek/{id}", h.showSeek, web.API("GET /seeks/{id}", account.ScopeRead))
	server.Handle("GET /seek/{id}/live", h.liveSeek, web.API("GET /seeks/{id}/events", account.ScopeRead))
	server.Handle("POST /seek/{id}/cancel", h.cancelSeek, web.API("POST /seeks/{id}/cancel", account.ScopePlay))
	server.Handle("POST /seek/{id}/accept", web.PerCreator(limits.Create, h.acceptSeek), web.API("POST /seeks/{id}/accept", account.ScopePlay))
	server.Handle("GET /lobby/live", h.liveLobby, web.API("GET /lobby/events", account.ScopeRead))
	server.HandleAPI("GET /lobby", account.ScopeRead, h.showLobby)
	server.HandleAPI("POST /guests", 0, h.createGuest)

	server.Handle("GET /join", h.showJoin)
	server.Handle("POST /join", web.PerAddress(limits.Join, h.join), web.Again(h.joinAgain), web.API("POST /matches/{id}/join", account.ScopePlay))
	server.Handle("GET /upload", h.showUpload)
	server.Handle("POST /upload", web.PerCreator(limits.Upload, h.uploads.Handle(h.upload)), web.MaxBody(listing.MaxRecordForm), web.API("POST /uploads", account.ScopePlay))
}
