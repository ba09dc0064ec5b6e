// SPDX-License-Identifier: Apache-2.0

package full

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"cairn/internal/tui"
	"cairn/internal/tui/canvas"
)

// yesNoDialog asks for yes or no.
type yesNoDialog struct {
	text    string
	yes, no func(*Model) tea.Cmd // no may be nil; Esc calls neither
}

func (d *yesNoDialog) press(m *Model, msg tea.KeyPressMsg) tea.Cmd {
	switch yes, answered := tui.YesNo(m.words, msg.String()); {
	case yes:
		m.pop()
		return d.yes(m)
	case answered:
		m.pop()
		if d.no != nil {
			return d.no(m)
		}
	}
	switch msg.String() {
	case "esc", "q", "ctrl+c", "backspace":
		m.pop()
	}
	return nil
}

func (d *yesNoDialog) draw(m *Model) *canvas.Canvas {
	var lines []canvas.Line
	for _, line := range canvas.Wrap(d.text, max(20, min(52, m.width-10))) {
		lines = append(lines, canvas.Line{Text: line, Paint: m.look.Bold()})
	}
	lines = append(lines, canvas.Line{}, canvas.Line{Text: m.words.Text("dialog.yesno"), Paint: m.look.Soft()})
	return canvas.Page(0, lines...)
}

// helpDialog shows every key.
type helpDialog struct{}

func (*helpDialog) press(m *Model, _ tea.KeyPressMsg) tea.Cmd {
	m.pop()
	return nil
}

func (*helpDialog) draw(m *Model) *canvas.Canvas {
	const column, name = 30, 8
	groups := m.keys.groups
	c := canvas.New(min(2*column, m.width-6), max(len(groups[0]), len(groups[1]))+5)
	c.Write(0, 0, m.words.Text("help.title"), m.look.Accent())
	for i, group := range groups {
		for y, binding := range group {
			c.Write(i*column, 2+y, binding.Help().Key, m.look.Bold())
			c.Write(i*column+name, 2+y, canvas.Clip(binding.Help().Desc, column-name-1), m.look.Text())
		}
	}
	c.Write(0, c.Height-2, canvas.Clip(m.words.Text("help.points"), c.Width), m.look.Soft())
	c.Write(0, c.Height-1, canvas.Clip(m.words.Text("help.marks"), c.Width), m.look.Soft())
	return c
}

// textPage shows lines to read; any key closes it.
type textPage struct{ title, text string }

func (*textPage) press(m *Model, _ tea.KeyPressMsg) tea.Cmd {
	m.pop()
	return nil
}

func (d *textPage) draw(m *Model) *canvas.Canvas {
	lines := []canvas.Line{{Text: d.title, Paint: m.look.Accent()}, {}}
	for line := range strings.SplitSeq(d.text, "\n") {
		lines = append(lines, canvas.Line{Text: canvas.Clip(line, m.width-6), Paint: m.look.Text()})
	}
	return canvas.Page(0, lines...)
}

// colourDialog chooses the colours of men and board.
type colourDialog struct{ row int }

func (d *colourDialog) press(m *Model, msg tea.KeyPressMsg) tea.Cmd {
	step := 0
	switch msg.String() {
	case "up", "k", "down", "j", "tab":
		d.row = 1 - d.row
	case "left", "h":
		step = -1
	case "right", "l", "space", "c":
		step = 1
	default:
		m.pop()
	}
	if step == 0 {
		return nil
	}
	if d.row == 0 {
		m.look.NextMen(step)
	} else {
		m.look.NextBoard(step)
	}
	m.look.Save(m.options.State)
	return nil
}

func (d *colourDialog) draw(m *Model) *canvas.Canvas {
	rows := []canvas.Line{{Text: m.words.Text("colours.title"), Paint: m.look.Accent()}, {}}
	if !m.look.Colour {
		rows = append(rows, canvas.Line{Text: m.words.Text("colours.none")}, canvas.Line{})
	}
	men, board := m.look.Choices()
	for i, row := range [][2]string{{"colours.men", "men." + men}, {"colours.board", "board." + board}} {
		rows = append(rows, m.look.Slot(m.words.Text(row[0]), m.words.Text(row[1]), i == d.row))
	}
	return canvas.Page(0, append(rows, canvas.Line{}, canvas.Line{Text: m.words.Text("colours.keys"), Paint: m.look.Soft()})...)
}
