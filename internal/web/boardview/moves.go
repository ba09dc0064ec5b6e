// SPDX-License-Identifier: Apache-2.0

package boardview

import (
	"strconv"
	"time"

	"cairn/game"
	"cairn/internal/web"
	"cairn/record"
)

// MovesView is the data of the template "match-moves": the list of moves and the
// links that lead through them. The script takes over the same nodes.
type MovesView struct {
	Ply, Plies int  // the move that is shown, and how many there are
	Past       bool // the page shows the past, where nothing can be played
	Over       bool // the game is over, so that it can be replayed automatically
	Rows       []MoveRow
	Steps      []MoveStep
	Present    string // address of the page that shows the present
	Source     string // address of all turns, for the script
	Link       string // whole address of the move that is shown, to be passed on
}

// MoveRow is a move of White and the answer of Black.
type MoveRow struct{ White, Black MoveCell }

// MoveCell is a move in the list. The zero value is an empty cell: the first move
// of White if Black begins, the last of Black before it is made.
type MoveCell struct {
	Ply  int
	Move string
	Took string // empty if unknown
	Href string
	Here bool
	// Verdict and Word are what the move did to the result, in a review.
	Verdict, Word string
}

// MoveStep is a link to another move.
type MoveStep struct {
	Name string // first, previous, next or last
	Href string // empty where there is nothing to go to
}

// plyQuery is the query of a page that shows the position after so many moves.
func plyQuery(ply int) string { return "?ply=" + strconv.Itoa(ply) }

// NewMovesView lists moves; ply is the one that is shown and first the side that
// made the first. The caller sets the rest.
func NewMovesView(t *web.Texts, line record.Line, first game.Side, ply int, present string) MovesView {
	v := MovesView{Ply: ply, Plies: len(line), Rows: moveRows(t, line, first, ply), Present: present}
	v.Steps = []MoveStep{{Name: "first"}, {Name: "previous"}, {Name: "next"}, {Name: "last"}}
	if ply > 0 {
		v.Steps[0].Href, v.Steps[1].Href = plyQuery(0), plyQuery(ply-1)
	}
	if ply < len(line) {
		v.Steps[2].Href, v.Steps[3].Href = plyQuery(ply+1), present
	}
	if ply == len(line)-1 {
		v.Steps[2].Href = present
	}
	return v
}

func moveRows(t *web.Texts, line record.Line, first game.Side, ply int) []MoveRow {
	var rows []MoveRow
	for i, turn := range line {
		place := i + int(first) // counted from White's first move
		if place/2 == len(rows) {
			rows = append(rows, MoveRow{})
		}
		cell := &rows[len(rows)-1].White
		if place%2 == 1 {
			cell = &rows[len(rows)-1].Black
		}
		*cell = MoveCell{Ply: i + 1, Move: turn.Move, Took: TookText(t, turn.Took), Href: plyQuery(i + 1), Here: i+1 == ply}
	}
	return rows
}

// TookText writes the time a move took as clock.js does: seconds, or like a clock
// from a minute on. It is empty for an unknown time.
func TookText(t *web.Texts, took time.Duration) string {
	switch {
	case took == 0:
		return ""
	case took < time.Second:
		return t.Text("web.js.moment")
	case took < time.Minute:
		return t.Text("web.js.seconds", "count", int(took.Seconds()))
	}
	return ClockText(t, took.Milliseconds())
}
