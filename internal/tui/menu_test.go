// SPDX-License-Identifier: Apache-2.0

package tui_test

import (
	"testing"

	tea "charm.land/bubbletea/v2"
)

func TestScreenMenu(t *testing.T) {
	o := options(t, real(), "")
	o.NoColour, o.Players = true, [2]string{}
	s := newScreen(t, o).size(100, 30)
	golden(t, "screen/menu.txt", s.text())
	s.press("down", "down", "down", "down").shows("Nine Men's Morris") // round to the first row is further
	s.press("up", "up", "up", "up", "up", "up", "up", "up", "up").press("right")
	s = newScreen(t, o)
	s.press("up", "up", "up", "up", "up").shows("‹ Nine Men's Morris ›")
	s.press("right").shows("‹ Six Men's Morris ›")
	s.press("down", "right").shows("‹ no flying ›")
	s.press("down", "right").shows("‹ computer, simple ›")
	s.press("down", "right").shows("‹ you ›")
	s.press("down", "right", "right").shows("‹ 5m+3s ›")
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
	s.shows("Tic-tac-toe", "7m", "▸ Start game")
	s.press("?").shows("Keys")
	s.press("esc", "c").shows("Colours")
	s.press("esc", "esc").shows("Start game") // nothing to go back to
	s.press("down", "enter").shows("Open saved game", "esc back")
	s.press("esc", "o").shows("esc back")
	s.press("esc", "down", "enter")
	if !s.left {
		t.Error("Quit does not leave")
	}
}

func TestScreenMenuRecalls(t *testing.T) {
	o := options(t, real(), "")
	o.NoColour, o.Players = true, [2]string{}
	s := newScreen(t, o).press("up", "up", "up", "up", "up", "right", "down", "down", "right", "down", "right", "enter")
	s.shows("Six Men's Morris")
	s.press("n").shows("Six Men's Morris", "computer, simple", "you")
}

// TestScreenMenuPlayers keeps players that were named at the start until others
// are chosen.
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
