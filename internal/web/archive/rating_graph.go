// SPDX-License-Identifier: Apache-2.0

package archive

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"cairn/internal/live/rating"
	"cairn/internal/web"
	"cairn/internal/web/listing"
)

// Lengths of a graph in units of its view box. The margins hold the numbers and
// the days.
const (
	graphWidth, graphHeight = 420, 220
	graphLeft, graphRight   = 48, 12
	graphTop, graphBottom   = 12, 32
	maxRules                = 6
)

// graphView is the data of the template "graph": a rating after each match, as a drawing
// and as a table.
type graphView struct {
	Title, Description string
	Width, Height      int
	Left, Right        int // edges of the drawing itself
	Bottom             int
	Line, Area         string // path data
	Rules              []graphRule
	X, Y               int    // the last point
	From, To           string // days at the ends
	Rows               []graphRow
}

// graphRule is a line at a round number of points.
type graphRule struct {
	Y    int
	Text string
}

// graphRow is one match, the latest first.
type graphRow struct {
	Day, Rating, Change string
	Path                string // of the match; empty if it is only for its players
	Down                bool
}

// newGraph draws changes of a rating for a visitor, the oldest first; nil without
// any.
func newGraph(t *web.Texts, gameName string, changes []rating.Change, visitor string) *graphView {
	if len(changes) == 0 {
		return nil
	}
	points := []float64{changes[0].Before}
	for _, c := range changes {
		points = append(points, c.After)
	}
	scale := newGraphScale(points)
	first, last := changes[0], changes[len(changes)-1]
	v := &graphView{
		Title: t.Text("web.graph.title", "game", gameName),
		Description: t.Count("web.graph.text", len(changes), "first", listing.Whole(first.Before), "last", listing.Whole(last.After),
			"low", listing.Whole(scale.least), "high", listing.Whole(scale.most)),
		Width: graphWidth, Height: graphHeight, Left: graphLeft, Right: graphWidth - graphRight, Bottom: graphHeight - graphBottom,
		X: scale.x(len(points) - 1), Y: scale.y(last.After), From: web.Day(first.At), To: web.Day(last.At),
	}
	v.Line = scale.line(points)
	v.Area = fmt.Sprintf("%sL%d %dL%d %dZ", v.Line, v.X, v.Bottom, graphLeft, v.Bottom)
	v.Rules = scale.rules()
	for i := len(changes) - 1; i >= 0; i-- {
		c := changes[i]
		row := graphRow{
			Day: web.Day(c.At), Rating: listing.PointsText(c.After, listing.Sure(c.Deviation)), Change: listing.ChangeText(c.Before, c.After),
			Down: listing.Whole(c.After) < listing.Whole(c.Before),
		}
		if !c.Private || c.User == visitor {
			row.Path = listing.MatchPath(c.Match)
		}
		v.Rows = append(v.Rows, row)
	}
	return v
}

// graphScale turns matches and points into places of the drawing.
type graphScale struct {
	steps       int     // from the first place to the last
	least, most float64 // points that were reached
	low, high   float64 // round numbers around them
	step        float64 // between two rules
}

func newGraphScale(points []float64) graphScale {
	s := graphScale{steps: len(points) - 1, least: math.Inf(1), most: math.Inf(-1)}
	for _, p := range points {
		s.least, s.most = min(s.least, p), max(s.most, p)
	}
	for _, s.step = range []float64{10, 20, 50, 100, 200, 500, 1000} {
		s.low, s.high = math.Floor(s.least/s.step)*s.step, math.Ceil(s.most/s.step)*s.step
		if s.high == s.low {
			s.high += s.step
		}
		if (s.high-s.low)/s.step < maxRules {
			break
		}
	}
	return s
}

func (s graphScale) x(i int) int {
	return graphLeft + i*(graphWidth-graphLeft-graphRight)/max(s.steps, 1)
}

func (s graphScale) y(points float64) int {
	const high = graphHeight - graphTop - graphBottom
	return graphTop + int(math.Round((s.high-points)/(s.high-s.low)*high))
}

// line is the path data of the graph.
func (s graphScale) line(points []float64) string {
	var out strings.Builder
	command := byte('M')
	for i, p := range points {
		fmt.Fprintf(&out, "%c%d %d", command, s.x(i), s.y(p))
		command = 'L'
	}
	return out.String()
}

func (s graphScale) rules() []graphRule {
	var list []graphRule
	for at := s.low; at <= s.high; at += s.step {
		list = append(list, graphRule{s.y(at), strconv.Itoa(int(at))})
	}
	return list
}
