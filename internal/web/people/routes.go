// SPDX-License-Identifier: Apache-2.0

// Package people serves what users have to do with each other outside of a match:
// challenges, and whom they follow and block.
package people

import (
	"embed"

	"cairn/internal/live"
	"cairn/internal/web"
	"cairn/internal/web/listing"
)

// Files are the templates and texts of this feature.
//
//go:embed templates texts
var Files embed.FS

type handlers struct{ *listing.Lists }

// Register adds the routes of people.
func Register(server *web.Server) {
	h := &handlers{listing.New(server)}
	limits := &server.Limits

	server.Handle("GET /challenge/{name}", web.ForMember(h.showForm))
	server.Handle("POST /challenge/{name}", web.ForMember(web.PerCreator(limits.Create, h.challenge)))
	server.Handle("GET /challenges", web.ForMember(h.showChallenges))
	server.Handle("GET /challenges/live", h.liveChallenges)
	server.Handle("GET /challenges/{id}", web.ForMember(h.showChallenge))
	server.Handle("POST /challenges/{id}/accept", web.ForMember(web.PerPlayer(limits.Create, h.accept)))
	server.Handle("POST /challenges/{id}/decline", web.ForMember(web.PerPlayer(limits.Create, h.decline)))
	server.Handle("POST /challenges/{id}/cancel", web.ForMember(web.PerPlayer(limits.Create, h.cancel)))
	server.Handle("POST /settings/challenges", web.ForMember(web.PerPlayer(limits.Create, h.allow)))

	server.Handle("GET /following", web.ForMember(h.showFollowing))
	for path, kind := range map[string]live.RelationKind{
		"follow": live.Follows, "unfollow": live.NoRelation, "block": live.Blocks, "unblock": live.NoRelation,
	} {
		server.Handle("POST /player/{name}/"+path, web.ForMember(web.PerPlayer(limits.Create, h.relate(kind, path))))
	}
}
