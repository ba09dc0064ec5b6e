// SPDX-License-Identifier: Apache-2.0

package tui

import (
	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"cairn/internal/lang"
)

// keyMap is every key of the board page.
type keyMap struct {
	up, down, left, right  key.Binding
	touch, back, end       key.Binding
	undo, redo             key.Binding
	save, load             key.Binding
	draw, forfeit, newGame key.Binding
	hint, values, review   key.Binding
	colours, help, quit    key.Binding
	older, newer           key.Binding

	rematch, lobby, withdraw key.Binding // what newGame does in a match on a server
}

// newKeys returns the keys with their descriptions.
func newKeys(words *lang.Catalogue) keyMap {
	bind := func(name, shown string, keys ...string) key.Binding {
		return key.NewBinding(key.WithKeys(keys...), key.WithHelp(shown, words.Text("key."+name)))
	}
	return keyMap{
		up:       bind("up", "k", "up", "k"),
		down:     bind("down", "j", "down", "j"),
		left:     bind("left", "h", "left", "h"),
		right:    bind("right", "l", "right", "l"),
		touch:    bind("touch", "enter", "enter", "space"),
		back:     bind("back", "esc", "esc", "backspace"),
		end:      bind("end", "e", "e"),
		undo:     bind("undo", "u", "u"),
		redo:     bind("redo", "r", "r"),
		save:     bind("save", "s", "s"),
		load:     bind("load", "o", "o"),
		draw:     bind("draw", "d", "d"),
		forfeit:  bind("forfeit", "f", "f"),
		newGame:  bind("new", "n", "n"),
		colours:  bind("colours", "c", "c"),
		hint:     bind("hint", "?", "?"),
		values:   bind("values", "v", "v"),
		review:   bind("review", "a", "a"),
		help:     bind("help", "f1", "f1", "H"),
		quit:     bind("quit", "q", "q", "ctrl+c"),
		older:    bind("older", "pgup", "pgup"),
		newer:    bind("newer", "pgdown", "pgdown"),
		rematch:  key.NewBinding(key.WithKeys("n"), key.WithHelp("n", words.Text("online.rematch"))),
		withdraw: key.NewBinding(key.WithKeys("n"), key.WithHelp("n", words.Text("online.takeback"))),
		lobby:    key.NewBinding(key.WithKeys("n"), key.WithHelp("n", words.Text("online.lobby"))),
	}
}

// short lists the keys that stand at the foot of the screen, the most wanted
// first.
func (k keyMap) short() []key.Binding {
	return []key.Binding{
		k.touch, k.back, k.undo, k.hint, k.values, k.save, k.redo, k.load, k.draw, k.forfeit, k.newGame, k.colours, k.help, k.quit,
	}
}

// online lists the keys at the foot of the screen for a match on a server.
func (k keyMap) online(t *table) []key.Binding {
	next := k.lobby
	switch {
	case t.state.Offer != nil && t.state.Offer.Mine:
		next = k.withdraw
	case t.state.Can.Rematch:
		next = k.rematch
	}
	if t.state.Status == "over" {
		return []key.Binding{next, k.review, k.save, k.colours, k.help, k.quit}
	}
	return []key.Binding{k.touch, k.back, k.draw, k.undo, k.forfeit, k.lobby, k.save, k.redo, k.colours, k.help, k.quit}
}

// all lists every key, for the help: those that enter a turn, and the others.
func (k keyMap) all() [2][]key.Binding {
	return [2][]key.Binding{
		{k.left, k.down, k.up, k.right, k.touch, k.back, k.end, k.hint, k.values, k.older, k.newer},
		{k.undo, k.redo, k.save, k.load, k.draw, k.forfeit, k.newGame, k.review, k.colours, k.help, k.quit},
	}
}

// allOnline lists every key of a match on a server.
func (k keyMap) allOnline() [2][]key.Binding {
	return [2][]key.Binding{
		{k.left, k.down, k.up, k.right, k.touch, k.back, k.end, k.older, k.newer},
		{k.draw, k.undo, k.redo, k.forfeit, k.rematch, k.lobby, k.save, k.review, k.colours, k.help, k.quit},
	}
}

// pressGame handles the keys for the whole game.
func (p *boardPage) pressGame(m *Model, msg tea.KeyPressMsg) tea.Cmd {
	if m.session.table != nil {
		if cmd, done := p.pressTable(m, msg); done {
			return cmd
		}
	}
	switch k := m.keys; {
	case key.Matches(msg, k.undo):
		if p.open() && len(p.input.Path()) > 0 {
			p.input.Back()
			return nil
		}
		return m.do(action{kind: actUndo})
	case key.Matches(msg, k.redo):
		return m.do(action{kind: actRedo})
	case key.Matches(msg, k.save):
		m.dialog = newSaveDialog(m)
	case key.Matches(msg, k.load):
		m.dialog = newLoadDialog(m)
	case key.Matches(msg, k.draw):
		p.offerDraw(m)
	case key.Matches(msg, k.forfeit):
		p.forfeit(m)
	case key.Matches(msg, k.newGame) && m.session.plan.task != nil:
		return p.nextPuzzle(m)
	case key.Matches(msg, k.newGame):
		p.newGame(m)
	case key.Matches(msg, k.hint):
		return p.hint(m)
	case key.Matches(msg, k.values):
		return p.values(m)
	case key.Matches(msg, k.review):
		return p.reviewGame(m)
	case key.Matches(msg, k.colours):
		m.dialog = &colourDialog{}
	case key.Matches(msg, k.help):
		m.dialog = &helpDialog{}
	case key.Matches(msg, k.quit):
		return m.quit()
	}
	m.opened = m.dialog != nil
	return nil
}

// quit leaves, and asks first when something would be lost.
func (m *Model) quit() tea.Cmd {
	if m.play == nil || !m.session.loses() {
		return m.leave()
	}
	m.dialog = &yesNoDialog{text: m.words.Text("quit.ask"), yes: (*Model).leave}
	return nil
}

// nextPuzzle begins the next puzzle.
func (p *boardPage) nextPuzzle(m *Model) tea.Cmd {
	next, err := m.session.options.puzzlePlan(m.session.plan.task.number + 1)
	if err != nil {
		p.alarm = refusal(m.words, err)
		return nil
	}
	return m.do(action{kind: actNew, plan: next})
}

// newGame opens the menu for a new game, and asks first when one is running.
func (p *boardPage) newGame(m *Model) {
	open := func(m *Model) tea.Cmd {
		m.thinking.stop()
		m.menu = newMenu(&m.session.options)
		m.menu.recall(m.session)
		return nil
	}
	if m.session.running() && m.session.unsaved() {
		m.dialog = &yesNoDialog{text: m.words.Text("new.ask"), yes: open}
		return
	}
	open(m)
}

// forfeit asks whether to give up.
func (p *boardPage) forfeit(m *Model) {
	if m.session.over() {
		p.alarm = m.words.Text("screen.over")
		return
	}
	side, _ := m.session.actor().Side()
	m.dialog = &yesNoDialog{
		text: m.words.Text("forfeit.ask", "side", m.names().Side(side)),
		yes:  func(m *Model) tea.Cmd { return m.do(action{kind: actForfeit}) },
	}
}

// offerDraw puts the offer to the other side: to the person at the same screen,
// or to the computer after a confirmation.
func (p *boardPage) offerDraw(m *Model) {
	actor, _ := m.session.actor().Side()
	if !m.session.match.CanDraw(actor) {
		p.alarm = m.words.Text("screen.nodraw")
		return
	}
	if m.session.offersComputer() {
		yes := acceptsDraw(m.session.match.State())
		m.dialog = &yesNoDialog{text: m.words.Text("draw.sure"), yes: drawAnswer(yes)}
		return
	}
	names := m.names()
	m.dialog = &yesNoDialog{
		text: m.words.Text("draw.ask", "side", names.Side(actor), "other", names.Side(actor.Other())),
		yes:  drawAnswer(true),
		no:   drawAnswer(false),
	}
}

// drawAnswer offers a draw and answers the offer.
func drawAnswer(yes bool) func(*Model) tea.Cmd {
	return func(m *Model) tea.Cmd {
		if cmd := m.do(action{kind: actDraw}); m.play.alarm != "" {
			return cmd
		}
		return m.do(action{kind: actAnswer, yes: yes})
	}
}
