// SPDX-License-Identifier: Apache-2.0

// Package puzzle serves puzzles, storms and drills. The server decides whether a move is
// right: a page has no solution before the puzzle is solved or given up.
package puzzle

import (
	"embed"

	"cairn/internal/account"
	"cairn/internal/web"
)

// Files are the templates, texts and static files of this feature.
//
//go:embed templates texts static/*.css static/*.js
var Files embed.FS

type handlers struct{ core *web.Server }

// Register adds the routes of puzzles, storms and drills, if the server has them.
func Register(server *web.Server) {
	if server.Puzzles == nil {
		return
	}
	h := &handlers{server}
	limits := &server.Limits
	server.Handle("GET /puzzles", h.showPuzzles)
	server.Handle("GET /puzzles/{game}", h.showNext, web.API("GET /puzzles/{game}", account.ScopeRead))
	server.Handle("GET /puzzles/storm", h.showStorm)
	server.Handle("POST /puzzles/storm", web.PerPlayer(limits.Command, h.startStorm))
	server.Handle("POST /puzzles/storm/move", web.PerPlayer(limits.Command, h.tryStorm))
	server.Handle("GET /puzzle/daily", h.showDaily, web.API("GET /puzzles/daily", account.ScopeRead))
	server.Handle("GET /puzzle/{id}", h.showPuzzle)
	server.Handle("POST /puzzle/{id}/move", web.PerPlayer(limits.Command, h.tryMove), web.API("POST /puzzles/{id}/moves", account.ScopePlay))
	server.Handle("POST /puzzle/{id}/solution", web.PerPlayer(limits.Command, h.giveUp), web.API("POST /puzzles/{id}/solution", account.ScopePlay))
	server.Handle("GET /drills", h.showDrills, web.API("GET /drills", account.ScopeRead))
	server.Handle("GET /drills/{game}/{n}", h.showDrill, web.API("GET /drills/{game}/{n}", account.ScopeRead))
	server.Handle("POST /drills/{game}/{n}", web.PerCreator(limits.Create, h.startDrill), web.API("POST /drills/{game}/{n}", account.ScopePlay))
}
