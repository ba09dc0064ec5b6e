// SPDX-License-Identifier: Apache-2.0

// Package people serves challenges, follows and blocks.
package people

import (
	"embed"

	"cairn/internal/account"
	"cairn/internal/live/social"
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
}

// Register adds the routes of people.
func Register(server *web.Server) {
	h := &handlers{server, listing.New(server)}
	limits := &server.Limits

	server.Handle("GET /challenge/{name}", web.ForMember(h.showForm))
	server.Handle("POST /challenge/{name}", web.ForMember(web.PerCreator(limits.Create, web.WithForm(h.challenge))), web.API("POST /challenges", account.ScopeChallenge))
	server.Handle("GET /challenges", web.ForMember(h.showChallenges), web.API("GET /challenges", account.ScopeRead))
	server.Handle("GET /challenges/live", h.liveChallenges)
	server.Handle("GET /challenges/{id}", web.ForMember(h.showChallenge), web.API("GET /challenges/{id}", account.ScopeRead))
	server.Handle("POST /challenges/{id}/accept", web.ForMember(web.PerPlayer(limits.Create, h.accept)), web.API("POST /challenges/{id}/accept", account.ScopeChallenge))
	server.Handle("POST /challenges/{id}/decline", web.ForMember(web.PerPlayer(limits.Create, web.WithForm(h.decline))), web.API("POST /challenges/{id}/decline", account.ScopeChallenge))
	server.Handle("POST /challenges/{id}/cancel", web.ForMember(web.PerPlayer(limits.Create, h.cancel)), web.API("POST /challenges/{id}/cancel", account.ScopeChallenge))
	server.Handle("POST /settings/challenges", web.ForMember(web.PerPlayer(limits.Create, web.WithForm(h.allow))))

	server.Handle("GET /following", web.ForMember(h.showFollowing), web.API("GET /following", account.ScopeRead))
	for path, kind := range map[string]social.RelationKind{
		"follow": social.Follows, "unfollow": social.NoRelation, "block": social.Blocks, "unblock": social.NoRelation,
	} {
		server.Handle("POST /player/{name}/"+path, web.ForMember(web.PerPlayer(limits.Create, web.WithForm(h.relate(kind, path)))), web.API("POST /users/{name}/"+path, account.ScopePlay))
	}
}
