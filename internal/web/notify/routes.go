// SPDX-License-Identifier: Apache-2.0

// Package notify serves what tells a player that it is their turn: the stream of
// notices that every page follows, the list of running games, and the way to the
// next one.
package notify

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

// Register adds the routes of notices.
func Register(server *web.Server) {
	h := &handlers{listing.New(server)}
	server.Handle("GET /notices/live", h.liveNotices)
	server.Handle("GET /running", web.ForKnown(h.showRunning))
	server.Handle("GET /next", web.ForKnown(h.next))
}
