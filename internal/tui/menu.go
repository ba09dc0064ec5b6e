// SPDX-License-Identifier: Apache-2.0

package tui

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"cairn/match"
)

// menu chooses a game, its variant, the opponent, who begins and the clock.
type menu struct {
	families [][]*Entry // entries of one family, in the order of the options
	row      menuRow
	family   int
	variant  int
	opponent int // 0 two people, else a level
	begins   begins
	clock    int // index in clocks
	clocks   []string
	players  [2]string // named at the start, until others are chosen here
	alarm    string
}

// menuRow is a line of the menu.
type menuRow int

const (
	rowGame menuRow = iota
	rowVariant
	rowOpponent
	rowBegins
	rowClock
	rowStart
	rowLoad
	rowQuit
	menuRows
)

// usualClocks are the time controls the menu offers, beside the one that was
// named at the start.
var usualClocks = []string{"", "3m+2s", "5m+3s", "10m+5s", "30m"}

func newMenu(o *Options) *menu {
	m := &menu{row: rowStart, players: o.Players}
	for i := range o.Games {
		m.add(&o.Games[i])
	}
	for f, family := range m.families {
		for v, e := range family {
			if chosen, err := o.find(o.Game); err == nil && chosen == e {
				m.family, m.variant = f, v
			}
		}
	}
	m.clocks = slices.Clone(usualClocks)
	if !slices.Contains(m.clocks, o.Control) {
		m.clocks = append(m.clocks, o.Control)
	}
	m.clock = slices.Index(m.clocks, o.Control)
	return m
}

// add puts a game into its family.
func (m *menu) add(e *Entry) {
	for i, family := range m.families {
		if family[0].Game.Info().Family == e.Game.Info().Family {
			m.families[i] = append(family, e)
			return
		}
	}
	m.families = append(m.families, []*Entry{e})
}

// recall sets the menu to the game that was played.
func (m *menu) recall(s *session) {
	for f, family := range m.families {
		for v, e := range family {
			if e == s.plan.entry {
				m.family, m.variant = f, v
			}
		}
	}
	m.players = [2]string{}
	if s.choice == nil {
		m.players = s.plan.names()
	} else {
		m.begins = s.choice.begins
		for i, level := range s.choice.entry.Levels {
			if level == s.choice.opponent {
				m.opponent = i + 1
			}
		}
	}
}

func (m *menu) entry() *Entry { return m.families[m.family][m.variant] }

// choice returns what is chosen.
func (m *menu) choice() *choice {
	control, _ := match.ParseControl(m.clocks[m.clock])
	c := &choice{entry: m.entry(), begins: m.begins, control: control}
	if m.opponent > 0 {
		c.opponent = c.entry.Levels[m.opponent-1]
	}
	return c
}

// options returns how many things a row has to choose from.
func (m *menu) options(row menuRow) int {
	switch row {
	case rowGame:
		return len(m.families)
	case rowVariant:
		return len(m.families[m.family])
	case rowOpponent:
		if m.entry().Think == nil {
			return 1
		}
		return 1 + len(m.entry().Levels)
	case rowBegins:
		return int(beginsSecond) + 1
	case rowClock:
		return len(m.clocks)
	default:
		return 0
	}
}

// turn changes what a row has chosen.
func (m *menu) turn(row menuRow, by int) {
	n := m.options(row)
	if n == 0 {
		return
	}
	round := func(i int) int { return (i + by + n) % n }
	switch row {
	case rowGame:
		m.family, m.variant = round(m.family), 0
		m.opponent = min(m.opponent, m.options(rowOpponent)-1)
	case rowVariant:
		m.variant = round(m.variant)
	case rowOpponent:
		m.opponent, m.players = round(m.opponent), [2]string{}
	case rowBegins:
		m.begins, m.players = begins(round(int(m.begins))), [2]string{}
	case rowClock:
		m.clock = round(m.clock)
	}
}

func (m *menu) press(model *Model, msg tea.KeyPressMsg) tea.Cmd {
	m.alarm = ""
	switch msg.String() {
	case "up", "k", "shift+tab":
		m.row = (m.row + menuRows - 1) % menuRows
	case "down", "j", "tab":
		m.row = (m.row + 1) % menuRows
	case "left", "h":
		m.turn(m.row, -1)
	case "right", "l", "space":
		m.turn(m.row, 1)
	case "enter":
		return m.enter(model)
	case "o":
		model.dialog = newLoadDialog(model)
	case "c":
		model.dialog = &colourDialog{}
	case "?", "f1", "H":
		model.dialog = &helpDialog{}
	case "esc":
		if model.play != nil {
			model.menu = nil
			return model.refresh()
		}
	case "q", "ctrl+c":
		return model.quit()
	}
	return nil
}

// enter starts the game, or does what the row says.
func (m *menu) enter(model *Model) tea.Cmd {
	switch m.row {
	case rowLoad:
		model.dialog = newLoadDialog(model)
		return nil
	case rowQuit:
		return model.quit()
	}
	if err := m.begin(model.session); err != nil {
		m.alarm = refusal(model.words, err)
		return nil
	}
	return model.enterGame()
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

// begin starts the game that is chosen, with the players named or drawn.
func (m *menu) begin(s *session) error {
	chosen := m.choice()
	if m.players != [2]string{} {
		if err := chosen.entry.check(m.players); err != nil {
			return err
		}
		s.choice = nil
		return s.submit(action{kind: actNew, plan: plan{entry: chosen.entry, seats: seatsOf(m.players), control: chosen.control}})
	}
	s.choice = chosen
	return s.submit(action{kind: actNew, plan: chosen.draw(s.random)})
}
