// SPDX-License-Identifier: Apache-2.0

package tui

import (
	"cmp"
	"strings"

	"cairn/game"
)

// Where the menu stands: columns of its lines, and lines above them.
const (
	menuWidth  = 44
	menuTop    = 5
	menuHeight = menuTop + int(menuRows) + 4
	slotName   = 11
	slotValue  = 27 // longer names of games are cut
)

// draw draws the menu and, where there is room, the board of the chosen game.
func (m *menu) draw(model *Model, c *canvas) {
	l, words := model.look, model.words
	x, y := m.place(model)
	m.head(model, c, x, y)
	for row := range menuRows {
		paint := l.text()
		if row == m.row {
			paint = l.bold()
		}
		name, value := m.texts(model, row)
		c.write(x, m.line(y, row), l.slot(name, value, row == m.row), paint)
	}
	foot := m.line(y, rowQuit) + 2
	c.write(x, foot, clip(words.Text("menu.keys"), model.width-x), l.soft())
	for i, line := range wrap(m.alarm, menuWidth) {
		c.write(x, foot+1+i, line, l.alarm())
	}
	m.preview(model, c, x+menuWidth+gap)
}

// logo is a cairn: stones on stones.
var logo = []string{"  ▄▄  ", " ▄▄▄▄ ", "▄▄▄▄▄▄"}

// head draws the name of the program.
func (m *menu) head(model *Model, c *canvas, x, y int) {
	l := model.look
	if !l.ascii {
		stone := l.accent()
		stone.bold = false
		for i, line := range logo {
			c.write(x+2, y+i, line, stone)
		}
		x += 9
	}
	c.write(x+1, y+1, model.words.Text("menu.title"), l.accent())
	c.write(x+1, y+2, model.words.Text("menu.subtitle"), l.soft())
}

// place returns the upper left corner of the menu.
func (m *menu) place(model *Model) (x, y int) {
	width := menuWidth
	if f, ok := m.face(model); ok {
		w, _ := f.size()
		width += gap + w
	}
	return max(1, (model.width-width)/2), max(0, (model.height-menuHeight-2)/2)
}

// line returns where a row of the menu stands. What starts, loads and quits
// stands apart from what is chosen.
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
		return words.Text("row.game"), clip(words.Game(m.families[m.family][0].Game.Info()), slotValue)
	case rowVariant:
		return words.Text("row.variant"), clip(words.Variant(e.Game.Info()), slotValue)
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
		name := func(side game.Side) string { return words.Player(cmp.Or(m.players[side], Human)) }
		return words.Text("row.opponent"), words.Text("opponent.named", "white", name(game.White), "black", name(game.Black))
	case row == rowOpponent:
		people := words.Text("opponent.people")
		return words.Text("row.opponent"), append([]string{people}, opponentNames(words, m.entry())...)[m.opponent]
	case named:
		return words.Text("row.begins"), words.Side(game.White)
	default:
		return words.Text("row.begins"), beginNames(words, m.opponent > 0)[m.begins]
	}
}

// slot is a line with a name and a value that can be changed to both sides.
func (l look) slot(name, value string, chosen bool) string {
	g := l.glyphs()
	mark := "  "
	if chosen {
		mark = string(g.turn) + " "
	}
	if value == "" {
		return mark + name
	}
	name += strings.Repeat(" ", max(1, slotName-columns(name)))
	if chosen {
		return mark + name + string(g.left) + " " + value + " " + string(g.right)
	}
	return mark + name + "  " + value
}

// face returns the board of the chosen game in the size that fits beside the
// menu, and whether any does.
func (m *menu) face(model *Model) (face, bool) {
	for step := discStep; step >= minStep; step-- {
		f := face{m.entry().Game.Info().Board, step}
		if w, h := f.size(); menuWidth+gap+w+2 <= model.width && h < model.height {
			return f, true
		}
	}
	return face{}, false
}

// preview draws the start of the chosen game.
func (m *menu) preview(model *Model, c *canvas, x int) {
	if f, ok := m.face(model); ok {
		_, h := f.size()
		c.draw(x, max(0, (model.height-h)/2), f.draw(model.look, m.entry().Game.Start().View(), marks{}))
	}
}
