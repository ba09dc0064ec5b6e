// SPDX-License-Identifier: Apache-2.0

// Package notify serves notifications: the stream of notices that every page follows,
// the list of running games, the link to the next one, subscriptions to Web Push, and
// unsubscribing from mail digests.
package notify

import (
	"embed"

	"cairn/internal/account"
	"cairn/internal/web"
	"cairn/internal/web/listing"
)

// Files are the templates and texts of this feature.
//
//go:embed templates texts
var Files embed.FS

type handlers struct {
	core  *web.Server
	lists *listing.Lists
}

// Register adds the routes of notices.
func Register(server *web.Server) {
	h := &handlers{server, listing.New(server)}
	server.Handle("GET /notices/live", h.liveNotices)
	server.HandleAPI("GET /events", account.ScopeRead, h.events)
	server.Handle("GET /running", web.ForKnown(h.showRunning))
	server.Handle("GET /next", web.ForKnown(h.next))
	if server.Notify == nil {
		return
	}
	limit := server.Limits.Create
	server.Notify.Use(&words{server, h.lists, server.Notify.URL})
	server.Handle("POST /notices/push", web.PerPlayer(limit, web.ForKnown(web.WithForm(h.subscribe))))
	server.Handle("POST /notices/push/end", web.PerPlayer(limit, web.ForKnown(h.unsubscribe)))
	server.Handle("GET /unsubscribe/{token}", h.showUnsubscribe)
	server.Handle("POST /unsubscribe/{token}", web.PerAddress(server.Limits.Join, h.endDigest))
}
