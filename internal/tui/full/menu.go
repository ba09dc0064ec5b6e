// SPDX-License-Identifier: Apache-2.0

package full

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"cairn/internal/tui"
	"cairn/match"
)

// menu is the page that chooses a game, its variant, the opponent, who begins and the clock.
type menu struct {
	families [][]*tui.Entry // entries of one family, in the order of the options
	row      menuRow
	family   int
	variant  int
	opponent int // 0 two people, else a level
	begins   tui.Begins
	clock    int // index in clocks
	clocks   []string
	players  [2]string // of the options, until others are chosen here
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

func newMenu(o *tui.Options) *menu {
	m := &menu{row: rowStart, players: o.Players}
	for i := range o.Games {
		m.add(&o.Games[i])
	}
	if chosen, err := o.Find(o.Game); err == nil {
		m.turnTo(chosen)
	}
	m.clocks = slices.Clone(tui.UsualClocks)
	if !slices.Contains(m.clocks, o.Control) {
		m.clocks = append(m.clocks, o.Control)
	}
	m.clock = slices.Index(m.clocks, o.Control)
	return m
}

// add puts a game into its family.
func (m *menu) add(e *tui.Entry) {
	for i, family := range m.families {
		if family[0].Game.Info().Family == e.Game.Info().Family {
			m.families[i] = append(family, e)
			return
		}
	}
	m.families = append(m.families, []*tui.Entry{e})
}

// turnTo chooses a game.
func (m *menu) turnTo(e *tui.Entry) {
	for f, family := range m.families {
		if v := slices.Index(family, e); v >= 0 {
			m.family, m.variant = f, v
		}
	}
}

// recall sets the menu to the game that was played.
func (m *menu) recall(p tui.Plan) {
	m.turnTo(p.Entry)
	m.players = [2]string{}
	if c := p.Setup(); c != nil {
		m.begins, m.opponent = c.Begins, 1+slices.Index(c.Entry.Levels, c.Opponent)
	} else {
		m.players = p.Players()
	}
}

func (m *menu) entry() *tui.Entry { return m.families[m.family][m.variant] }

// options returns how many values a row has.
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
		return int(tui.BeginsSecond) + 1
	case rowClock:
		return len(m.clocks)
	default:
		return 0
	}
}

// turn changes the value of a row.
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
		m.begins, m.players = tui.Begins(round(int(m.begins))), [2]string{}
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
		model.push(newLoadDialog(model))
	case "c":
		model.push(&colourDialog{})
	case "?", "f1", "H":
		model.push(notice(helpText))
	case "esc":
		if model.board() != nil {
			model.pop()
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
		model.push(newLoadDialog(model))
		return nil
	case rowQuit:
		return model.quit()
	}
	plan, err := m.plan(model.home)
	if err == nil {
		_, err = model.home.Do(tui.Action{Kind: tui.New, Plan: plan})
	}
	if err != nil {
		m.alarm = tui.Refusal(model.words, err)
		return nil
	}
	return model.enterGame()
}

// plan returns the chosen game, with the players of the options or drawn.
func (m *menu) plan(home *tui.Local) (tui.Plan, error) {
	control, _ := match.ParseControl(m.clocks[m.clock])
	e := m.entry()
	if m.players != [2]string{} {
		return tui.PlanOf(e, m.players, control), e.Check(m.players)
	}
	c := tui.Setup{Entry: e, Begins: m.begins, Control: control}
	if m.opponent > 0 {
		c.Opponent = e.Levels[m.opponent-1]
	}
	return home.Draw(c), nil
}

// click on a row chooses it; on the chosen row it chooses the next value, or does what the
// row says.
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

func (m *menu) close() {}

func (m *menu) least(model *Model) (width, height int) {
	return max(model.width, menuWidth), max(model.height, menuHeight)
}
