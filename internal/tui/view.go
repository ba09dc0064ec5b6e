// SPDX-License-Identifier: Apache-2.0

package tui

import (
	"strings"

	tea "charm.land/bubbletea/v2"
)

// View implements tea.Model.
func (m *Model) View() tea.View {
	v := tea.NewView(m.screen().String())
	v.AltScreen = true
	v.MouseMode = tea.MouseModeCellMotion
	v.WindowTitle = m.words.Text("menu.title")
	return v
}

// screen draws everything.
func (m *Model) screen() *canvas {
	c := newCanvas(m.width, m.height)
	switch {
	case m.menu != nil:
		if m.width < menuWidth || m.height < menuHeight {
			m.tooSmall(c)
			return c
		}
		m.menu.draw(m, c)
	case m.play != nil:
		l := m.layout()
		if !l.fits {
			m.tooSmall(c)
			return c
		}
		m.drawBoard(c, l)
	}
	if m.dialog != nil {
		m.drawDialog(c)
	}
	return c
}

func (m *Model) layout() layout { return arrange(m.session.board(), m.width, m.height) }

func (m *Model) drawBoard(c *canvas, l layout) {
	p := m.play
	view := p.input.View()
	if !p.open() {
		view = m.session.match.State().View()
	}
	c.draw(l.board.x, l.board.y, l.face.draw(m.look, view, p.marks()))
	beside := &panel{canvas: c, look: m.look, words: m.names(), session: m.session, view: view}
	beside.sides(l.sides)
	beside.log(l.log, p.scroll)
	m.drawStatus(c, l.status)
	m.drawKeys(c, l.keys)
}

// drawStatus says what is to be done, or why the last key was refused.
func (m *Model) drawStatus(c *canvas, r rect) {
	text, paint := m.prompt(), m.look.accent()
	if m.play.alarm != "" {
		text, paint = m.play.alarm, m.look.alarm()
	}
	for i, line := range wrap(text, r.width) {
		if i < r.height {
			c.write(r.x, r.y+i, line, paint)
		}
	}
}

// drawKeys draws as many keys as fit; the keys for help and leaving always do.
func (m *Model) drawKeys(c *canvas, r rect) {
	keys := m.keys.short()
	tail := keys[len(keys)-2:]
	width := func(i int) int { return columns(keys[i].Help().Key+" "+keys[i].Help().Desc) + 2 }
	room := r.width - width(len(keys)-2) - width(len(keys)-1) + 2
	shown := keys[:0:0]
	for i := range len(keys) - 2 {
		if room -= width(i); room < 0 {
			break
		}
		shown = append(shown, keys[i])
	}
	x := r.x
	for _, k := range append(shown, tail...) {
		x = c.write(x, r.y, k.Help().Key, m.look.bold()) + 1
		x = c.write(x, r.y, k.Help().Desc, m.look.soft()) + 2
	}
}

// drawDialog puts the dialog over the page: in the middle, but for colours
// beside the board, whose looks they change.
func (m *Model) drawDialog(c *canvas) {
	box := frame(m.look, m.dialog.draw(m))
	x, y := max(0, (m.width-box.width)/2), max(0, (m.height-box.height)/2)
	if _, colours := m.dialog.(*painting); colours {
		x = max(0, m.width-box.width-1)
	}
	c.draw(x, y, box)
}

// tooSmall says that the window is.
func (m *Model) tooSmall(c *canvas) {
	lines := wrap(m.words.Text("screen.small", "width", m.width, "height", m.height), m.width)
	for i, line := range lines {
		c.write(0, max(0, (m.height-len(lines))/2)+i, strings.TrimSpace(line), m.look.text())
	}
}
