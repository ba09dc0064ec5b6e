// SPDX-License-Identifier: Apache-2.0

package full

import (
	tea "charm.land/bubbletea/v2"

	"cairn/internal/tui/canvas"
)

// layer is a page or a dialog.
type layer interface {
	press(m *Model, msg tea.KeyPressMsg) tea.Cmd
}

// page fills the screen.
type page interface {
	layer
	click(m *Model, x, y int) tea.Cmd
	draw(m *Model, c *canvas.Canvas)
	// least returns the size that the window must have for the page: the present size if it
	// is large enough.
	least(m *Model) (width, height int)
	// close ends the background work of the page.
	close()
}

// dialog is shown over a page.
type dialog interface {
	layer
	// draw returns the content of the frame.
	draw(m *Model) *canvas.Canvas
}

func (m *Model) push(l layer) { m.stack = append(m.stack, l) }

// pop removes the layer in front.
func (m *Model) pop() { m.stack = m.stack[:len(m.stack)-1] }

// show closes all layers and shows a page.
func (m *Model) show(p page) {
	m.close()
	m.stack = []layer{p}
}

// close ends the background work of all pages.
func (m *Model) close() {
	for _, l := range m.stack {
		if p, ok := l.(page); ok {
			p.close()
		}
	}
}

// front returns the layer in front; nil before the first page.
func (m *Model) front() layer {
	if len(m.stack) == 0 {
		return nil
	}
	return m.stack[len(m.stack)-1]
}

// dialog returns the dialog in front; nil if a page is.
func (m *Model) dialog() dialog {
	d, _ := m.front().(dialog)
	return d
}

// page returns the page in front, below dialogs.
func (m *Model) page() page {
	for i := len(m.stack) - 1; i >= 0; i-- {
		if p, ok := m.stack[i].(page); ok {
			return p
		}
	}
	return nil
}

// board returns the board page, even if the menu covers it; nil if there is none.
func (m *Model) board() *boardPage {
	if len(m.stack) == 0 {
		return nil
	}
	p, _ := m.stack[0].(*boardPage)
	return p
}
