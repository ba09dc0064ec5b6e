// SPDX-License-Identifier: Apache-2.0

// Package site assembles the features into one web server.
package site

import (
	"sync"

	"cairn/internal/web"
	"cairn/internal/web/account"
	"cairn/internal/web/analysis"
	"cairn/internal/web/api"
	"cairn/internal/web/archive"
	"cairn/internal/web/boardview"
	"cairn/internal/web/explore"
	"cairn/internal/web/learn"
	"cairn/internal/web/listing"
	"cairn/internal/web/lobby"
	"cairn/internal/web/local"
	"cairn/internal/web/match"
	"cairn/internal/web/moderation"
	"cairn/internal/web/notify"
	"cairn/internal/web/people"
	"cairn/internal/web/preview"
	"cairn/internal/web/puzzle"
	"cairn/internal/web/review"
	"cairn/internal/web/settings"
)

// Content returns the templates and texts of all features. They are parsed once,
// however many servers a process has.
var Content = sync.OnceValue(func() *web.Content {
	return web.NewContent(
		preview.Files,
		boardview.Files, listing.Files, match.Files, lobby.Files, account.Files, archive.Files, learn.Files, settings.Files,
		moderation.Files, local.Files, notify.Files, people.Files, analysis.Files, explore.Files, api.Files, puzzle.Files, review.Files,
	)
})

// New returns the server of the whole site. Close must be called before the
// service stops.
func New(o web.Options) *web.Server {
	o.Content = Content()
	server := web.New(o)
	match.Register(server)
	lobby.Register(server)
	account.Register(server)
	archive.Register(server)
	learn.Register(server)
	settings.Register(server)
	moderation.Register(server)
	notify.Register(server)
	people.Register(server)
	preview.Register(server)
	review.Register(server)
	local.Register(server)
	puzzle.Register(server)
	analysis.Register(server)
	explore.Register(server)
	api.Register(server)
	return server
}
