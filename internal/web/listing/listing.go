// SPDX-License-Identifier: Apache-2.0

// Package listing holds what several features show alike: rows of matches, menus
// of games, and players with their names and ratings.
package listing

import (
	"embed"

	"cairn/internal/web"
)

// Files are the templates and texts of this package.
//
//go:embed templates texts
var Files embed.FS

// Lists reads what is listed. Features embed it, and with it the server.
type Lists struct{ *web.Server }

// New returns the lists of a server.
func New(server *web.Server) *Lists { return &Lists{server} }
