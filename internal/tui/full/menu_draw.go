// SPDX-License-Identifier: Apache-2.0

package full

import (
	"cmp"

	"cairn/game"
	"cairn/internal/tui"
	"cairn/internal/tui/canvas"
)

// The size of the menu.
const (
	menuWidth  = 44
	menuTop    = 5
	menuHeight = menuTop + int(menuRows) + 4
	slotValue  = 27 // longer names of games are clipped
)

// draw draws the menu and, where there is room, the board of the chosen game.
func (m *menu) draw(model *Model, c *canvas.Canvas) {
	l, words := model.look, model.words
	x, y := m.place(model)
	m.head(model, c, x, y)
	for row := range menuRows {
		name, value := m.texts(model, row)
		slot := l.Slot(name, value, row == m.row)
		c.Write(x, m.line(y, row), slot.Text, slot.Paint)
	}
	foot := m.line(y, rowQuit) + 2
	c.Write(x, foot, canvas.Clip(words.Text("menu.keys"), model.width-x), l.Soft())
	for i, line := range canvas.Wrap(m.alarm, menuWidth) {
		c.Write(x, foot+1+i, line, l.Alarm())
	}
	m.preview(model, c, x+menuWidth+canvas.Gap)
}

// head draws the name of the program.
func (m *menu) head(model *Model, c *canvas.Canvas, x, y int) {
	l := model.look
	x += l.Logo(c, x, y)
	c.Write(x+1, y+1, model.words.Text("menu.title"), l.Accent())
	c.Write(x+1, y+2, model.words.Text("menu.subtitle"), l.Soft())
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

// line returns the line of a row. A blank line is above the rows that do something.
func (m *menu) line(top int, row menuRow) int {
	y := top + menuTop + int(row)
	if row >= rowStart {
		y++
	}
	return y
}

// texts returns the name and the value of a row.
func (m *menu) texts(model *Model, row menuRow) (name, value string) {
	words, e := model.words, m.entry()
	switch row {
	case rowGame:
		return words.Text("row.game"), canvas.Clip(words.Game(m.families[m.family][0].Game.Info()), slotValue)
	case rowVariant:
		return words.Text("row.variant"), canvas.Clip(words.Variant(e.Game.Info()), slotValue)
	case rowOpponent, rowBegins:
		return m.who(model, row)
	case rowClock:
		if m.clocks[m.clock] == "" {
			return words.Text("row.clock"), words.Text("clock.none")
		}
		return words.Text("row.clock"), m.clocks[m.clock]
	case rowStart:
		return words.Text("row.start"), ""
	case rowLoad:
		return words.Text("row.load"), ""
	default:
		return words.Text("row.quit"), ""
	}
}

// who returns the name and the value of the rows for the players.
func (m *menu) who(model *Model, row menuRow) (name, value string) {
	words, named := model.words, m.players != [2]string{}
	switch {
	case row == rowOpponent && named:
		name := func(side game.Side) string { return words.Player(cmp.Or(m.players[side], tui.Human)) }
		return words.Text("row.opponent"), words.Text("opponent.named", "white", name(game.White), "black", name(game.Black))
	case row == rowOpponent:
		return words.Text("row.opponent"), m.entry().Opponents(words)[m.opponent]
	case named:
		return words.Text("row.begins"), words.Side(game.White)
	default:
		return words.Text("row.begins"), tui.BeginNames(words, m.opponent > 0)[m.begins]
	}
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

// preview draws the start of the chosen game.
func (m *menu) preview(model *Model, c *canvas.Canvas, x int) {
	if f, ok := m.face(model); ok {
		_, h := f.Size()
		c.Draw(x, max(0, (model.height-h)/2), f.Draw(model.look, m.entry().Game.Start().View(), canvas.Marks{}))
	}
}
