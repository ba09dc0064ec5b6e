// SPDX-License-Identifier: Apache-2.0

package tui

import (
	"charm.land/bubbles/v2/textinput"
	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"
)

// textDialog asks for a text and may offer some to choose from.
type textDialog struct {
	title  string
	input  textinput.Model
	offers []offer
	at     int    // the offer that is chosen; -1 for none
	alarm  string // why the last text was refused
	sure   string // a text that was typed once and needs a second Enter
	done   func(m *Model, d *textDialog) tea.Cmd
}

// offer is a text that can be chosen instead of typed.
type offer struct{ text, about string }

// Columns of the field, and offers shown at a time.
const (
	fieldWidth  = 56
	shownOffers = 8
)

func newTextDialog(title, value string, done func(*Model, *textDialog) tea.Cmd) *textDialog {
	input := textinput.New()
	input.Prompt = ""
	input.SetVirtualCursor(false)        // the mark is drawn here; a blinking one would wake the screen
	input.KeyMap.Paste.SetEnabled(false) // the terminal pastes; no other program is asked
	input.CharLimit = 200
	input.SetWidth(fieldWidth)
	input.SetValue(value)
	input.CursorEnd()
	input.Focus()
	return &textDialog{title: title, input: input, at: -1, done: done}
}

func (d *textDialog) press(m *Model, msg tea.KeyPressMsg) tea.Cmd {
	switch msg.String() {
	case "esc", "ctrl+c":
		m.dialog = nil
		return nil
	case "enter":
		return d.done(m, d)
	case "up":
		d.choose(d.at - 1)
		return nil
	case "down":
		d.choose(d.at + 1)
		return nil
	}
	return d.update(msg)
}

func (d *textDialog) paste(msg tea.PasteMsg) tea.Cmd { return d.update(msg) }

func (d *textDialog) update(msg tea.Msg) tea.Cmd {
	d.alarm, d.at = "", -1
	input, cmd := d.input.Update(msg)
	d.input = input
	return cmd
}

// choose puts an offer into the field.
func (d *textDialog) choose(i int) {
	if i >= 0 && i < len(d.offers) {
		d.at = i
		d.input.SetValue(d.offers[i].text)
		d.input.CursorEnd()
	}
}

func (d *textDialog) draw(m *Model) *canvas {
	width := max(12, min(fieldWidth, m.width-10))
	lines := []message{{d.title, m.look.accent()}, {}, {d.field(m, width), m.look.bold()}}
	first := max(0, min(d.at-shownOffers+1, len(d.offers)-shownOffers))
	for i := first; i < min(first+shownOffers, len(d.offers)); i++ {
		if i == first {
			lines = append(lines, message{})
		}
		paint := m.look.text()
		mark := "  "
		if i == d.at {
			paint, mark = m.look.bold(), string(m.look.glyphs().turn)+" "
		}
		lines = append(lines, message{clip(mark+d.offers[i].text+"  "+d.offers[i].about, width), paint})
	}
	foot := message{m.words.Text("dialog.enter"), m.look.soft()}
	if len(d.offers) > 0 {
		foot.text = m.words.Text("dialog.choose")
	}
	lines = append(lines, message{})
	for _, line := range wrap(d.alarm, width) {
		if line != "" {
			lines = append(lines, message{line, m.look.alarm()})
		}
	}
	return page(width, append(lines, foot)...)
}

// field is the typed text with a mark where the next character goes; of a long
// text the part around the mark is shown.
func (d *textDialog) field(m *Model, width int) string {
	text, at := []rune(d.input.Value()), d.input.Position()
	before, after := string(text[:at]), string(text[at:])
	for columns(before) > width-2 {
		before = string([]rune(before)[1:])
	}
	mark := "▏"
	if m.look.ascii {
		mark = "|"
	}
	return clip(before+mark+after, width)
}

// columns is the width of a text on the screen.
func columns(text string) int { return lipgloss.Width(text) }

// newSaveDialog asks under which name to save.
func newSaveDialog(m *Model) *textDialog {
	return newTextDialog(m.words.Text("save.title"), m.session.defaultName(), func(m *Model, d *textDialog) tea.Cmd {
		name := d.input.Value()
		if name == "" {
			name = m.session.defaultName()
		}
		if m.session.replaces(name) && d.sure != name {
			d.sure, d.alarm = name, m.words.Text("save.replace", "file", name)
			return nil
		}
		if err := m.session.submit(action{kind: actSave, text: name}); err != nil {
			d.alarm = refusal(m.words, err)
			return nil
		}
		m.dialog = nil
		m.play.alarm = ""
		return nil
	})
}

// newLoadDialog asks which saved game to go on with.
func newLoadDialog(m *Model) *textDialog {
	d := newTextDialog(m.words.Text("load.title"), "", func(m *Model, d *textDialog) tea.Cmd {
		name := d.input.Value()
		if name == "" {
			d.alarm = m.words.Text("load.name")
			return nil
		}
		if m.play != nil && m.session.loses() && d.sure != name {
			d.sure, d.alarm = name, m.words.Text("load.unsaved")
			return nil
		}
		if err := m.session.submit(action{kind: actLoad, text: name}); err != nil {
			d.alarm = refusal(m.words, err)
			return nil
		}
		m.dialog = nil
		cmd := m.enterGame()
		m.askDecided()
		return cmd
	})
	d.offers = m.session.saves(m.words)
	d.choose(0)
	return d
}
