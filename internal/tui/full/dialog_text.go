// SPDX-License-Identifier: Apache-2.0

package full

import (
	"strings"

	"charm.land/bubbles/v2/textinput"
	tea "charm.land/bubbletea/v2"

	"cairn/internal/tui"
	"cairn/internal/tui/canvas"
)

// textDialog asks for a text and may offer saved games to choose from.
type textDialog struct {
	title  string
	input  textinput.Model
	offers []tui.SavedGame
	at     int    // the chosen offer; -1 for none
	alarm  string // why the last text was refused
	sure   string // a text that a second Enter confirms
	done   func(m *Model, d *textDialog) tea.Cmd
}

// Columns of the field, and offers shown at a time.
const (
	fieldWidth  = 56
	shownOffers = 8
)

func newTextDialog(title, value string, done func(*Model, *textDialog) tea.Cmd) *textDialog {
	input := textinput.New()
	input.Prompt = ""
	input.SetVirtualCursor(false)                    // a blinking cursor would redraw the screen all the time
	input.KeyMap.Paste.SetEnabled(false)             // pasting is left to the terminal, since Bubble Tea would start a program for it
	input.KeyMap.DeleteWordForward.SetEnabled(false) // it panics at the last character (Alt+D)
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
		m.pop()
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

// update passes a key or pasted text to the field.
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
		d.input.SetValue(d.offers[i].Name)
		d.input.CursorEnd()
	}
}

// confirmed reports whether a text was entered twice. The first time it shows why a second
// Enter is needed.
func (d *textDialog) confirmed(text, why string) bool {
	if d.sure == text {
		return true
	}
	d.sure, d.alarm = text, why
	return false
}

func (d *textDialog) draw(m *Model) *canvas.Canvas {
	width := max(12, min(fieldWidth, m.width-10))
	lines := []canvas.Line{{Text: d.title, Paint: m.look.Accent()}, {}, {Text: d.field(m, width), Paint: m.look.Bold()}}
	first := max(0, min(d.at-shownOffers+1, len(d.offers)-shownOffers))
	for i := first; i < min(first+shownOffers, len(d.offers)); i++ {
		if i == first {
			lines = append(lines, canvas.Line{})
		}
		row := m.look.Row(d.offers[i].Name+"  "+d.offers[i].About, i == d.at)
		row.Text = canvas.Clip(row.Text, width)
		lines = append(lines, row)
	}
	foot := canvas.Line{Text: m.words.Text("dialog.enter"), Paint: m.look.Soft()}
	if len(d.offers) > 0 {
		foot.Text = m.words.Text("dialog.choose")
	}
	lines = append(append(lines, canvas.Line{}), canvas.Lines(d.alarm, width, m.look.Alarm())...)
	return canvas.Page(width, append(lines, foot)...)
}

// field returns the text with a cursor. Of a long text it returns the part up to the cursor.
func (d *textDialog) field(m *Model, width int) string {
	text, at := []rune(d.input.Value()), d.input.Position()
	before, after := string(text[:at]), string(text[at:])
	for canvas.Columns(before) > width-2 {
		before = string([]rune(before)[1:])
	}
	mark := "▏"
	if m.look.ASCII {
		mark = "|"
	}
	return canvas.Clip(before+mark+after, width)
}

// newSaveDialog asks for the name of a saved game.
func newSaveDialog(m *Model) *textDialog {
	g := m.board().game
	name, _ := g.SaveName("")
	return newTextDialog(m.words.Text("save.title"), name, func(m *Model, d *textDialog) tea.Cmd {
		name, replaces := g.SaveName(d.input.Value())
		if replaces && !d.confirmed(name, m.words.Text("save.replace", "file", name)) {
			return nil
		}
		if _, err := g.Do(tui.Action{Kind: tui.Save, Text: name}); err != nil {
			d.alarm = tui.Refusal(m.words, err)
			return nil
		}
		m.pop()
		m.board().alarm = ""
		return nil
	})
}

// newLoadDialog asks which saved game to continue.
func newLoadDialog(m *Model) *textDialog {
	d := newTextDialog(m.words.Text("load.title"), "", func(m *Model, d *textDialog) tea.Cmd {
		name := d.input.Value()
		if name == "" {
			d.alarm = m.words.Text("load.name")
			return nil
		}
		if m.home.Loses() && !d.confirmed(name, m.words.Text("load.unsaved")) {
			return nil
		}
		if _, err := m.home.Do(tui.Action{Kind: tui.Load, Text: name}); err != nil {
			d.alarm = tui.Refusal(m.words, err)
			return nil
		}
		cmd := m.enterGame()
		m.askDecided()
		return cmd
	})
	d.offers = m.home.Saves(m.words)
	d.choose(0)
	return d
}

// newWishDialog asks for a text that names a place on the server.
func newWishDialog(m *Model, title string, read func(string) (tui.Place, error)) *textDialog {
	return newTextDialog(m.words.Text(title), "", func(m *Model, d *textDialog) tea.Cmd {
		text := strings.TrimSpace(d.input.Value())
		if text == "" {
			return nil
		}
		place, err := read(text)
		if err != nil {
			d.alarm = tui.Refusal(m.words, err)
			return nil
		}
		return m.visit(place)
	})
}
