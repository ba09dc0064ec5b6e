// SPDX-License-Identifier: Apache-2.0

package review

import (
	"bytes"
	"fmt"
	"image/png"
	"net/http"
	"strings"

	"cairn/game"
	"cairn/internal/account"
	"cairn/internal/picture"
	"cairn/internal/study"
	"cairn/internal/web"
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
	scoreLimit            = 600 // six men: estimates beyond it are drawn alike

	// The farthest from the middle that an estimate is drawn, the slowest exact win, and
	// the quickest. All are on one scale: an estimate is never farther than a win.
	farEstimate, farSlowest, farQuickest = 48, 52, 76
)

// graphView is the data of the template "review-graph": the value of the game for White,
// move by move. Exact values are a firm line in three bands, estimates a dashed one.
type graphView struct {
	Title, Text                             string
	Width, Height, Left, Right, Top, Bottom int
	Across, High                            int // size of the bands
	Bands                                   []graphBandView
	Exact, Estimate                         string        // path data
	Columns                                 []graphColumn // one for each position
	Marks                                   []graphMark   // turning points
	Here                                    int           // middle of the column that is shown
	Column                                  int           // width of a column
	Plies                                   int
}

// graphBandView is one result.
type graphBandView struct {
	Class, Text     string
	Y, Middle, High int
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
	for i, text := range c.bands() {
		top := graphTop + i*graphBand
		g.Bands = append(g.Bands, graphBandView{[]string{"win", "draw", "loss"}[i], text, top, top + graphBand/2, graphBand})
	}
	values, longest := valuesForWhite(&c.review)
	for at := range values {
		x := columnAt(at, len(turns))
		g.Columns = append(g.Columns, graphColumn{at, max(graphLeft, x-g.Column/2), x, fmt.Sprintf("?ply=%d", at)})
	}
	g.Exact = path(values, longest, func(w study.Worth) bool { return w.Exact })
	if !c.review.Exactly() {
		g.Estimate = path(values, longest, study.Worth.Known) // below the exact one
	}
	for _, turn := range turns {
		if turn.Verdict.Mistake() {
			label := c.t.Text("web.review.point", "number", turn.Number, "side", turn.Color, "move", turn.Move, "verdict", turn.Word)
			g.Marks = append(g.Marks, graphMark{columnAt(turn.Ply, len(turns)), height(values[turn.Ply], longest), turn, label})
		}
	}
	g.Here = columnAt(ply, len(turns))
	return g
}

// bands names the bands of a graph.
func (c *scene) bands() [3]string {
	wins := func(side game.Side) string { return c.t.Text("web.review.band.wins", "side", c.t.Side(side)) }
	return [3]string{wins(game.White), c.t.Text("web.review.band.draw"), wins(game.Black)}
}

// valuesForWhite returns the value of each position of a game for White, the start
// first, and how many plies the longest proven win takes.
func valuesForWhite(r *study.Review) (list []study.Worth, longest int) {
	for i := range r.Turns {
		turn := &r.Turns[i]
		if i == 0 {
			list = append(list, forWhite(turn.Before, turn.Side))
		}
		list = append(list, forWhite(turn.After, turn.Side))
	}
	longest = 1
	for _, w := range list {
		longest = max(longest, w.Plies)
	}
	return list, longest
}

func forWhite(w study.Worth, side game.Side) study.Worth {
	if side == game.Black {
		w.Value, w.Score = -w.Value, -w.Score
	}
	return w
}

func columnAt(ply, plies int) int { return graphLeft + ply*graphAcross/max(1, plies) }

// height is the vertical place of a value: the sooner the win, the farther from the middle.
// A win of unknown length is between the slowest and the quickest.
func height(w study.Worth, longest int) int {
	if !w.Exact {
		score := min(max(w.Score, -scoreLimit), scoreLimit)
		return graphMiddle - score*farEstimate/scoreLimit
	}
	if w.Value == 0 {
		return graphMiddle
	}
	reach := (farQuickest - farSlowest) / 2
	if w.Plies >= 0 {
		reach = (farQuickest - farSlowest) * (longest - w.Plies) / longest
	}
	return graphMiddle - w.Value*(farSlowest+reach)
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

// How long caches may keep the picture of a review, in seconds: with all values, and
// while values are missing.
const (
	keepWhole = 24 * 60 * 60
	keepPart  = 60
)

// showPicture draws a review for previews of links. It shows only public matches, whoever
// the visitor is.
func (s *handlers) showPicture(w http.ResponseWriter, r *http.Request) error {
	c, err := s.scene(r, account.User{})
	if err != nil {
		return err
	}
	keep := keepWhole
	if !c.ready || c.hidden {
		keep = keepPart
	}
	graph, caption := c.pictured(), c.caption(s.lists.Standing(s.core.Texts(r), &c.room.Info))
	key := fmt.Sprintf("review\n%v\n%q", graph, caption)
	return s.core.Pictures.Answer(w, r, web.Picture{Key: key, Kind: "image/png", Keep: keep, Draw: func(out *bytes.Buffer) error {
		return png.Encode(out, picture.Review(graph, caption))
	}})
}

// pictured returns the graph of the review for a picture.
func (c *scene) pictured() picture.Graph {
	g := picture.Graph{Bands: c.bands()}
	values, longest := valuesForWhite(&c.review)
	for i, w := range values {
		v := picture.GraphValue{Known: w.Known(), Exact: w.Exact, Height: float64(graphMiddle-height(w, longest)) / (graphMiddle - graphTop)}
		v.Mistake = i > 0 && c.review.Turns[i-1].Verdict.Mistake()
		g.Values = append(g.Values, v)
	}
	return g
}

// caption names the players with their accuracy, and the result.
func (c *scene) caption(result string) picture.Caption {
	caption := picture.Caption{Title: c.t.Text("web.review.title", "game", c.t.Game(c.info)), Text: result}
	for i, side := range c.sides() {
		caption.Players[i] = side.Name
		if side.Accuracy != "" {
			caption.Players[i] = c.t.Text("web.review.picture", "name", side.Name, "accuracy", side.Accuracy)
		}
	}
	return caption
}
