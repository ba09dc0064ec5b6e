// SPDX-License-Identifier: Apache-2.0

package boardview

import (
	"strings"

	"cairn/game"
	"cairn/internal/web"
)

// Lengths of a tray in units of its view box.
const (
	slotUnit   = 40
	slotMargin = 24
	maxSlots   = 12 // in a row
)

// trayView is the data of the template "tray": a slot for each man of a side.
// Men in hand fill it from the left, lost men from the right; the empty slots
// between are on the board.
type trayView struct {
	Side          string
	Label         string
	Width, Height int
	Double        bool // has more than one row
	Slots         []slotView
}

// slotView is one slot; its class is hand, out (on the board) or lost.
type slotView struct {
	X, Y  int
	Class string
}

// NewTrayView lays out the tray of a side that begins with so many men.
func NewTrayView(t *web.Texts, side game.Side, men int, v game.SideView) trayView {
	rows := (men + maxSlots - 1) / maxSlots
	columns := men
	if rows > 1 {
		columns = (men + rows - 1) / rows
	}
	tray := trayView{
		Side: side.String(), Label: trayLabel(t, side, v), Double: rows > 1,
		Width:  max(columns-1, 0)*slotUnit + 2*slotMargin,
		Height: max(rows-1, 0)*slotUnit + 2*slotMargin,
	}
	for i := range men {
		tray.Slots = append(tray.Slots, slotView{
			X: slotMargin + i%columns*slotUnit, Y: slotMargin + i/columns*slotUnit, Class: slotClass(i, men, v),
		})
	}
	return tray
}

func slotClass(i, men int, v game.SideView) string {
	switch {
	case i < v.Hand:
		return "hand"
	case i >= men-v.Lost:
		return "lost"
	default:
		return "out"
	}
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
