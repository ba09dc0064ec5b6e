// SPDX-License-Identifier: Apache-2.0

// Package local serves what works without a connection: the manifest and icons of
// the installed program, its service worker, the page it shows offline, and games
// that are played in the browser.
package local

import (
	"embed"

	"cairn/internal/web"
	"cairn/internal/web/listing"
)

// Files are the templates, texts and static files of this feature.
//
//go:embed templates texts static/*.js
var Files embed.FS

type handlers struct {
	core  *web.Server
	lists *listing.Lists
	icons icons
}

// Register adds the routes of this feature.
func Register(server *web.Server) {
	h := &handlers{server, listing.New(server), newIcons(server.Assets.File("icon.svg"))}
	server.Handle("GET /manifest.webmanifest", h.showManifest)
	server.Handle("GET /icon/{file}", h.showIcon)
	server.Handle("GET /sw.js", h.showWorker)
	server.Handle("GET /offline", h.showOffline)
	server.Handle("GET /local", h.showGames)
	server.Handle("GET /local/{game}", h.showPlay)
	server.Handle("GET "+engineFolder+"{sum}/{file}", h.showEngine)
}
