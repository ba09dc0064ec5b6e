// SPDX-License-Identifier: Apache-2.0

package full

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"cairn/internal/lang"
	"cairn/internal/tui"
	"cairn/internal/tui/canvas"
	"cairn/match"
)

// boardKey is a key of the board page.
type boardKey struct {
	name  string // of the command; key.NAME is its description
	shown string // label of the key
	keys  string // names in Bubble Tea, separated by blanks
	do    func(p *boardPage, m *Model) tea.Cmd
}

// turnKeys are the keys that enter a turn. They take precedence over the letters that answer
// an offer.
func turnKeys() []boardKey {
	return []boardKey{
		{"left", "h", "left h", steer(-1, 0)},
		{"down", "j", "down j", steer(0, 1)},
		{"up", "k", "up k", steer(0, -1)},
		{"right", "l", "right l", steer(1, 0)},
		{"touch", "enter", "enter space", (*boardPage).enter},
		{"back", "esc", "esc backspace", func(p *boardPage, _ *Model) tea.Cmd {
			p.input.Back()
			return nil
		}},
		{"end", "e", "e", func(p *boardPage, _ *Model) tea.Cmd {
			p.ending = p.input.MayEnd()
			return nil
		}},
		{"older", "pgup", "pgup", scroll(3)},
		{"newer", "pgdown", "pgdown", scroll(-3)},
	}
}

// gameKeys are the keys of commands to the game and the display.
func gameKeys() []boardKey {
	return []boardKey{
		{"undo", "u", "u", func(p *boardPage, m *Model) tea.Cmd {
			if p.open() && len(p.input.Path()) > 0 {
				p.input.Back()
				return nil
			}
			return p.choose(m, match.Undo)
		}},
		{"redo", "r", "r", ask(match.Redo)},
		{"save", "s", "s", ask(tui.Save)},
		{"load", "o", "o", ask(tui.Load)},
		{"draw", "d", "d", ask(match.Draw)},
		{"forfeit", "f", "f", func(p *boardPage, m *Model) tea.Cmd {
			if _, err := p.game.Choose(m.words, match.Claim); err == nil {
				return p.choose(m, match.Claim)
			}
			return p.choose(m, match.Resign)
		}},
		{"new", "n", "n", ask(tui.New)},
		{"hint", "?", "?", func(p *boardPage, m *Model) tea.Cmd {
			if m.home == nil && p.game.Stage() != tui.Ended { // hints are forbidden; "?" opens the help
				m.push(notice(helpText))
				return nil
			}
			return p.choose(m, tui.Hint)
		}},
		{"values", "v", "v", ask(tui.Values)},
		{"review", "a", "a", (*boardPage).reviewGame},
		{"colours", "c", "c", open(&colourDialog{})},
		{"help", "f1", "f1 H", open(notice(helpText))},
		{"quit", "q", "q ctrl+c ctrl+d", func(_ *boardPage, m *Model) tea.Cmd { return m.quit() }},
	}
}

// The keys as help lists them, in two columns.
var (
	localHelp = [2]string{
		"left down up right touch back end hint values older newer",
		"undo redo save load draw forfeit new review colours help quit",
	}
	onlineHelp = [2]string{
		"left down up right touch back end older newer",
		"draw undo redo forfeit online.rematch online.lobby save review colours help quit",
	}
)

// keyPressed returns the key that was pressed; nil if it is not among all.
func keyPressed(all []boardKey, msg tea.KeyPressMsg) *boardKey {
	for i := range all {
		if slices.Contains(strings.Fields(all[i].keys), msg.String()) {
			return &all[i]
		}
	}
	return nil
}

// keyText returns the label and the description of a key by its name. The key "new" has
// several meanings on a server, named by the keys of their texts.
func keyText(words *lang.Catalogue, name string) (shown, text string) {
	for _, k := range append(turnKeys(), gameKeys()...) {
		if k.name == name {
			return k.shown, words.Text("key." + name)
		}
	}
	return "n", words.Text(name)
}

// foot lists the keys at the foot of the screen, the most useful first. The last two are
// always shown.
func foot(g tui.Game, words *lang.Catalogue, online bool) []string {
	var names string
	switch over := g.Stage().Over(); {
	case !online && !over:
		return strings.Fields("touch back undo hint values save redo load draw forfeit new colours help quit")
	case !online:
		names = "review new undo redo hint values save load colours help quit"
	case !over:
		names = "touch back draw undo forfeit online.lobby save redo colours help quit"
	default:
		next := "online.lobby"
		switch c, _ := g.Choose(words, tui.New); c.Yes[0].Kind {
		case match.Withdraw:
			next = "online.takeback"
		case match.Rematch:
			next = "online.rematch"
		}
		names = next + " review save colours help quit"
	}
	return slices.DeleteFunc(strings.Fields(names), func(name string) bool { return !possible(g, words, name) })
}

// possible reports whether a key has an effect on the game now.
func possible(g tui.Game, words *lang.Catalogue, name string) bool {
	able := func(kinds ...tui.ActionKind) bool {
		return slices.ContainsFunc(kinds, func(kind tui.ActionKind) bool {
			_, err := g.Choose(words, kind)
			return err == nil
		})
	}
	switch name {
	case "undo", "redo", "draw", "save", "load", "hint", "values":
		return able(tui.ActionKind(name))
	case "forfeit":
		return able(match.Resign, match.Claim)
	case "touch":
		return g.Stage() == tui.Entering || able(tui.Touch)
	case "back":
		return g.Stage() == tui.Entering
	case "review":
		return g.Match().Status() == match.Over || g.Stage() == tui.Ended
	}
	return true
}

// press handles a key on the board page.
func (p *boardPage) press(m *Model, msg tea.KeyPressMsg) tea.Cmd {
	p.confirmed, p.ending, p.alarm = p.ending, false, ""
	if point, spelled := p.spell.Feed(msg.Text); spelled {
		p.cursor = point
		return p.touch(m)
	}
	if k := keyPressed(turnKeys(), msg); k != nil {
		return k.do(p, m)
	}
	defer func() { m.opened = m.dialog() != nil }()
	if yes, ok := tui.YesNo(m.words, msg.String()); ok {
		if c, err := p.game.Choose(m.words, match.Answer); err == nil {
			if yes {
				return m.do(c.Yes...)
			}
			return m.do(c.No...)
		}
	}
	if k := keyPressed(gameKeys(), msg); k != nil {
		return k.do(p, m)
	}
	return nil
}

// ask returns the handler of a key for an action.
func ask(kind tui.ActionKind) func(*boardPage, *Model) tea.Cmd {
	return func(p *boardPage, m *Model) tea.Cmd { return p.choose(m, kind) }
}

// open returns the handler of a key that opens a dialog.
func open(d dialog) func(*boardPage, *Model) tea.Cmd {
	return func(_ *boardPage, m *Model) tea.Cmd {
		m.push(d)
		return nil
	}
}

// steer returns the handler of an arrow key: it moves the cursor, or steps through the game
// after its end.
func steer(dx, dy int) func(*boardPage, *Model) tea.Cmd {
	return func(p *boardPage, _ *Model) tea.Cmd {
		if !p.over() {
			p.cursor = canvas.Toward(p.board, p.cursor, dx, dy)
			return nil
		}
		p.stopSearch()
		all := p.game.Match().Ply()
		p.back = min(max(0, p.back-dx-dy*all), all)
		return nil
	}
}

func scroll(lines int) func(*boardPage, *Model) tea.Cmd {
	return func(p *boardPage, _ *Model) tea.Cmd {
		p.scroll = max(0, p.scroll+lines)
		return nil
	}
}

// choose asks the question of an action, if there is one, and executes the actions of the
// answer.
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
		text: c.Question, kind: kind,
		yes: func(m *Model) tea.Cmd { return m.do(c.Yes...) },
		no:  func(m *Model) tea.Cmd { return m.do(c.No...) },
	})
	return nil
}
