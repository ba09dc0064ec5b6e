// SPDX-License-Identifier: Apache-2.0

package full

import (
	"cmp"
	"slices"

	tea "charm.land/bubbletea/v2"

	"cairn/game"
	"cairn/internal/lang"
	"cairn/internal/tui"
	"cairn/internal/tui/canvas"
	"cairn/match"
)

// menu is the page that chooses a game, its variant, the opponent, who begins and the clock.
type menu struct {
	families [][]*tui.Entry // entries of one family, in the order of the options
	row      int
	family   int
	variant  int
	opponent int // 0 for two people, else 1 + the index of a level
	begins   int // of type tui.Begins
	clock    int // index in clocks
	clocks   []string
	players  [2]string // named by the options; cleared when the player chooses others
	alarm    string
}

// The rows of the menu that are named in code; rows from rowStart on execute a command.
const (
	rowGame     = 0
	rowOpponent = 2
	rowBegins   = 3
	rowStart    = 5
	rowLoad     = 6
	rowQuit     = 7
	menuRows    = 8
)

// menuRow is a row of the menu.
type menuRow struct {
	name, value string
	chosen      *int // index of the value
	values      int  // number of values; 0 for a row that executes a command
}

// rows returns all rows with their present values.
func (m *menu) rows(words *lang.Catalogue) [menuRows]menuRow {
	info := m.entry().Game.Info()
	opponents, begins := m.entry().Opponents(words), tui.BeginNames(words, m.opponent > 0)
	opponent, first, clock := opponents[m.opponent], begins[m.begins], tui.ClockWords(words, m.clocks[m.clock])
	if m.players != [2]string{} {
		name := func(side game.Side) string { return words.Player(cmp.Or(m.players[side], tui.Human)) }
		opponent = words.Text("opponent.named", "white", name(game.White), "black", name(game.Black))
		first = words.Side(game.White)
	}
	family := m.families[m.family]
	return [menuRows]menuRow{
		{words.Text("row.game"), words.Game(family[0].Game.Info()), &m.family, len(m.families)},
		{words.Text("row.variant"), words.Variant(info), &m.variant, len(family)},
		{words.Text("row.opponent"), opponent, &m.opponent, len(opponents)},
		{words.Text("row.begins"), first, &m.begins, len(begins)},
		{words.Text("row.clock"), clock, &m.clock, len(m.clocks)},
		{name: words.Text("row.start")},
		{name: words.Text("row.load")},
		{name: words.Text("row.quit")},
	}
}

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

// recall sets the menu to the choices behind a plan.
func (m *menu) recall(p tui.Plan) {
	m.turnTo(p.Entry)
	m.players = [2]string{}
	if c := p.Setup(); c != nil {
		m.begins, m.opponent = int(c.Begins), 1+slices.Index(c.Entry.Levels, c.Opponent)
	} else {
		m.players = p.Players()
	}
}

func (m *menu) entry() *tui.Entry { return m.families[m.family][m.variant] }

// turn changes the value of the chosen row by a step, cyclically.
func (m *menu) turn(words *lang.Catalogue, by int) {
	row := m.rows(words)[m.row]
	if row.values == 0 {
		return
	}
	*row.chosen = (*row.chosen + by + row.values) % row.values
	switch m.row {
	case rowGame:
		m.variant = 0
		m.opponent = min(m.opponent, len(m.entry().Opponents(words))-1)
	case rowOpponent, rowBegins:
		m.players = [2]string{}
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
		m.turn(model.words, -1)
	case "right", "l", "space":
		m.turn(model.words, 1)
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
	case "q", "ctrl+c", "ctrl+d":
		return model.quit()
	}
	return nil
}

// enter executes the command of the chosen row, or begins the game.
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

// plan returns the plan of the chosen game; sides are drawn unless the players were named.
func (m *menu) plan(home *tui.Local) (tui.Plan, error) {
	control, _ := match.ParseControl(m.clocks[m.clock])
	e := m.entry()
	if m.players != [2]string{} {
		return tui.PlanOf(e, m.players, control), e.Check(m.players)
	}
	c := tui.Setup{Entry: e, Begins: tui.Begins(m.begins), Control: control}
	if m.opponent > 0 {
		c.Opponent = e.Levels[m.opponent-1]
	}
	return home.Draw(c), nil
}

// click chooses a row. On the chosen row it chooses the next value; a row with a command is
// executed at once.
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
			m.turn(model.words, 1)
		}
	}
	return nil
}

func (m *menu) close() {}

func (m *menu) least(model *Model) (width, height int) {
	return max(model.width, menuWidth), max(model.height, menuHeight)
}

// The size of the menu.
const (
	menuWidth  = 44
	menuTop    = 5
	menuHeight = menuTop + menuRows + 4
	slotValue  = 27 // longer names of games are clipped
)

// draw draws the menu and, where there is room, the board of the chosen game.
func (m *menu) draw(model *Model, c *canvas.Canvas) {
	l, words := model.look, model.words
	x, y := m.place(model)
	title := x + l.Logo(c, x, y) + 1
	c.Write(title, y+1, words.Text("menu.title"), l.Accent())
	c.Write(title, y+2, words.Text("menu.subtitle"), l.Soft())
	for i, row := range m.rows(words) {
		if i < rowOpponent {
			row.value = l.Clip(row.value, slotValue)
		}
		slot := l.Slot(row.name, row.value, i == m.row)
		c.Write(x, m.line(y, i), slot.Text, slot.Paint)
	}
	foot := m.line(y, rowQuit) + 2
	c.Write(x, foot, l.Clip(words.Text("menu.keys"), model.width-x), l.Soft())
	c.WriteWrapped(canvas.Rect{X: x, Y: foot + 1, Width: menuWidth, Height: model.height}, m.alarm, l.Alarm())
	if f, ok := m.face(model); ok {
		_, h := f.Size()
		board := f.Draw(l, m.entry().Game.Start().View(), canvas.Marks{})
		c.Draw(x+menuWidth+canvas.Gap, max(0, (model.height-h)/2), board)
	}
}

// place returns the upper left corner of the menu.
func (m *menu) place(model *Model) (x, y int) {
	width := menuWidth
	if f, ok := m.face(model); ok {
		w, _ := f.Size()
		width += canvas.Gap + w
	}
	return max(1, (model.width-width)/2), max(0, (model.height-menuHeight-2)/2)
}

// line returns the y of a row. A blank line separates the rows with commands.
func (m *menu) line(top int, row int) int {
	y := top + menuTop + row
	if row >= rowStart {
		y++
	}
	return y
}

// face returns the board of the chosen game in the largest size that fits beside the menu.
func (m *menu) face(model *Model) (face canvas.Face, fits bool) {
	for step := canvas.DiscStep; step >= canvas.MinStep; step-- {
		f := canvas.Face{Board: m.entry().Game.Info().Board, Step: step}
		if w, h := f.Size(); menuWidth+canvas.Gap+w+2 <= model.width && h < model.height {
			return f, true
		}
	}
	return face, false
}
