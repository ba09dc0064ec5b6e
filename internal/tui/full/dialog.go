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
	yes, no func(*Model) tea.Cmd // handlers of the answers; no may be nil; Esc calls neither
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
	lines := canvas.Lines(d.text, max(20, min(52, m.width-10)), m.look.Bold())
	return canvas.Page(0, append(lines, canvas.Line{}, canvas.Line{Text: m.words.Text("dialog.yesno"), Paint: m.look.Soft()})...)
}

// notice is a dialog that only shows a text; any key closes it.
type notice func(m *Model) *canvas.Canvas

func (notice) press(m *Model, _ tea.KeyPressMsg) tea.Cmd {
	m.pop()
	return nil
}

func (n notice) draw(m *Model) *canvas.Canvas { return n(m) }

// helpText lists every key of the board page.
func helpText(m *Model) *canvas.Canvas {
	const column, name = 30, 8
	columns := localHelp
	if m.home == nil {
		columns = onlineHelp
	}
	left, right := strings.Fields(columns[0]), strings.Fields(columns[1])
	c := canvas.New(min(2*column, m.width-6), max(len(left), len(right))+5)
	c.Write(0, 0, m.words.Text("help.title"), m.look.Accent())
	for i, names := range [][]string{left, right} {
		for y, key := range names {
			shown, text := keyText(m.options.Words, key)
			c.Write(i*column, 2+y, shown, m.look.Bold())
			c.Write(i*column+name, 2+y, canvas.Clip(text, column-name-1), m.look.Text())
		}
	}
	c.Write(0, c.Height-2, canvas.Clip(m.words.Text("help.points"), c.Width), m.look.Soft())
	c.Write(0, c.Height-1, canvas.Clip(m.words.Text("help.marks"), c.Width), m.look.Soft())
	return c
}

// lobbyHelp explains the lobby.
func lobbyHelp(m *Model) *canvas.Canvas {
	lines := []canvas.Line{{Text: m.words.Text("help.title"), Paint: m.look.Accent()}, {}}
	for line := range strings.SplitSeq(m.words.Text("lobby.help"), "\n") {
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
