// SPDX-License-Identifier: Apache-2.0

package web

import (
	"cairn/internal/live"
)

// Graph is the path data of a graph, its rules, and its size.
type Graph struct {
	Line          string
	Rules         []string
	Width, Height int
}

// NewGraph draws changes of a rating.
func NewGraph(changes []live.RatingChange) *Graph {
	v := newGraph(findLocale(fallback, "").texts, "", changes)
	if v == nil {
		return nil
	}
	g := &Graph{Line: v.Line, Width: v.Width, Height: v.Height}
	for _, rule := range v.Rules {
		g.Rules = append(g.Rules, rule.Text)
	}
	return g
}

// Names of what writes ratings.
var (
	ChangeText = changeText
	PointsText = pointsText
)

// FormatCursor and ParseCursor write and read places in lists.
var (
	FormatCursor = formatCursor
	ParseCursor  = parseCursor
)
