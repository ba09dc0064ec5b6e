// SPDX-License-Identifier: Apache-2.0

package full

import (
	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"cairn/internal/lang"
	"cairn/internal/tui"
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

	rematch, lobby, withdraw key.Binding // the meanings of newGame on a server

	online bool
	groups [2][]key.Binding // all keys: for entering a turn, and the rest
}

// newKeys returns the keys with their descriptions.
func newKeys(words *lang.Catalogue, online bool) keyMap {
	bind := func(name, shown string, keys ...string) key.Binding {
		return key.NewBinding(key.WithKeys(keys...), key.WithHelp(shown, words.Text("key."+name)))
	}
	next := func(name string) key.Binding {
		return key.NewBinding(key.WithKeys("n"), key.WithHelp("n", words.Text(name)))
	}
	k := keyMap{
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
		rematch:  next("online.rematch"),
		withdraw: next("online.takeback"),
		lobby:    next("online.lobby"),
		online:   online,
	}
	k.groups = [2][]key.Binding{
		{k.left, k.down, k.up, k.right, k.touch, k.back, k.end, k.hint, k.values, k.older, k.newer},
		{k.undo, k.redo, k.save, k.load, k.draw, k.forfeit, k.newGame, k.review, k.colours, k.help, k.quit},
	}
	if online {
		k.groups = [2][]key.Binding{
			{k.left, k.down, k.up, k.right, k.touch, k.back, k.end, k.older, k.newer},
			{k.draw, k.undo, k.redo, k.forfeit, k.rematch, k.lobby, k.save, k.review, k.colours, k.help, k.quit},
		}
	}
	return k
}

// foot lists the keys at the foot of the screen, the most useful first. The last two are
// always shown.
func (k keyMap) foot(g tui.Game, words *lang.Catalogue) []key.Binding {
	switch {
	case !k.online:
		return []key.Binding{
			k.touch, k.back, k.undo, k.hint, k.values, k.save, k.redo, k.load, k.draw, k.forfeit, k.newGame, k.colours, k.help, k.quit,
		}
	case g.Stage() == tui.Ended:
		next := k.lobby
		switch c, _ := g.Choose(words, tui.New); c.Yes[0].Kind {
		case tui.Withdraw:
			next = k.withdraw
		case tui.Rematch:
			next = k.rematch
		}
		return []key.Binding{next, k.review, k.save, k.colours, k.help, k.quit}
	}
	return []key.Binding{k.touch, k.back, k.draw, k.undo, k.forfeit, k.lobby, k.save, k.redo, k.colours, k.help, k.quit}
}

// pressGame handles the keys for the whole game.
func (p *boardPage) pressGame(m *Model, msg tea.KeyPressMsg) tea.Cmd {
	cmd := p.command(m, msg)
	m.opened = m.dialog() != nil
	return cmd
}

func (p *boardPage) command(m *Model, msg tea.KeyPressMsg) tea.Cmd {
	if yes, ok := tui.YesNo(m.words, msg.String()); ok {
		if c, err := p.game.Choose(m.words, tui.Answer); err == nil {
			if yes {
				return m.do(c.Yes...)
			}
			return m.do(c.No...)
		}
	}
	switch k := m.keys; {
	case key.Matches(msg, k.undo) && p.open() && len(p.input.Path()) > 0:
		p.input.Back()
	case key.Matches(msg, k.undo):
		return p.choose(m, tui.Undo)
	case key.Matches(msg, k.redo):
		return p.choose(m, tui.Redo)
	case key.Matches(msg, k.save):
		return p.choose(m, tui.Save)
	case key.Matches(msg, k.load):
		return p.choose(m, tui.Load)
	case key.Matches(msg, k.draw):
		return p.choose(m, tui.Draw)
	case key.Matches(msg, k.forfeit):
		if _, err := p.game.Choose(m.words, tui.Claim); err == nil {
			return p.choose(m, tui.Claim)
		}
		return p.choose(m, tui.Resign)
	case key.Matches(msg, k.newGame):
		return p.choose(m, tui.New)
	case key.Matches(msg, k.hint) && k.online && p.game.Stage() != tui.Ended: // "?" asks for help
		m.push(&helpDialog{})
	case key.Matches(msg, k.hint):
		return p.choose(m, tui.Hint)
	case key.Matches(msg, k.values):
		return p.choose(m, tui.Values)
	case key.Matches(msg, k.review):
		return p.reviewGame(m)
	case key.Matches(msg, k.colours):
		m.push(&colourDialog{})
	case key.Matches(msg, k.help):
		m.push(&helpDialog{})
	case key.Matches(msg, k.quit):
		return m.quit()
	}
	return nil
}

// choose asks what an action asks and does it.
func (p *boardPage) choose(m *Model, kind tui.ActionKind) tea.Cmd {
	c, err := p.game.Choose(m.names(), kind)
	switch {
	case err != nil:
		p.alarm = tui.Refusal(m.words, err)
		return nil
	case c.Question == "":
		return m.do(c.Yes...)
	}
	m.push(&yesNoDialog{
		text: c.Question,
		yes:  func(m *Model) tea.Cmd { return m.do(c.Yes...) },
		no:   func(m *Model) tea.Cmd { return m.do(c.No...) },
	})
	return nil
}
