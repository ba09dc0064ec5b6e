// SPDX-License-Identifier: Apache-2.0

// Package match serves a match: its page, the commands of its players, the live
// stream, all turns for replay, and downloads.
package match

import (
	"embed"

	"cairn/internal/account"
	"cairn/internal/lru"
	"cairn/internal/pagestate"
	"cairn/internal/web"
	"cairn/internal/web/listing"
	"cairn/match"
)

// Files are the templates, texts and static files of this feature.
//
//go:embed templates texts static/*.js
var Files embed.FS

type handlers struct {
	core  *web.Server
	lists *listing.Lists
	logs  *lru.Cache[logKey, []pagestate.LogLine]
}

// Register adds the routes of matches.
func Register(server *web.Server) {
	h := &handlers{server, listing.New(server), lru.New[logKey, []pagestate.LogLine](maxLogBytes)}

	// The page of a match, or its record when the id has an extension.
	server.Handle("GET /match/{id}", h.showMatch, web.API("GET /matches/{id}", account.ScopeRead))
	server.HandleAPI("GET /matches/{id}/record", account.ScopeRead, h.showRecord)
	server.Handle("GET /match/{id}/live", h.liveMatch, web.API("GET /matches/{id}/events", account.ScopeRead))
	server.Handle("GET /match/{id}/turns", h.showTurns, web.API("GET /matches/{id}/turns", account.ScopeRead))
	server.Handle("GET /match/{id}/why", web.PerPlayer(server.Limits.Command, h.explainTouch), web.API("GET /matches/{id}/why", account.ScopeRead))
	server.Handle("POST /match/{id}/keep", web.PerPlayer(server.Limits.Command, h.keep), web.API("POST /matches/{id}/keep", account.ScopePlay))

	server.Handle("POST /match/{id}/phrase", web.PerPlayer(server.Limits.Command, h.say), web.API("POST /matches/{id}/phrases", account.ScopePlay))

	server.Handle("POST /match/{id}/hint", web.PerPlayer(server.Limits.Command, h.hint))

	for _, kind := range []match.ActionKind{
		match.Start, match.Move, match.Draw, match.Undo, match.Redo, match.Answer, match.Withdraw,
		match.Resign, match.Abort, match.Claim, match.Rematch,
	} {
		path := string(kind)
		if kind == match.Move {
			path = "moves" // in the API: a move is added to them
		}
		server.Handle("POST /match/{id}/"+string(kind), web.PerPlayer(server.Limits.Command, h.command(kind)), web.Quick(),
			web.API("POST /matches/{id}/"+path, account.ScopePlay))
	}
}
