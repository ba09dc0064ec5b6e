// SPDX-License-Identifier: Apache-2.0

package web

import (
	"net/url"
	"strings"
	"unicode"

	"cairn/game"
)

// pick enters a move without script: the points touched so far stand in the
// address, and the page offers those that may come next.
type pick struct {
	board  *game.Board
	picker *game.Input
}

// newPick starts with the touches of a path, as far as they fit; the point that
// does not is explained.
func newPick(info *game.Info, s game.State, path string) (*pick, *game.Illegal) {
	k := &pick{board: info.Board, picker: game.NewInput(info, s)}
	if path == "" {
		return k, nil
	}
	for _, name := range strings.Split(path, ",") {
		point, ok := k.board.Find(name)
		if !ok {
			return k, &game.Illegal{Move: name, Why: game.WhyNoPoint, At: name}
		}
		if illegal := k.picker.Touch(point); illegal != nil {
			return k, illegal
		}
	}
	return k, nil
}

// href is the address at which a point has been touched too.
func (k *pick) href(p game.Point) string {
	return pathQuery(append(k.board.Names(k.picker.Path()), k.board.Name(p)))
}

// pathQuery is the query of a page on which these points have been touched. It
// leads to the form that goes on from there, which a phone shows below the board.
func pathQuery(names []string) string {
	if len(names) == 0 {
		return "?#pick"
	}
	return "?" + url.Values{"path": {strings.Join(names, ",")}}.Encode() + "#pick"
}

// marks lights the board for the next touch.
func (k *pick) marks() boardMarks {
	return boardMarks{Next: k.picker.Next(), Path: k.picker.Path(), Href: k.href}
}

// pickView is the part of the page that enters moves by select boxes or as text.
type pickView struct {
	Touched []string // names of the points so far
	Path    string   // the same, for the form
	Prompt  string
	Button  string
	Axes    []axisView // letter and number, as names are read
	Move    string     // what the touches so far enter; empty for nothing yet
	More    bool       // the turn may go on
	Back    string     // address without the last touch
}

// axisView is one coordinate as a select box: only values that lead somewhere.
type axisView struct {
	Field  string // column or row
	Label  string // letter or number
	Values []string
}

// pickView offers the next touch.
func (k *pick) pickView(t *texts) *pickView {
	path, next := k.picker.Path(), k.picker.Next()
	names := k.board.Names(path)
	v := &pickView{Touched: names, Path: strings.Join(names, ","), More: len(next) > 0}
	if move, complete := k.picker.Move(); complete {
		v.Move = move.Text
	}
	if len(path) > 0 {
		v.Back = pathQuery(names[:len(names)-1])
	}
	if step := k.step(); v.More {
		v.Prompt, v.Button = t.Text("web.pick.prompt."+step), t.Text("web.pick.button."+step)
		v.Axes = k.axes(t, next)
	}
	return v
}

// step names what the next touch does, for the texts of the page: place, own,
// enter, take, or mixed when it may be several of them.
func (k *pick) step() string {
	step := ""
	for _, t := range k.picker.Options() {
		touch := "enter"
		switch {
		case t.Kind == game.From:
			touch = "own"
		case !t.Kind.Stop():
			touch = "take"
		case len(k.picker.Path()) == 0:
			touch = "place"
		}
		if step != "" && step != touch {
			return "mixed"
		}
		step = touch
	}
	return step
}

// axes are the coordinates of the points that may come next, letters first as
// names of points have it.
func (k *pick) axes(t *texts, next []game.Point) []axisView {
	columns, rows := map[int]bool{}, map[int]bool{}
	for _, p := range next {
		columns[k.board.Points[p].X], rows[k.board.Points[p].Y] = true, true
	}
	axes := []axisView{newAxis(t, "column", k.board.Columns, columns), newAxis(t, "row", k.board.Rows, rows)}
	if isNumber(k.board.Columns) && !isNumber(k.board.Rows) {
		axes[0], axes[1] = axes[1], axes[0]
	}
	return axes
}

func newAxis(t *texts, field string, labels []string, used map[int]bool) axisView {
	axis := axisView{Field: field, Label: t.Text("web.pick.letter")}
	if isNumber(labels) {
		axis.Label = t.Text("web.pick.number")
	}
	for i, label := range labels {
		if used[i] {
			axis.Values = append(axis.Values, label)
		}
	}
	return axis
}

func isNumber(labels []string) bool {
	return len(labels) > 0 && strings.IndexFunc(labels[0], func(r rune) bool { return !unicode.IsDigit(r) }) < 0
}

// at returns the point of two coordinates.
func (k *pick) at(column, row string) (game.Point, *game.Illegal) {
	x, y := indexOf(k.board.Columns, column), indexOf(k.board.Rows, row)
	point, ok := k.board.At(x, y)
	if !ok {
		return 0, &game.Illegal{Move: column + row, Why: game.WhyNoPoint, At: column + row}
	}
	return point, nil
}

func indexOf(labels []string, want string) int {
	for i, label := range labels {
		if label == want {
			return i
		}
	}
	return -1
}
