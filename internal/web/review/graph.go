// SPDX-License-Identifier: Apache-2.0

package review

import (
	"fmt"
	"strings"

	"cairn/game"
	"cairn/internal/study"
)

// Lengths of a graph in units of its view box. Each band is one result; the left
// margin holds their names.
const (
	graphWidth, graphBand = 480, 56
	graphLeft, graphRight = 100, 12
	graphTop, graphBottom = 6, 24
	graphDown             = graphTop + 3*graphBand // the lower edge of the bands
	graphHeight           = graphDown + graphBottom
	graphAcross           = graphWidth - graphLeft - graphRight
	graphMiddle           = graphTop + 3*graphBand/2
	bandInset             = 8   // between the edges of a band and its values
	scoreLimit            = 600 // estimates beyond it are drawn at the edge: six men
)

// graphView is the data of the template "review-graph": the value of the game for White,
// move by move. Exact values are a firm line in three bands, estimates a dashed one.
type graphView struct {
	Title, Text   string
	Width, Height int
	Left, Right   int
	Across, High  int // of the bands
	Bands         []graphBandView
	Exact         string // path data
	Estimate      string
	Columns       []graphColumn // one for each position
	Marks         []graphMark   // turning points
	Here          int           // middle of the column that is shown
	Column        int           // width of one
	Top, Bottom   int
	Plies         int
}

// graphBandView is one result.
type graphBandView struct {
	Class, Text string
	Y, Middle   int
	High        int
}

// graphColumn leads to a position.
type graphColumn struct {
	Ply, X, At int // number, left edge and middle
	Href       string
}

// graphMark is a turning point.
type graphMark struct {
	X, Y  int
	Turn  turnView
	Label string
}

// newGraph draws the values of a review; ply is the position that is shown.
func newGraph(c *scene, turns []turnView, ply int) *graphView {
	g := &graphView{
		Title: c.t.Text("web.review.graph"), Text: c.t.Count("web.review.graph.text", len(turns)),
		Width: graphWidth, Height: graphHeight, Left: graphLeft, Right: graphWidth - graphRight, Top: graphTop, Bottom: graphDown, Across: graphAcross, High: graphDown - graphTop, Plies: len(turns),
		Column: max(1, graphAcross/max(1, len(turns))),
	}
	for i, class := range []string{"win", "draw", "loss"} {
		text := c.t.Text("web.review.band.draw")
		if class != "draw" {
			side := map[string]game.Side{"win": game.White, "loss": game.Black}[class]
			text = c.t.Text("web.review.band.wins", "side", c.t.Side(side))
		}
		top := graphTop + i*graphBand
		g.Bands = append(g.Bands, graphBandView{class, text, top, top + graphBand/2, graphBand})
	}
	values := valuesForWhite(&c.review)
	longest := 1
	for _, w := range values {
		longest = max(longest, w.Plies)
	}
	for at := range values {
		x := columnAt(at, len(turns))
		g.Columns = append(g.Columns, graphColumn{at, max(graphLeft, x-g.Column/2), x, fmt.Sprintf("?ply=%d", at)})
	}
	g.Exact = path(values, longest, func(w study.Worth) bool { return w.Exact })
	if !c.review.Exactly() {
		g.Estimate = path(values, longest, study.Worth.Known) // below the exact one
	}
	for _, turn := range turns {
		if turn.Mistake {
			label := c.t.Text("web.review.point", "number", turn.Number, "side", turn.Color, "move", turn.Move, "verdict", turn.Word)
			g.Marks = append(g.Marks, graphMark{columnAt(turn.Ply, len(turns)), height(values[turn.Ply], longest), turn, label})
		}
	}
	g.Here = columnAt(ply, len(turns))
	return g
}

// valuesForWhite returns the value of each position of a game for White, the start
// first.
func valuesForWhite(r *study.Review) []study.Worth {
	var list []study.Worth
	for i := range r.Turns {
		turn := &r.Turns[i]
		if i == 0 {
			list = append(list, forWhite(turn.Before, turn.Side))
		}
		list = append(list, forWhite(turn.After, turn.Side))
	}
	return list
}

func forWhite(w study.Worth, side game.Side) study.Worth {
	if side == game.Black {
		w.Value, w.Score = -w.Value, -w.Score
	}
	return w
}

func columnAt(ply, plies int) int { return graphLeft + ply*graphAcross/max(1, plies) }

// height is the place of a value: the nearer a win, the farther from the middle. A win
// of unknown length is in the middle of its band.
func height(w study.Worth, longest int) int {
	if !w.Exact {
		score := min(max(w.Score, -scoreLimit), scoreLimit)
		return graphMiddle - score*(graphMiddle-graphTop-bandInset)/scoreLimit
	}
	if w.Value == 0 {
		return graphMiddle
	}
	reach := (graphBand - 2*bandInset) / 2
	if w.Plies >= 0 {
		reach = (graphBand - 2*bandInset) * (longest - w.Plies) / longest
	}
	return graphMiddle - w.Value*(graphBand/2+bandInset+reach)
}

// path joins the values that are shown. Where two neighbours are not both shown, the
// line is broken.
func path(values []study.Worth, longest int, shown func(study.Worth) bool) string {
	var out strings.Builder
	command := 'M'
	for at, w := range values {
		if !shown(w) {
			command = 'M'
			continue
		}
		fmt.Fprintf(&out, "%c%d %d", command, columnAt(at, len(values)-1), height(w, longest))
		command = 'L'
	}
	return out.String()
}
