// SPDX-License-Identifier: Apache-2.0

package tui

import (
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"cairn/game"
)

// Beat is the message of the screen's timer.
var Beat tea.Msg = tick{}

// Still keeps a screen from waking itself; tests send Beat instead.
func (m *Model) Still() {
	m.after = func(time.Duration, func(time.Time) tea.Msg) tea.Cmd { return nil }
}

// Toward moves a cursor.
var Toward = toward

// Rooms returns the rectangles of the screen for a board in a window, as x, y,
// width and height, the board first, and whether there is room for it.
func Rooms(b *game.Board, width, height int) (rooms [][4]int, fits bool) {
	l := arrange(b, width, height)
	for _, r := range []rect{l.board, l.sides, l.log, l.status, l.keys} {
		rooms = append(rooms, [4]int{r.x, r.y, r.width, r.height})
	}
	return rooms, l.fits
}

// Disc draws a man.
func Disc(width, height int, radius float64) string {
	var out strings.Builder
	for _, row := range disc(width, height, radius) {
		out.WriteString(string(row) + "\n")
	}
	return out.String()
}

// Fills returns the brightness of every pair of men and of every board.
func Fills() (men [][2]float64, boards []float64) {
	for _, m := range menChoices {
		men = append(men, [2]float64{brightness(m.fill[0]), brightness(m.fill[1])})
	}
	for _, b := range boardChoices {
		boards = append(boards, brightness(b.ground))
	}
	return men, boards
}

// Usual reports whether a board is small enough for a window of 80 by 24.
func Usual(b *game.Board) bool { return b.Width <= 9 && b.Height <= 9 }
