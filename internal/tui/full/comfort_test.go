// SPDX-License-Identifier: Apache-2.0

package full_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
)

// millReady are the lines after which White closes a mill with g7.
var millReady = []string{"a7", "b6", "d7", "d6"}

// Undo in an unfinished turn removes its last point, not the turn before.
func TestUndoTouch(t *testing.T) {
	o := options(t, these(t, "nine"), "nine")
	o.NoColour = true
	out := transcript(t, o, append(millReady, "g7", "undo", "a4", "save x.json")...)
	has(t, out, "take which man", "undo", "White, place on: a4", "White places on a4.")
	if got := moves(load(t, filepath.Join(o.Dir, "x.json"))); got != "a7 b6 d7 d6 a4" {
		t.Errorf("got %s", got)
	}
	s := newScreen(t, o)
	for _, line := range append(millReady, "g7") {
		s.spell(line)
	}
	s.shows("choose the man to take")
	s.press("u").shows("White: choose a point")
	s.shows("4 Black places on d6.")
	s.press("u").shows("Move undone.")
}

func TestColoursRemembered(t *testing.T) {
	o := options(t, toy(), "toy")
	o.State = t.TempDir()
	newScreen(t, o).press("c", "right", "down", "right", "enter")
	newScreen(t, o).press("c").shows("red and blue", "slate")
}

// TestStepThrough looks at earlier positions of a game that is over.
func TestStepThrough(t *testing.T) {
	o, c := options(t, toy(), "toy"), newClock()
	o.NoColour, o.Control, o.Now = true, "5m", c.Now
	s := newScreen(t, o)
	for _, move := range []string{"b2", "a1", "b3", "a2", "b1"} {
		c.At = c.At.Add(10 * time.Second)
		s.spell(move)
	}
	s.shows("White", "4:30", "Black", "4:40", "The game is over.")
	s.press("left").shows("White", "4:40", "hand  ○○○    3", "Black", "4:40", "Move 4 of 5")
	s.press("up").shows("White", "5:00", "hand  ○○○○○  5", "Move 0 of 5")
	s.press("left").shows("Move 0 of 5")
	s.press("right").shows("Move 1 of 5")
	s.press("down").shows("The game is over.")
	s.press("up", "u").shows("Move undone.", "White: choose a point")
}

func TestSmallWindow(t *testing.T) {
	o := options(t, these(t, "nine"), "nine")
	o.NoColour = true
	s := newScreen(t, o).size(30, 8)
	s.shows("The window (30 by 8) is too", "would do")
	s.spell("d6").press("enter", "u", "n")
	if s.left {
		t.Error("left")
	}
	s.send(tea.MouseClickMsg{X: 10, Y: 4, Button: tea.MouseLeft})
	s.size(80, 24).shows("White: choose a point")
	s.hides("places on")
	s.size(30, 8)
	var width, height int
	text := strings.Join(strings.Fields(s.text()), " ")
	_, text, _ = strings.Cut(text, "small. ")
	if _, err := sscan(text, &width, &height); err != nil {
		t.Fatal(err)
	}
	s.size(width, height).shows("choose a point")
	s.size(30, 8).press("q")
	if !s.left {
		t.Error("q does not leave")
	}
}

func TestSuspend(t *testing.T) {
	s := newScreen(t, options(t, toy(), "toy"))
	_, cmd := s.model.Update(tea.KeyPressMsg{Code: 'z', Mod: tea.ModCtrl})
	if cmd == nil {
		t.Fatal("nothing happens")
	}
	if _, ok := cmd().(tea.SuspendMsg); !ok {
		t.Errorf("got %T", cmd())
	}
}

// sscan reads a size such as "46 by 20 would do."
func sscan(text string, width, height *int) (int, error) {
	return fmt.Sscanf(text, "%d by %d", width, height)
}
