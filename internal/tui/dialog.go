// SPDX-License-Identifier: Apache-2.0

package tui

import (
	"strings"

	tea "charm.land/bubbletea/v2"
)

// dialog is shown over the page and takes all keys.
type dialog interface {
	press(m *Model, msg tea.KeyPressMsg) tea.Cmd
	// draw returns what stands inside the frame.
	draw(m *Model) *canvas
}

// frame draws a box around a canvas.
func frame(l look, inside *canvas) *canvas {
	const padding = 2
	box := newCanvas(inside.width+2*padding+2, inside.height+2)
	g, edge := l.glyphs(), l.accent()
	edge.bold = false
	across := strings.Repeat(string(g.bar), box.width-2)
	for y, ends := range map[int][2]rune{0: {g.corners[0], g.corners[1]}, box.height - 1: {g.corners[2], g.corners[3]}} {
		box.write(0, y, string(ends[0])+across+string(ends[1]), edge)
	}
	for y := 1; y < box.height-1; y++ {
		box.set(0, y, g.post, edge)
		box.set(box.width-1, y, g.post, edge)
	}
	box.draw(1+padding, 1, inside)
	return box
}

// page returns a canvas with lines of text, as wide as the longest and at least
// that wide.
func page(least int, lines ...message) *canvas {
	width := least
	for _, line := range lines {
		width = max(width, columns(line.text))
	}
	c := newCanvas(width, len(lines))
	for y, line := range lines {
		c.write(0, y, line.text, line.paint)
	}
	return c
}

// yesNoDialog asks for yes or no.
type yesNoDialog struct {
	text    string
	yes, no func(*Model) tea.Cmd // no may be nil; neither is called on Esc
}

func (d *yesNoDialog) press(m *Model, msg tea.KeyPressMsg) tea.Cmd {
	switch yes, answered := yesNo(m.words, msg.String()); {
	case yes:
		m.dialog = nil
		return d.yes(m)
	case answered:
		m.dialog = nil
		if d.no != nil {
			return d.no(m)
		}
	}
	switch msg.String() {
	case "esc", "q", "ctrl+c", "backspace":
		m.dialog = nil
	}
	return nil
}

func (d *yesNoDialog) draw(m *Model) *canvas {
	var lines []message
	for _, line := range wrap(d.text, max(20, min(52, m.width-10))) {
		lines = append(lines, message{line, m.look.bold()})
	}
	lines = append(lines, message{}, message{m.words.Text("dialog.yesno"), m.look.soft()})
	return page(0, lines...)
}

// helpDialog shows every key.
type helpDialog struct{}

func (*helpDialog) press(m *Model, _ tea.KeyPressMsg) tea.Cmd {
	m.dialog = nil
	return nil
}

func (*helpDialog) draw(m *Model) *canvas {
	const column, name = 30, 8
	groups := m.keys.all()
	if m.session.table != nil {
		groups = m.keys.allOnline()
	}
	c := newCanvas(min(2*column, m.width-6), max(len(groups[0]), len(groups[1]))+5)
	c.write(0, 0, m.words.Text("help.title"), m.look.accent())
	for i, group := range groups {
		for y, binding := range group {
			c.write(i*column, 2+y, binding.Help().Key, m.look.bold())
			c.write(i*column+name, 2+y, clip(binding.Help().Desc, column-name-1), m.look.text())
		}
	}
	c.write(0, c.height-2, clip(m.words.Text("help.points"), c.width), m.look.soft())
	c.write(0, c.height-1, clip(m.words.Text("help.marks"), c.width), m.look.soft())
	return c
}

// textPage shows lines to read; any key closes it.
type textPage struct{ title, text string }

func (*textPage) press(m *Model, _ tea.KeyPressMsg) tea.Cmd {
	m.dialog = nil
	return nil
}

func (d *textPage) draw(m *Model) *canvas {
	lines := []message{{d.title, m.look.accent()}, {}}
	for line := range strings.SplitSeq(d.text, "\n") {
		lines = append(lines, message{clip(line, m.width-6), m.look.text()})
	}
	return page(0, lines...)
}

// colourDialog chooses the colours of men and board.
type colourDialog struct{ row int }

func (d *colourDialog) press(m *Model, msg tea.KeyPressMsg) tea.Cmd {
	step := 0
	switch msg.String() {
	case "up", "k", "down", "j", "tab":
		d.row = 1 - d.row
	case "left", "h":
		step = -1
	case "right", "l", "space", "c":
		step = 1
	default:
		m.dialog = nil
	}
	if d.row == 0 {
		m.look.men = (m.look.men + step + len(menChoices)) % len(menChoices)
	} else {
		m.look.board = (m.look.board + step + len(boardChoices)) % len(boardChoices)
	}
	if step != 0 {
		m.look.remember(m.session.options.State)
	}
	return nil
}

func (d *colourDialog) draw(m *Model) *canvas {
	rows := []message{{m.words.Text("colours.title"), m.look.accent()}, {}}
	if !m.look.colour {
		rows = append(rows, message{m.words.Text("colours.none"), m.look.text()}, message{})
	}
	for i, row := range [][2]string{
		{"colours.men", "men." + m.look.menColours().name},
		{"colours.board", "board." + m.look.boardColours().name},
	} {
		paint := m.look.text()
		if i == d.row {
			paint = m.look.bold()
		}
		rows = append(rows, message{m.look.slot(m.words.Text(row[0]), m.words.Text(row[1]), i == d.row), paint})
	}
	return page(0, append(rows, message{}, message{m.words.Text("colours.keys"), m.look.soft()})...)
}
