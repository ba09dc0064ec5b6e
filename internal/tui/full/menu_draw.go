// SPDX-License-Identifier: Apache-2.0

package full

import "cairn/internal/tui/canvas"

// The size of the menu.
const (
	menuWidth  = 44
	menuTop    = 5
	menuHeight = menuTop + menuRows + 4
	slotValue  = 27 // longer names of games are clipped
)

// draw draws the menu and, where there is room, the board of the chosen game.
func (m *menu) draw(model *Model, c *canvas.Canvas) {
	l, words := model.look, model.words
	x, y := m.place(model)
	title := x + l.Logo(c, x, y) + 1
	c.Write(title, y+1, words.Text("menu.title"), l.Accent())
	c.Write(title, y+2, words.Text("menu.subtitle"), l.Soft())
	for i, row := range m.rows(words) {
		slot := l.Slot(row.name, row.value, i == m.row)
		c.Write(x, m.line(y, i), slot.Text, slot.Paint)
	}
	foot := m.line(y, rowQuit) + 2
	c.Write(x, foot, canvas.Clip(words.Text("menu.keys"), model.width-x), l.Soft())
	c.WriteWrapped(canvas.Rect{X: x, Y: foot + 1, Width: menuWidth, Height: model.height}, m.alarm, l.Alarm())
	if f, ok := m.face(model); ok {
		_, h := f.Size()
		board := f.Draw(l, m.entry().Game.Start().View(), canvas.Marks{})
		c.Draw(x+menuWidth+canvas.Gap, max(0, (model.height-h)/2), board)
	}
}

// place returns the upper left corner of the menu.
func (m *menu) place(model *Model) (x, y int) {
	width := menuWidth
	if f, ok := m.face(model); ok {
		w, _ := f.Size()
		width += canvas.Gap + w
	}
	return max(1, (model.width-width)/2), max(0, (model.height-menuHeight-2)/2)
}

// line returns the y of a row. A blank line separates the rows with commands.
func (m *menu) line(top int, row int) int {
	y := top + menuTop + row
	if row >= rowStart {
		y++
	}
	return y
}

// face returns the board of the chosen game in the largest size that fits beside the menu.
func (m *menu) face(model *Model) (face canvas.Face, fits bool) {
	for step := canvas.DiscStep; step >= canvas.MinStep; step-- {
		f := canvas.Face{Board: m.entry().Game.Info().Board, Step: step}
		if w, h := f.Size(); menuWidth+canvas.Gap+w+2 <= model.width && h < model.height {
			return f, true
		}
	}
	return face, false
}
