// SPDX-License-Identifier: Apache-2.0

package archive

import (
	"cairn/internal/live/rating"
	"cairn/internal/web"
)

// Views are the data types of the views.
var Views = map[string]any{
	"games":        gamesView{},
	"leaderboard":  leaderboardView{},
	"leaderboards": leaderboardsView{},
	"player":       playerView{},
	"player_find":  playerFindView{},
}

// Graph is the path data of a graph, its rules, and its size.
type Graph struct {
	Line          string
	Rules         []string
	Width, Height int
}

// NewGraph draws changes of a rating.
func NewGraph(t *web.Texts, changes []rating.Change) *Graph {
	v := newGraph(t, "", changes, "")
	if v == nil {
		return nil
	}
	g := &Graph{Line: v.Line, Width: v.Width, Height: v.Height}
	for _, rule := range v.Rules {
		g.Rules = append(g.Rules, rule.Text)
	}
	return g
}

// FormatCursor and ParseCursor write and read places in lists.
var (
	FormatCursor = formatCursor
	ParseCursor  = parseCursor
)
