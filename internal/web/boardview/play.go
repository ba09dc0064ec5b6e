// SPDX-License-Identifier: Apache-2.0

package boardview

import (
	"fmt"
	"strings"
	"time"

	"cairn/game"
	"cairn/internal/pagestate"
	"cairn/internal/web"
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
	CommandID string      // of the forms: sending one twice does it once
	First     string      // the limit of the first move; empty for none
	Slow      bool        // the viewer plays it, and need not watch it
	Others    int         // other games that wait for the viewer, who has moved in this one
}

// seatView is one player beside the board.
type seatView struct {
	Side  string
	Color string // how the side is called
	Place string // far or near
	pagestate.SideState
	Tray    trayView
	Phases  bool   // the game has phases
	Phase   string // as a word
	Clock   string // empty without a clock
	Turn    bool   // is to move
	Running bool
	You     bool
}

// NewPlayView makes the view of a match. The name of the board and its
// direction are added to the marks.
func NewPlayView(t *web.Texts, info *game.Info, v game.View, s pagestate.State, m BoardMarks, commandID string) PlayView {
	m.Turned = s.You == game.Black.String()
	t = t.For(info)
	if m.Name == "" {
		m.Name = t.Text("web.js.board", "game", info.Name)
	}
	view := PlayView{State: s, Now: &s, Texts: t.Script(), Board: NewBoardView(t, info.Board, v, m), CommandID: commandID}
	if s.FirstMS != nil {
		view.First = t.Text("web.js.first", "time", ClockText(t, *s.FirstMS))
	}
	far := game.Black
	if m.Turned {
		far = game.White
	}
	view.Seats[0] = newSeatView(t, info, v, &s, far, "far")
	view.Seats[1] = newSeatView(t, info, v, &s, far.Other(), "near")
	return view
}

func newSeatView(t *web.Texts, info *game.Info, v game.View, s *pagestate.State, side game.Side, place string) seatView {
	seat := seatView{
		Side: side.String(), Color: t.Side(side), Place: place, SideState: *s.Sides.Side(side),
		Tray: NewTrayView(t, side, v.Sides[side]), Phases: info.Phases, Phase: t.Phase(v.Sides[side].Phase),
		Turn: s.Status == "playing" && s.Turn == side, Running: s.Running == side.String(), You: s.You == side.String(),
	}
	if seat.ClockMS != nil {
		seat.Clock = ClockText(t, *seat.ClockMS)
	}
	return seat
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

// trayView is the data of the template "tray": the men of a side that are not on
// the board, first those in hand, then those it has lost.
type trayView struct {
	Side       string
	Label      string
	Hand, Lost int
}

// NewTrayView returns the tray of a side.
func NewTrayView(t *web.Texts, side game.Side, v game.SideView) trayView {
	return trayView{Side: side.String(), Label: trayLabel(t, side, v), Hand: v.Hand, Lost: v.Lost}
}

// trayLabel describes a tray to screen readers.
func trayLabel(t *web.Texts, side game.Side, v game.SideView) string {
	said := []string{t.Side(side)}
	for _, part := range []struct {
		key string
		n   int
	}{{"web.js.hand", v.Hand}, {"web.js.onboard", v.Board}, {"web.js.lost", v.Lost}} {
		said = append(said, t.Text(part.key, "count", part.n))
	}
	return strings.Join(said, ", ")
}
