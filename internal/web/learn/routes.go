// SPDX-License-Identifier: Apache-2.0

// Package learn serves lessons and the rules of games in words.
package learn

import (
	"embed"

	"cairn/internal/account"
	"cairn/internal/web"
	"cairn/internal/web/listing"
)

// Files are the templates and texts of this feature.
//
//go:embed templates texts static/*.css
var Files embed.FS

type handlers struct {
	core  *web.Server
	lists *listing.Lists
}

// Register adds the routes of lessons and rules. The tried moves of a lesson are in the
// address; nothing is stored.
func Register(server *web.Server) {
	h := &handlers{server, listing.New(server)}
	server.Handle("GET /learn", h.showLessonList)
	server.Handle("GET /learn/{game}", h.showLesson)
	server.Handle("GET /rules", h.showRulesList, web.API("GET /games", account.ScopeRead))
	server.Handle("GET /rules/{game}", h.showRules, web.API("GET /games/{game}", account.ScopeRead))
}
