// SPDX-License-Identifier: Apache-2.0

// Package moderation serves what moderators do to accounts: bans and roles.
package moderation

import (
	"embed"

	"cairn/internal/web"
)

// Files are the texts of this feature.
//
//go:embed texts
var Files embed.FS

type handlers struct{ *web.Server }

// Register adds the routes of moderation.
func Register(server *web.Server) {
	h := &handlers{server}
	server.Handle("POST /player/{name}/ban", web.ForStaff(h.setBanned(true)))
	server.Handle("POST /player/{name}/unban", web.ForStaff(h.setBanned(false)))
	server.Handle("POST /player/{name}/role", web.ForStaff(h.setRole))
}
