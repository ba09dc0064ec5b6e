// SPDX-License-Identifier: Apache-2.0

package full

import (
	"strings"

	"charm.land/bubbles/v2/textinput"
	tea "charm.land/bubbletea/v2"

	"cairn/internal/tui"
	"cairn/internal/tui/canvas"
)

// yesNoDialog asks for yes or no.
type yesNoDialog struct {
	text    string
	kind    tui.ActionKind       // of a question about the game, which closes when it is out of date
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
	case "esc", "q", "ctrl+c", "ctrl+d", "backspace":
		m.pop()
	}
	return nil
}

// outdated reports whether the game no longer asks the question.
func (d *yesNoDialog) outdated(m *Model, g tui.Game) bool {
	if d.kind == "" {
		return false
	}
	c, err := g.Choose(m.names(), d.kind)
	return err != nil || c.Question != d.text
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
			c.Write(i*column+name, 2+y, m.look.Clip(text, column-name-1), m.look.Text())
		}
	}
	c.Write(0, c.Height-2, m.look.Clip(m.words.Text("help.points"), c.Width), m.look.Soft())
	c.Write(0, c.Height-1, m.look.Clip(m.words.Text("help.marks"), c.Width), m.look.Soft())
	return c
}

// lobbyHelp explains the lobby.
func lobbyHelp(m *Model) *canvas.Canvas {
	lines := []canvas.Line{{Text: m.words.Text("help.title"), Paint: m.look.Accent()}, {}}
	for line := range strings.SplitSeq(m.words.Text("lobby.help"), "\n") {
		lines = append(lines, canvas.Line{Text: m.look.Clip(line, m.width-6), Paint: m.look.Text()})
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
	switch {
	case step == 0 || !m.look.Choosable():
		return nil
	case d.row == 0:
		m.look.NextMen(step)
	default:
		m.look.NextBoard(step)
	}
	m.look.Save(m.options.State)
	return nil
}

func (d *colourDialog) draw(m *Model) *canvas.Canvas {
	rows := []canvas.Line{{Text: m.words.Text("colours.title"), Paint: m.look.Accent()}, {}}
	if !m.look.Choosable() {
		return canvas.Page(0, append(rows, canvas.Line{Text: m.words.Text("colours.none")})...)
	}
	men, board := m.look.Choices()
	for i, row := range [][2]string{{"colours.men", "men." + men}, {"colours.board", "board." + board}} {
		rows = append(rows, m.look.Slot(m.words.Text(row[0]), m.words.Text(row[1]), i == d.row))
	}
	return canvas.Page(0, append(rows, canvas.Line{}, canvas.Line{Text: m.words.Text("colours.keys"), Paint: m.look.Soft()})...)
}

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
	switch key := msg.String(); {
	case key == "esc" || key == "ctrl+c" || key == "ctrl+d" && d.input.Value() == "":
		m.pop()
		return nil
	case key == "enter":
		return d.done(m, d)
	case key == "up":
		d.choose(d.at - 1)
		return nil
	case key == "down":
		d.choose(d.at + 1)
		return nil
	case msg.Text != "":
		d.replace()
	}
	return d.update(msg)
}

// replace empties the field for a text that is entered instead of the chosen offer.
func (d *textDialog) replace() {
	if d.at >= 0 {
		d.input.SetValue("")
	}
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
		row.Text = m.look.Clip(row.Text, width)
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
	for canvas.Columns(before) > width-4 {
		before = string([]rune(before)[1:])
	}
	mark := "▏"
	if m.look.ASCII {
		mark = "|"
	}
	return m.look.Clip(before+mark+after, width)
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
