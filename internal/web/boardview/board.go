// SPDX-License-Identifier: Apache-2.0

// Package boardview draws boards as SVG and describes positions to the scripts
// of a page. It knows no rules: it draws a game.Board and a game.View, and enters
// moves by their paths.
package boardview

import (
	"embed"
	"slices"
	"strings"

	"cairn/game"
	"cairn/internal/web"
)

// Files are the templates and texts of this package.
//
//go:embed templates texts
var Files embed.FS

// BoardMarks are the marks of a drawing, besides the men.
type BoardMarks struct {
	Name   string // of the drawing, for screen readers
	Next   []game.Point
	Path   []game.Point    // touched so far
	Last   []game.Point    // points that the last move went over
	Taken  []game.Point    // points that it emptied
	Mills  [][2]game.Point // ends of lines that are closed
	Turned bool            // seen from Black's side
	Small  bool            // a picture for lists: no controls, no coordinates
	// A diagram shows a move that is about to be made: the ways of its men, the points
	// where men are placed, and the men that it takes.
	Arrows          [][2]game.Point
	Placed, Crossed []game.Point
	// Href returns the address that touches a point, for pages without script.
	// It may be nil, and empty for points that cannot be touched.
	Href func(game.Point) string
}

// BoardView is the data of the template "board". Lengths are in units of the
// view box.
type BoardView struct {
	Name, Classes   string
	Width, Height   int
	Across, Down    int    // the largest size on a page, in pixels
	Lines           string // path data of all lines
	Mills           string // path data of closed mills
	Cells, Small    bool
	LabelSize       int
	Labels          []labelView
	Points          []PointView
	Arrows          []string // path data
	Placed, Crossed []spotView
	Plan            string // the arrows and marks for the script, which draws them anew
	Men             []manView
}

// labelView is a coordinate at the edge of the board.
type labelView struct {
	X, Y int
	Text string
}

// PointView is one point: a mark below the men and a control above them.
type PointView struct {
	Name    string
	X, Y    int
	Classes string // next own, enter or take; path, carried, last, taken
	Label   string // what a screen reader says
	Href    string
}

// spotView is the middle of a point.
type spotView struct{ X, Y int }

// manView is a man on the board.
type manView struct {
	X, Y        int
	Side, Point string
}

// NewBoardView lays a position out for drawing.
func NewBoardView(t *web.Texts, b *game.Board, v game.View, m BoardMarks) BoardView {
	l := layoutOf(b, m)
	view := BoardView{
		Name: m.Name, Cells: b.Cells, Small: m.Small,
		Width: l.width(), Height: l.height(), Lines: l.lines(), LabelSize: l.labelSize(),
		Classes: boardClasses(v.Turn, m), Mills: l.path(m.Mills),
	}
	view.Across, view.Down = view.Width*largest/100, view.Height*largest/100
	for i, spot := range b.Points {
		p := game.Point(i)
		x, y := l.place(spot)
		view.Points = append(view.Points, m.point(t, v, spot.Name, p, x, y))
		if side, stands := v.Men[i].Side(); stands {
			view.Men = append(view.Men, manView{X: x, Y: y, Side: side.String(), Point: spot.Name})
		}
	}
	if !m.Small {
		view.Labels = l.labels()
	}
	for _, way := range m.Arrows {
		view.Arrows = append(view.Arrows, l.arrow(b.Points[way[0]], b.Points[way[1]]))
	}
	if !m.Small {
		view.Plan = PlanTags(b, m)
	}
	view.Placed, view.Crossed = l.spots(m.Placed), l.spots(m.Crossed)
	return view
}

func boardClasses(turn game.Side, m BoardMarks) string {
	classes := []string{"board", "by-" + turn.String()}
	if m.Small {
		classes = append(classes, "small")
	}
	if len(m.Path) > 0 {
		classes = append(classes, "begun")
	}
	return strings.Join(classes, " ")
}

// point describes one point of a drawing. static/state.js names points the
// same way.
func (m *BoardMarks) point(t *web.Texts, v game.View, name string, p game.Point, x, y int) PointView {
	view := PointView{Name: name, X: x, Y: y}
	said := []string{t.Text("web.js.point", "point", name, "man", t.Text("web.js.man."+v.Men[p].String()))}
	var classes []string
	if slices.Contains(m.Next, p) {
		touch := touchOf(v, p)
		classes = append(classes, "next", touch)
		said = append(said, t.Text("web.js.may."+touch))
		if m.Href != nil {
			view.Href = m.Href(p)
		}
	}
	for _, mark := range []struct {
		class string
		on    []game.Point
	}{{"path", m.Path}, {"last", m.Last}, {"taken", m.Taken}} {
		if slices.Contains(mark.on, p) {
			classes = append(classes, mark.class)
			said = append(said, t.Text("web.js.mark."+mark.class))
		}
	}
	if n := len(m.Path); n > 0 && m.Path[n-1] == p {
		classes = append(classes, "carried")
	}
	view.Classes, view.Label = strings.Join(classes, " "), strings.Join(said, ", ")
	return view
}

// touchOf returns the kind of a touch by the man on the point: lifting an own man, entering
// an empty point, or taking an opposing man.
func touchOf(v game.View, p game.Point) string {
	switch v.Men[p] {
	case game.NoMan:
		return "enter"
	case game.ManOf(v.Turn):
		return "own"
	default:
		return "take"
	}
}

// PlanOf marks a move that is about to be made.
func PlanOf(notes []game.Note) (marks BoardMarks) {
	for _, note := range notes {
		switch note.Kind {
		case game.Moved, game.Flew, game.Jumped:
			marks.Arrows = append(marks.Arrows, [2]game.Point{note.From, note.Point})
		case game.Placed:
			marks.Placed = append(marks.Placed, note.Point)
		case game.Took:
			if !slices.Contains(marks.Crossed, note.Point) {
				marks.Crossed = append(marks.Crossed, note.Point)
			}
		}
	}
	return marks
}

// PlanTags writes the plan of a move as drawing.js reads it: "[%arrow a1-a4] [%cross d6]".
func PlanTags(b *game.Board, m BoardMarks) string {
	var tags []string
	for _, way := range m.Arrows {
		tags = append(tags, "[%arrow "+b.Points[way[0]].Name+"-"+b.Points[way[1]].Name+"]")
	}
	for kind, points := range map[string][]game.Point{"circle": m.Placed, "cross": m.Crossed} {
		for _, p := range points {
			tags = append(tags, "[%"+kind+" "+b.Points[p].Name+"]")
		}
	}
	slices.Sort(tags)
	return strings.Join(tags, " ")
}

// MovePlan is the plan of a legal move, given as text; empty for another text.
func MovePlan(s game.State, text string) (marks BoardMarks) {
	for _, m := range s.Moves() {
		if m.Text == text {
			return PlanOf(m.Notes)
		}
	}
	return marks
}
