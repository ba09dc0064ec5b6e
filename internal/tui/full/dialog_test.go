// SPDX-License-Identifier: Apache-2.0

package full_test

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
)

func TestScreenQuestions(t *testing.T) {
	for _, test := range []struct {
		name string
		keys []string
		want []string
	}{
		{"forfeit", []string{"f", "y"}, []string{"White wins: Black resigns."}},
		{"forfeit, no", []string{"f", "n"}, []string{"Black: choose a point"}},
		{"forfeit, back", []string{"f", "esc"}, []string{"Black: choose a point"}},
		{"forfeit, asked", []string{"f", "x"}, []string{"Black, do you want to resign?", "y yes   n no"}},
		{"draw", []string{"d", "y"}, []string{"Black offers a draw.", "White accepts the draw.", "Draw by agreement."}},
		{"draw declined", []string{"d", "n"}, []string{"White declines the draw.", "Black: choose a point"}},
		{"draw taken back", []string{"d", "esc"}, []string{"Black: choose a point"}},
		{"draw too soon", []string{"d", "n", "d"}, []string{"You cannot offer a draw now."}},
		{"new", []string{"n"}, []string{"A game is in progress. Start a new one?"}},
		{"new, yes", []string{"n", "y"}, []string{"Cairn", "Game", "Tic-tac-toe", "Start game"}},
		{"new, no", []string{"n", "n"}, []string{"Black: choose a point"}},
		{"quit", []string{"q"}, []string{"There are unsaved moves. Quit anyway?"}},
		{"quit, no", []string{"q", "n"}, []string{"Black: choose a point"}},
		{"help", []string{"H"}, []string{"Keys", "u", "undo", "You can also type a point"}},
		{"help closed", []string{"f1", "x"}, []string{"Black: choose a point"}},
		{"colours", []string{"c"}, []string{"Colours", "This terminal has too few colours to choose from."}},
	} {
		t.Run(test.name, func(t *testing.T) {
			newScreen(t, noColour(t, toy(), "toy")).spell("b2").press(test.keys...).shows(test.want...)
		})
	}
}

func TestScreenQuit(t *testing.T) {
	for _, test := range []struct {
		name string
		keys []string
		left bool
	}{
		{"nothing to lose", []string{"q"}, true},
		{"by ctrl+c", []string{"ctrl+c"}, true},
		{"by ctrl+d", []string{"ctrl+d"}, true},
		{"ctrl+d closes a question and a field", []string{"b", "2", "q", "ctrl+d", "o", "ctrl+d"}, false},
		{"unsaved", []string{"b", "2", "q"}, false},
		{"unsaved, all the same", []string{"b", "2", "q", "y"}, true},
		{"unsaved, ctrl+c asks too", []string{"b", "2", "ctrl+c"}, false},
		{"saved", []string{"b", "2", "s", "enter", "q"}, true},
		{"saved, then changed", []string{"b", "2", "s", "enter", "a", "1", "q"}, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			if s := newScreen(t, noColour(t, toy(), "toy")).press(test.keys...); s.left != test.left {
				t.Errorf("left is %v, want %v", s.left, test.left)
			}
		})
	}
}

func TestScreenColours(t *testing.T) {
	s := newScreen(t, options(t, toy(), "toy"))
	before := s.model.View().Content
	s.press("c", "right").shows("red and blue")
	s.press("down", "right").shows("slate")
	s.press("enter").shows("Red", "Blue", "Red: choose a point")
	if s.model.View().Content == before {
		t.Error("the colours have not changed")
	}
	s.press("c", "left", "down", "left", "enter").shows("White", "Black")
	if s.model.View().Content != before {
		t.Error("the colours have not come back")
	}
	s.spell("b2").press("c", "right", "esc").shows("Red places on b2.")
}

// TestScreenTerminals checks that a terminal without colours gets none, and that the colours
// of text depend on the background.
func TestScreenTerminals(t *testing.T) {
	o := options(t, toy(), "toy")
	s := newScreen(t, o)
	if !strings.Contains(s.model.View().Content, "\x1b[38;2;") {
		t.Error("no colours by default")
	}
	dark := s.model.View().Content
	s.send(tea.BackgroundColorMsg{Color: light{}})
	if s.model.View().Content == dark {
		t.Error("a light background has no effect")
	}
	o.NoColour = true
	if content := newScreen(t, o).model.View().Content; strings.Contains(content, "38;") || strings.Contains(content, "48;") {
		t.Error("colours although there should be none")
	}
}

type light struct{}

func (light) RGBA() (r, g, b, a uint32) { return 0xffff, 0xffff, 0xffff, 0xffff }

func TestScreenSave(t *testing.T) {
	o := noColour(t, toy(), "toy")
	s := newScreen(t, o).spell("b2")
	s.press("s").shows("Save game as", "TicSave")
	s.press("enter").shows("Saved as TicSave.")
	if got := moves(load(t, filepath.Join(o.Dir, "TicSave"))); got != "b2" {
		t.Errorf("got %q, want b2", got)
	}
	s.press("s", "ctrl+u").spell("other.txt").press("enter").shows("Saved as other.txt.")
	s.spell("a1").press("s").shows("other.txt")
	s.press("enter").shows("Saved as other.txt.", "Saved as other.txt.") // no question before it replaces its own file
	s.press("s", "ctrl+u").spell("TicSave").press("enter").shows("TicSave exists. Press Enter again to")
	s.press("enter")
	if got := moves(load(t, filepath.Join(o.Dir, "TicSave"))); got != "b2 a1" {
		t.Errorf("got %q, want b2 a1", got)
	}
	s.press("s", "ctrl+u").spell("no/such/folder").press("enter").shows("no/such/folder cannot be saved: no such file")
	s.press("esc").hides("Something went wrong:")
	s.press("s", "ctrl+u", "enter") // without a name the default is used
	s.hides("Save game as")
}

func TestScreenLoad(t *testing.T) {
	o := noColour(t, toy(), "toy")
	newScreen(t, o).spell("b2a1c3").press("u", "s", "ctrl+u").spell("one.json").press("enter")
	foreign := filepath.Join(o.Dir, "diary.txt")
	if err := os.WriteFile(foreign, []byte("dear diary"), 0o644); err != nil {
		t.Fatal(err)
	}
	s := newScreen(t, o).spell("a3")
	s.press("o").shows("Open saved game", "one.json", "Tic-tac-toe, 2 moves")
	s.hides("diary")
	s.press("ctrl+u").spell("diary.txt").press("enter").shows("There are unsaved moves. Press Enter")
	s.press("enter").shows(`"diary.txt" cannot be opened: line 1`)
	s.press("ctrl+u", "enter").shows("Type a file name.")
	s.spell("none.txt").press("enter", "enter").shows(`There is no file "none.txt".`)
	s.press("esc").shows("White places on a3.") // the game on the screen stays
	s.press("o", "up", "enter", "enter").shows("White places on b2.", "Black places on a1.", "Loaded from one.json.")
	s.press("r").shows("Move redone.") // undone before the save
	s.press("u", "u", "u", "u").shows("There is no move to undo.")
}

func TestScreenPaste(t *testing.T) {
	o := noColour(t, toy(), "toy")
	s := newScreen(t, o).spell("b2").press("s", "ctrl+u")
	s.send(tea.PasteMsg{Content: "pasted.txt"})
	s.press("enter").shows("Saved as pasted.txt.")
	s.send(tea.PasteMsg{Content: "a1"}) // there is no field to paste into
	s.shows("Black: choose a point")
}

func TestScreenMenu(t *testing.T) {
	o := options(t, these(t, "nine", "six", "six-mens-morris-no-flying", "yote"), "")
	o.NoColour, o.Players = true, [2]string{}
	s := newScreen(t, o).size(100, 30)
	golden(t, "menu.txt", s.text())
	s.press("down", "down", "down", "down").shows("Nine Men's Morris") // cyclically to the first row
	s.press("up", "up", "up", "up", "up", "up", "up", "up", "up").press("right")
	s = newScreen(t, o)
	s.press("up", "up", "up", "up", "up").shows("‹ Nine Men's Morris ›")
	s.press("right").shows("‹ Six Men's Morris ›")
	s.press("down", "right").shows("‹ no flying ›")
	s.press("down", "right").shows("‹ computer, simple ›")
	s.press("down", "right").shows("‹ you ›")
	s.press("down", "right", "right").shows("‹ 5 min + 3 s per move ›")
	s.press("enter").shows("Six Men's Morris", "White", "you", "5:00", "You play White; the computer", "(simple) plays Black.")
}

func TestScreenMenuMouse(t *testing.T) {
	o := options(t, toy(), "")
	o.NoColour, o.Players = true, [2]string{}
	s := newScreen(t, o)
	click := func(text string) {
		x, y := find(t, s, text)
		s.send(tea.MouseClickMsg{X: x, Y: y, Button: tea.MouseLeft})
	}
	click("Players")
	s.shows("‹ two players on this device ›")
	click("Players")
	s.shows("‹ computer, simple ›")
	click("Open saved game")
	s.shows("enter ok")
	s.press("esc")
	click("Start game")
	s.shows("computer, simple")
}

func TestScreenMenuKeys(t *testing.T) {
	o := options(t, toy(), "toy")
	o.NoColour, o.Players, o.Control = true, [2]string{}, "7m"
	s := newScreen(t, o)
	s.shows("Tic-tac-toe", "7 min", "▸ Start game")
	s.press("H").shows("Keys")
	s.press("esc", "c").shows("Colours")
	s.press("esc", "esc").shows("Start game") // no page is below
	s.press("down", "enter").shows("Open saved game", "esc back")
	s.press("esc", "o").shows("esc back")
	s.press("esc", "down", "enter")
	if !s.left {
		t.Error("Quit does not leave")
	}
}

func TestScreenMenuRecalls(t *testing.T) {
	o := options(t, these(t, "nine", "six", "six-mens-morris-no-flying", "yote"), "")
	o.NoColour, o.Players = true, [2]string{}
	s := newScreen(t, o).press("up", "up", "up", "up", "up", "right", "down", "down", "right", "down", "right", "enter")
	s.shows("Six Men's Morris")
	s.press("n").shows("Six Men's Morris", "computer, simple", "you")
}

// TestScreenMenuPlayers checks that the players of the options are used until others are
// chosen.
func TestScreenMenuPlayers(t *testing.T) {
	o := options(t, toy(), "")
	o.NoColour, o.Players = true, [2]string{"simple", ""}
	s := newScreen(t, o)
	s.shows("Players", "simple (White), human (Black)", "First move", "White")
	s.press("enter").shows("White", "computer, simple", "White places on a3.")
	s.press("q", "n", "n", "y").shows("simple (White), human (Black)")
	s.press("up", "up", "up", "right").shows("computer, simple", "random")
	o.Players[0] = "grand"
	newScreen(t, o).press("enter").shows(`player "grand"`)
}

// Quitting the first menu shows nothing on mirrors: there is no game yet.
func TestQuitWithMirror(t *testing.T) {
	o := noColour(t, toy(), "")
	var mirror strings.Builder
	o.Players, o.Mirrors = [2]string{}, []io.Writer{&mirror}
	if s := newScreen(t, o).press("q"); !s.left || mirror.Len() > 0 {
		t.Errorf("left: %v, on the mirror: %q", s.left, &mirror)
	}
}

// Alt+D deletes nothing and breaks nothing, also at the last character of a field.
func TestDeleteWordForward(t *testing.T) {
	s := newScreen(t, noColour(t, toy(), "toy")).spell("b2").press("s", "left")
	s.send(tea.KeyPressMsg{Code: 'd', Mod: tea.ModAlt})
	s.shows("TicSav", "e")
}
