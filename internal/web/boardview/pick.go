// SPDX-License-Identifier: Apache-2.0

package boardview

import (
	"net/url"
	"slices"
	"strings"
	"unicode"

	"cairn/game"
	"cairn/internal/pagestate"
	"cairn/internal/web"
)

// Pick enters a move without script: the points touched so far stand in the
// address, and the page offers the points that may come next.
type Pick struct {
	Board  *game.Board
	Picker *game.Input
}

// NewPick starts with the touches of a path, as far as they fit; the point that
// does not is explained.
func NewPick(info *game.Info, s game.State, path string) (*Pick, *game.Illegal) {
	k := &Pick{Board: info.Board, Picker: game.NewInput(info, s)}
	if path == "" {
		return k, nil
	}
	for _, name := range strings.Split(path, ",") {
		point, ok := k.Board.Find(name)
		if !ok {
			return k, &game.Illegal{Move: name, Why: game.WhyNoPoint, At: name}
		}
		if illegal := k.Picker.Touch(point); illegal != nil {
			return k, illegal
		}
	}
	return k, nil
}

// href is the address at which a point has been touched too.
func (k *Pick) href(p game.Point) string {
	return PathQuery(append(k.Board.Names(k.Picker.Path()), k.Board.Name(p)))
}

// PathQuery is the query of a page on which these points have been touched. It
// leads to the form that continues from there, which a phone shows below the board.
func PathQuery(names []string) string {
	if len(names) == 0 {
		return "?#pick"
	}
	return "?" + url.Values{"path": {strings.Join(names, ",")}}.Encode() + "#pick"
}

// Marks lights the board for the next touch.
func (k *Pick) Marks() BoardMarks {
	return BoardMarks{Next: k.Picker.Next(), Path: k.Picker.Path(), Mills: k.mills(), Href: k.href}
}

// mills returns the ends of the lines that the touches so far close.
func (k *Pick) mills() [][2]game.Point {
	if !slices.ContainsFunc(k.Picker.Touches(), func(t game.Touch) bool { return t.Kind == game.To }) {
		return nil
	}
	return pagestate.ClosedLines(k.Picker.Candidates()[0].Notes)
}

// PickView is the part of the page that enters moves by select boxes or as text.
type PickView struct {
	Touched []string // names of the points so far
	Path    string   // Touched as a field of the form
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

// PickView offers the next touch.
func (k *Pick) PickView(t *web.Texts) *PickView {
	path, next := k.Picker.Path(), k.Picker.Next()
	names := k.Board.Names(path)
	v := &PickView{Touched: names, Path: strings.Join(names, ","), More: len(next) > 0}
	if move, complete := k.Picker.Move(); complete {
		v.Move = move.Text
	}
	if len(path) > 0 {
		v.Back = PathQuery(names[:len(names)-1])
	}
	if step := k.step(); v.More {
		v.Prompt, v.Button = t.Text("web.pick.prompt."+step), t.Text("web.pick.button."+step)
		v.Axes = k.axes(t, next)
	}
	return v
}

// Message says what to choose next, as the board with script does; empty before the
// first touch.
func (k *Pick) Message(t *web.Texts) string {
	step := k.step()
	switch _, complete := k.Picker.Move(); {
	case len(k.Picker.Path()) == 0:
		return ""
	case complete && step == "":
		return t.Text("web.js.step.confirm")
	case complete:
		return t.Text("web.js.step.end")
	case step == "take" || step == "mill":
		return t.Text("web.js.step." + step)
	}
	return t.Text("web.js.step.enter")
}

// step names what the next touch does, for the texts of the page: place, own,
// enter, take, mill (take for a mill), or mixed when it may be several of them.
func (k *Pick) step() string {
	step := ""
	for _, t := range k.Picker.Options() {
		touch := "enter"
		switch {
		case t.Kind == game.From:
			touch = "own"
		case !t.Kind.Stop():
			touch = "take"
			if len(k.mills()) > 0 {
				touch = "mill"
			}
		case len(k.Picker.Path()) == 0:
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
func (k *Pick) axes(t *web.Texts, next []game.Point) []axisView {
	columns, rows := map[int]bool{}, map[int]bool{}
	for _, p := range next {
		columns[k.Board.Points[p].X], rows[k.Board.Points[p].Y] = true, true
	}
	axes := []axisView{newAxis(t, "column", k.Board.Columns, columns), newAxis(t, "row", k.Board.Rows, rows)}
	if isNumber(k.Board.Columns) && !isNumber(k.Board.Rows) {
		axes[0], axes[1] = axes[1], axes[0]
	}
	return axes
}

func newAxis(t *web.Texts, field string, labels []string, used map[int]bool) axisView {
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

// At returns the point of two coordinates.
func (k *Pick) At(column, row string) (game.Point, *game.Illegal) {
	x, y := indexOf(k.Board.Columns, column), indexOf(k.Board.Rows, row)
	point, ok := k.Board.At(x, y)
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
