// SPDX-License-Identifier: Apache-2.0

// Package puzzle serves puzzles and drills. The server decides whether a move is
// right: a page has no solution before the puzzle is solved or given up.
package puzzle

import (
	"embed"

	"cairn/internal/web"
	"cairn/internal/web/listing"
)

// Files are the templates and texts of this feature.
//
//go:embed templates texts
var Files embed.FS

type handlers struct{ *listing.Lists }

// Register adds the routes of puzzles and drills, if the server has them.
func Register(server *web.Server) {
	if server.Puzzles == nil {
		return
	}
	h := &handlers{listing.New(server)}
	limits := &server.Limits
	server.Handle("GET /puzzles", h.showPuzzles)
	server.Handle("GET /puzzles/{game}", h.showNext)
	server.Handle("GET /puzzle/daily", h.showDaily)
	server.Handle("GET /puzzle/{id}", h.showPuzzle)
	server.Handle("POST /puzzle/{id}/move", web.PerPlayer(limits.Command, h.tryMove))
	server.Handle("POST /puzzle/{id}/solution", web.PerPlayer(limits.Command, h.giveUp))
	server.Handle("GET /drills", h.showDrills)
	server.Handle("GET /drills/{game}/{n}", h.showDrill)
	server.Handle("POST /drills/{game}/{n}", web.PerCreator(limits.Create, h.startDrill))
}
