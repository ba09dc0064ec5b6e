// SPDX-License-Identifier: Apache-2.0

package boardview

import (
	"net/url"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"cairn/game"
	"cairn/internal/pagestate"
	"cairn/internal/web"
)

// Pick enters a move without script: the address contains the touched points, and the
// page links to the points that may be touched next.
type Pick struct {
	Board  *game.Board
	Picker *game.Input
}

// NewPick enters the points of a path. The error explains the first point that cannot be
// touched; the points before it stay entered.
func NewPick(info *game.Info, s game.State, path string) (*Pick, *game.Illegal) {
	k := &Pick{Board: info.Board, Picker: game.NewInput(info, s)}
	if path == "" {
		return k, nil
	}
	for name := range strings.SplitSeq(path, ",") {
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

// PartialMove is a move that has been entered in part.
type PartialMove struct {
	Touched []string // names of the points so far
	Path    string   // Touched as one text, which NewPick reads
	Back    string   // address without the last touch
	Move    string   // the move that the touches make, where the turn may also go on
	End     string   // address that ends the turn with this move
}

// Offer marks the points that may be touched next, and returns the move so far. Link returns the
// address of the page with touches, or with a whole move.
func (k *Pick) Offer(link func(path, move string) string) (BoardMarks, PartialMove) {
	names := k.Board.Names(k.Picker.Path())
	href := func(p game.Point) string { return link(strings.Join(append(names, k.Board.Name(p)), ","), "") }
	marks := BoardMarks{Next: k.Picker.Next(), Path: k.Picker.Path(), Mills: k.mills(), Href: href}
	if len(names) == 0 {
		return marks, PartialMove{}
	}
	e := PartialMove{Touched: names, Path: strings.Join(names, ","), Back: link(strings.Join(names[:len(names)-1], ","), "")}
	if move, complete := k.Picker.Move(); complete {
		e.Move, e.End = move.Text, link("", move.Text)
	}
	return marks, e
}

// PathQuery is the query of the page of a match on which points have been touched. It
// leads to the form that continues from there, which a phone shows below the board.
func PathQuery(path, _ string) string {
	if path == "" {
		return "?#pick"
	}
	return "?" + url.Values{"path": {path}}.Encode() + "#pick"
}

// TryMove enters the points of a path, or a whole move as text. It returns the text of a move
// that is complete, after which nothing is entered.
func TryMove(info *game.Info, s game.State, path, text string) (k *Pick, move string, illegal *game.Illegal) {
	k, illegal = NewPick(info, s, path)
	if text != "" {
		k.Picker.Reset()
		illegal = k.Picker.Type(text)
	}
	if whole, done := k.Picker.Done(); done {
		move = whole.Text
		k.Picker.Reset()
	}
	return k, move, illegal
}

// TaskQuery is the query of a numbered task with the points touched or the move tried. It
// leads to the board, which a phone then shows again.
func TaskQuery(name string, number int, path, move string) string {
	query, anchor := url.Values{name: {strconv.Itoa(number)}}, ""
	for key, value := range map[string]string{"path": path, "move": move} {
		if value != "" {
			query.Set(key, value)
			anchor = "#board"
		}
	}
	return "?" + query.Encode() + anchor
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
	PartialMove
	Prompt, Button string
	Axes           []axisView // letter and number, as names are read
	More           bool       // the turn may go on
}

// axisView is one coordinate as a select box, with the values that lead to a point.
type axisView struct {
	Field  string // column or row
	Label  string // letter or number
	Values []string
}

// PickView offers the next touch of a move.
func (k *Pick) PickView(t *web.Texts, e PartialMove) *PickView {
	v := &PickView{PartialMove: e, More: len(k.Picker.Next()) > 0}
	if step := k.step(); v.More {
		v.Prompt, v.Button = t.Text("web.pick.prompt."+step), t.Text("web.pick.button."+step)
		v.Axes = k.axes(t)
	}
	return v
}

// Message asks for the next touch, with the texts of the script; empty before the first
// touch.
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

// step is the part of a text key for the next touch: place, own, enter, take, mill (take
// after closing a mill), or mixed if touches of several kinds are possible.
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

// axes are the coordinates of the points that may be touched next; letters first, as in
// the names of points.
func (k *Pick) axes(t *web.Texts) []axisView {
	columns, rows := map[int]bool{}, map[int]bool{}
	for _, p := range k.Picker.Next() {
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
	point, ok := k.Board.At(slices.Index(k.Board.Columns, column), slices.Index(k.Board.Rows, row))
	if !ok {
		return 0, &game.Illegal{Move: column + row, Why: game.WhyNoPoint, At: column + row}
	}
	return point, nil
}
