// SPDX-License-Identifier: Apache-2.0

// Package review serves the review of a finished match: the value of each move, a graph of
// the values, the accuracy of both sides, and the player's mistakes as exercises. Values
// come from package study; nothing is stored.
package review

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

// Register adds the routes of reviews. The tried moves of an exercise are in the address.
func Register(server *web.Server) {
	h := &handlers{server, listing.New(server)}
	server.Handle("GET /match/{id}/review/picture.png", h.core.Pictures.Handle(h.showPicture))
	server.Handle("GET /match/{id}/review", h.core.Judging.Handle(h.show), web.API("GET /matches/{id}/review", account.ScopeRead))
}
