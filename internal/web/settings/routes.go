// SPDX-License-Identifier: Apache-2.0

// Package settings serves the page on which visitors choose language and looks.
package settings

import (
	"embed"

	"cairn/internal/web"
)

// Files are the templates and texts of this feature.
//
//go:embed templates texts
var Files embed.FS

type handlers struct{ *web.Server }

// Register adds the routes of settings.
func Register(server *web.Server) {
	h := &handlers{server}
	server.Handle("GET /settings", h.showSettings)
	server.Handle("POST /settings", web.PerPlayer(server.Limits.Create, h.saveSettings))
	server.Handle("POST /language", web.PerPlayer(server.Limits.Create, h.saveLanguage))
}
