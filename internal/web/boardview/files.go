// SPDX-License-Identifier: Apache-2.0

// Package boardview draws boards as SVG and describes positions to the scripts
// of a page. It knows no rules: it draws a game.Board and a game.View, and enters
// moves by their paths.
package boardview

import "embed"

// Files are the templates and texts of this package.
//
//go:embed templates texts
var Files embed.FS
