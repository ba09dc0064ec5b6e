// SPDX-License-Identifier: Apache-2.0

package web

import (
	"fmt"
	"time"

	"cairn/game"
)

// playView is what the template "match-play" shows: a match with its board, from
// where one viewer sits. The script takes over the same nodes.
type playView struct {
	State     PageState
	Texts     map[string]string // for the script
	Board     boardView
	Seats     [2]seatView // the far side first
	CommandID string      // of the forms: sending one twice does it once
}

// seatView is one player beside the board.
type seatView struct {
	Side  string
	Color string // how the side is called
	Place string // far or near
	SideState
	Tray    trayView
	Phase   string // as a word
	Clock   string // empty without a clock
	Turn    bool   // is to move
	Running bool
	You     bool
}

// newPlayView makes the view of a match. Marks need not say how the board is
// called or turned.
func newPlayView(t *texts, info *game.Info, v game.View, s PageState, m boardMarks, commandID string) playView {
	m.Turned = s.You == game.Black.String()
	t = t.For(info)
	if m.Name == "" {
		m.Name = t.Text("web.js.board", "game", info.Name)
	}
	view := playView{State: s, Texts: t.scriptTexts(), Board: newBoardView(t, info.Board, v, m), CommandID: commandID}
	far := game.Black
	if m.Turned {
		far = game.White
	}
	view.Seats[0] = newSeatView(t, info, v, &s, far, "far")
	view.Seats[1] = newSeatView(t, info, v, &s, far.Other(), "near")
	return view
}

func newSeatView(t *texts, info *game.Info, v game.View, s *PageState, side game.Side, place string) seatView {
	seat := seatView{
		Side: side.String(), Color: t.Side(side), Place: place, SideState: *s.Sides.Side(side),
		Tray: newTrayView(t, side, info.Men, v.Sides[side]), Phase: t.Phase(v.Sides[side].Phase),
		Turn: s.Status == "playing" && s.Turn == side, Running: s.Running == side.String(), You: s.You == side.String(),
	}
	if seat.ClockMS != nil {
		seat.Clock = t.clock(*seat.ClockMS)
	}
	return seat
}

// scriptTexts are the texts of the script, with the names that all displays share.
func (t *texts) scriptTexts() map[string]string {
	found := t.script()
	for _, side := range game.Sides {
		found["side."+side.String()] = t.Side(side)
	}
	for _, phase := range []game.Phase{game.Placing, game.Sliding, game.Flying, game.Mixed} {
		found["phase."+phase.String()] = t.Phase(phase)
	}
	return found
}

// clock writes a time left the way clock.js does: 4:59, 1:02:03, or days when
// there are at least two of them.
func (t *texts) clock(ms int64) string {
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
