// SPDX-License-Identifier: Apache-2.0

package tui

import tea "charm.land/bubbletea/v2"

// click touches the point under the mouse, or takes the row of the menu.
func (m *Model) click(msg tea.MouseClickMsg) tea.Cmd {
	if m.dialog != nil || m.errand != nil || msg.Button != tea.MouseLeft || m.small() {
		return nil
	}
	if m.hall != nil {
		return m.hall.click(m, msg.Y)
	}
	if m.menu != nil {
		return m.menu.click(m, msg.X, msg.Y)
	}
	l := m.layout()
	point, ok := l.face.at(msg.X-l.board.x, msg.Y-l.board.y)
	if !ok {
		return nil
	}
	m.play.cursor = point
	m.play.alarm, m.play.ending = "", false
	return m.touch()
}

// click on a row chooses it; on the chosen row it goes on to the next value, or
// does what the row says.
func (m *menu) click(model *Model, x, y int) tea.Cmd {
	left, top := m.place(model)
	for row := range menuRows {
		if y != m.line(top, row) || x < left || x >= left+menuWidth {
			continue
		}
		again := m.row == row
		m.row = row
		switch {
		case row >= rowStart:
			return m.enter(model)
		case again:
			m.turn(row, 1)
		}
	}
	return nil
}

// wheel scrolls the messages.
func (m *Model) wheel(msg tea.MouseWheelMsg) {
	if m.play == nil || m.menu != nil || m.dialog != nil {
		return
	}
	switch msg.Button {
	case tea.MouseWheelUp:
		m.play.scroll++
	case tea.MouseWheelDown:
		m.play.scroll = max(0, m.play.scroll-1)
	}
}
