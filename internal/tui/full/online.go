// SPDX-License-Identifier: Apache-2.0

package full

import (
	"context"

	tea "charm.land/bubbletea/v2"

	"cairn/internal/tui"
	"cairn/internal/tui/canvas"
)

// connecting is the page shown until the match of a place is open: with a seek or a
// challenge, until an opponent accepts it.
type connecting struct {
	text   string
	cancel context.CancelFunc
}

// visit goes to a place.
func (m *Model) visit(place tui.Place) tea.Cmd {
	if place == (tui.Place{}) || place.Resume {
		return m.enterLobby(place.Resume)
	}
	ctx, cancel := context.WithCancel(m.ctx)
	p := &connecting{text: place.Text(m.words, m.options.GameName(m.words)), cancel: cancel}
	if p.text == "" {
		p.text = m.words.Text("online.opening")
	}
	m.show(p)
	life, options := m.ctx, m.options
	return func() tea.Msg {
		game, err := options.Online.Enter(ctx, life, options, place)
		return reply(func(m *Model) tea.Cmd { return m.arrive(p, game, err) })
	}
}

// arrive shows the match of a place, even if it was found while the player cancelled.
func (m *Model) arrive(from *connecting, game *tui.Remote, err error) tea.Cmd {
	switch {
	case err == nil:
		m.show(newBoardPage(game))
		if id := game.Next(); id != "" {
			return m.visit(tui.Place{Match: id})
		}
		return m.refresh()
	case m.page() != page(from):
		return nil
	}
	return m.toLobbyWith(tui.Refusal(m.words, err))
}

func (p *connecting) close() { p.cancel() }

func (p *connecting) least(m *Model) (width, height int) {
	return max(m.width, menuWidth), max(m.height, minLobbyHeight)
}

func (p *connecting) click(*Model, int, int) tea.Cmd { return nil }

func (p *connecting) press(m *Model, msg tea.KeyPressMsg) tea.Cmd {
	switch msg.String() {
	case "q", "ctrl+c":
		return m.leave()
	case "esc", "backspace":
		return m.enterLobby(false)
	}
	return nil
}

func (p *connecting) draw(m *Model, c *canvas.Canvas) {
	lines := canvas.Lines(p.text, max(20, min(60, m.width-8)), m.look.Accent())
	keys := canvas.Line{Text: m.words.Text("online.errand.keys"), Paint: m.look.Soft()}
	c.DrawCentred(canvas.Page(0, append(lines, canvas.Line{}, keys)...))
}
