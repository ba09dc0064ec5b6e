// SPDX-License-Identifier: Apache-2.0

package full

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"cairn/internal/tui/canvas"
)

// Beat is the message of the screen's timer.
var Beat tea.Msg = reply((*Model).passTime)

// Still keeps a screen from waking itself; tests send Beat instead.
func (m *Model) Still() {
	m.after = func(time.Duration, func(time.Time) tea.Msg) tea.Cmd { return nil }
}

// Guarded returns a guarded screen, and the fault that has ended it.
func Guarded(m *Model, quit func()) (tea.Model, func() *Broken) {
	g := &guard{Model: m, quit: quit}
	return g, func() *Broken { return g.broken }
}

// Bomb shows a page that panics when it is drawn.
func (m *Model) Bomb() { m.show(bomb{&connecting{cancel: func() {}}}) }

type bomb struct{ *connecting }

func (bomb) draw(*Model, *canvas.Canvas) { panic("drawn") }

// Fault is the message of background work that panics at its end, and Work is work that panics.
var (
	Fault tea.Msg = reply(func(*Model) tea.Cmd { panic("ended") })
	Work  tea.Msg = reply(func(*Model) tea.Cmd {
		return tea.Batch(func() tea.Msg { panic("worked") }, nil, func() tea.Msg { return nil })
	})
)
