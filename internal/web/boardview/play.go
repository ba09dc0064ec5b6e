// SPDX-License-Identifier: Apache-2.0

package boardview

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"cairn/game"
	"cairn/internal/pagestate"
	"cairn/internal/web"
	"cairn/record"
)

// PlayView is the data of the template "match-play": a match with its board,
// from the side of one viewer. The script takes over the same nodes.
type PlayView struct {
	State     pagestate.State  // what the page shows
	Now       *pagestate.State // for the script: the present, also while the page shows the past
	Moves     MovesView
	Texts     map[string]string // for the script
	Board     BoardView
	Seats     [2]seatView // the far side first
	CommandID string      // idempotency key of the forms
	First     string      // the limit of the first move; empty for none
	Slow      bool        // a correspondence game of the viewer
	Others    int         // how many other games wait for a move of the viewer
}

// seatView is one player beside the board.
type seatView struct {
	Side, Color string // white or black, and how the side is called
	Place       string // far or near
	pagestate.SideState
	Tray               trayView
	Phases             bool   // the game has phases
	Phase              string // as a word
	Clock              string // empty without a clock
	Turn, Running, You bool
	Presence           bool // whether the player is online is shown: of people who play each other
}

// NewPlayView makes the view of a position. The direction of the board is added to the
// marks, and its name and the last move unless they have them.
func NewPlayView(t *web.Texts, info *game.Info, v game.View, s pagestate.State, m BoardMarks) PlayView {
	t = t.For(info)
	if m.Name == "" {
		m.Name = t.Text("web.js.board", "game", info.Name)
	}
	far := game.Black
	if m.Turned = s.You == game.Black.String(); m.Turned {
		far = game.White
	}
	if m.Last == nil {
		m.Last, m.Taken = pagestate.PointsOf(info.Board, s.Last), pagestate.PointsOf(info.Board, s.Taken)
	}
	view := PlayView{State: s, Now: &s, Texts: t.Script(), Board: NewBoardView(t, info.Board, v, m)}
	if s.FirstMS != nil {
		view.First = t.Text("web.js.first", "time", ClockText(t, *s.FirstMS))
	} else if s.ClaimMS != nil {
		view.First = t.Text("web.js.claim", "time", ClockText(t, *s.ClaimMS))
	}
	view.Seats = [2]seatView{newSeatView(t, info, v, &s, far, "far"), newSeatView(t, info, v, &s, far.Other(), "near")}
	return view
}

func newSeatView(t *web.Texts, info *game.Info, v game.View, s *pagestate.State, side game.Side, place string) seatView {
	seat := seatView{
		Side: side.String(), Color: t.Side(side), Place: place, SideState: *s.Sides.Side(side),
		Tray: NewTrayView(t, side, v.Sides[side], v.Sides[side.Other()].Lost), Phases: info.Phases, Phase: t.Phase(v.Sides[side].Phase),
		Turn: s.Status == "playing" && s.Turn == side, Running: s.Running == side.String(), You: s.You == side.String(),
		Presence: s.Sides.Side(side).Name != "" && (s.Kind == "open" || s.Kind == "private"),
	}
	if seat.ClockMS != nil {
		seat.Clock = ClockText(t, *seat.ClockMS)
	}
	return seat
}

// Standing says how a game has ended at a position; empty while it can go on.
func Standing(t *web.Texts, state game.State) string {
	if end := state.Result(); end.Over() {
		return t.End(end.Verdict, end.Reason.String())
	}
	return ""
}

// ViewSince returns the view of a state without the men that were lost before the start.
func ViewSince(start, now game.State) game.View {
	view, before := now.View(), start.View()
	for _, side := range game.Sides {
		view.Sides[side].Lost -= before.Sides[side].Lost
	}
	return view
}

// ClockText writes a time left as clock.js does: 4:59, 1:02:03, or days from
// two days on.
func ClockText(t *web.Texts, ms int64) string {
	left := max(0, time.Duration(ms)*time.Millisecond)
	hours, minutes, seconds := int(left.Hours()), int(left.Minutes())%60, int(left.Seconds())%60
	switch {
	case hours >= 48:
		return t.Text("web.js.days", "days", hours/24, "hours", hours%24)
	case hours > 0:
		return fmt.Sprintf("%d:%02d:%02d", hours, minutes, seconds)
	default:
		return fmt.Sprintf("%d:%02d", minutes, seconds)
	}
}

// trayView is the data of the template "tray": the men of a side in hand, and how many
// of the other side it has taken. The label is for screen readers.
type trayView struct {
	Side, Other, Label    string
	Hand, Taken, Pictures int
}

// takenPictures is how many taken men a tray draws at most beside their number.
const takenPictures = 3

// NewTrayView returns the tray of a side.
func NewTrayView(t *web.Texts, side game.Side, v game.SideView, taken int) trayView {
	parts := []string{t.Side(side), t.Text("web.js.hand", "count", v.Hand), t.Text("web.js.onboard", "count", v.Board), t.Text("web.js.taken", "count", taken)}
	return trayView{side.String(), side.Other().String(), strings.Join(parts, ", "), v.Hand, taken, min(taken, takenPictures)}
}

// MovesView is the data of the template "match-moves": the list of moves and the
// links that lead through them. The script takes over the same nodes.
type MovesView struct {
	Ply, Plies int           // the move that is shown, and how many there are
	Past       bool          // the page shows the past, where nothing can be played
	Over       bool          // the game is over, so that it can be replayed automatically
	Rows       [][2]MoveCell // moves of White with the replies of Black
	Steps      []moveStep
	Present    string // address of the page that shows the present
	Source     string // address of all turns, for the script
	Link       string // public URL of the shown position
}

// MoveCell is a move in the list. The zero value is an empty cell: for White if Black
// begins, for Black before the reply.
type MoveCell struct {
	Ply  int
	Move string
	Took string // empty if unknown
	Href string
	Here bool
	// Verdict and Word are the verdict of a review.
	Verdict, Word string
}

// moveStep is a link to another move: first, previous, next or last. Its address is
// empty where there is no such move.
type moveStep struct{ Name, Href string }

// plyQuery is the query of a page that shows the position after so many moves.
func plyQuery(ply int) string { return "?ply=" + strconv.Itoa(ply) }

// NewMovesView lists the moves of a line that the side first begins; ply is the shown
// position. The caller sets Past, Over, Source and Link.
func NewMovesView(t *web.Texts, line record.Line, first game.Side, ply int, present string) MovesView {
	v := MovesView{Ply: ply, Plies: len(line), Rows: moveRows(t, line, first, ply), Present: present}
	v.Steps = []moveStep{{Name: "first"}, {Name: "previous"}, {Name: "next"}, {Name: "last"}}
	if ply > 0 {
		v.Steps[0].Href, v.Steps[1].Href = plyQuery(0), plyQuery(ply-1)
	}
	switch {
	case ply == len(line)-1:
		v.Steps[2].Href, v.Steps[3].Href = present, present
	case ply < len(line):
		v.Steps[2].Href, v.Steps[3].Href = plyQuery(ply+1), present
	}
	return v
}

func moveRows(t *web.Texts, line record.Line, first game.Side, ply int) [][2]MoveCell {
	var rows [][2]MoveCell
	for i, turn := range line {
		place := i + int(first) // counted from White's first move
		if place/2 == len(rows) {
			rows = append(rows, [2]MoveCell{})
		}
		rows[place/2][place%2] = MoveCell{Ply: i + 1, Move: turn.Move, Took: TookText(t, turn.Took), Href: plyQuery(i + 1), Here: i+1 == ply}
	}
	return rows
}

// TookText writes the time a move took as clock.js does: seconds, or like a clock
// from a minute on. It is empty below a second, and for an unknown time.
func TookText(t *web.Texts, took time.Duration) string {
	switch {
	case took < time.Second:
		return ""
	case took < time.Minute:
		return t.Text("web.js.seconds", "count", int(took.Seconds()))
	}
	return ClockText(t, took.Milliseconds())
}
