// SPDX-License-Identifier: Apache-2.0

package tui_test

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	tea "charm.land/bubbletea/v2"

	"cairn/internal/tui"
)

// millReady are the lines after which White closes a mill with g7.
var millReady = []string{"a7", "b6", "d7", "d6"}

// TestUndoTouch takes back the point of a turn that is not complete, not a turn.
func TestUndoTouch(t *testing.T) {
	o := options(t, these(t, "nine"), "nine")
	o.NoColour = true
	out := plain(t, o, append(millReady, "g7", "undo", "a4", "save x.json")...)
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

func TestOnlyPlacing(t *testing.T) {
	o := options(t, these(t, "nine"), "nine")
	out := plain(t, o, "", "d6", "quit") // the blank line of a script does no harm
	has(t, out, "White, place on:", "White, place on: d6", "White places on d6.", "Black, place on:")
	if strings.Contains(out, "source") {
		t.Errorf("the source is asked:\n%s", out)
	}
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
	o.NoColour, o.Control, o.Now = true, "5m", c.now
	s := newScreen(t, o)
	for _, move := range []string{"b2", "a1", "b3", "a2", "b1"} {
		c.at = c.at.Add(10 * time.Second)
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

// sharedText is an output that is read while it is written.
type sharedText struct {
	mu   sync.Mutex
	text strings.Builder
}

func (s *sharedText) Write(b []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.text.Write(b)
}

func (s *sharedText) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.text.String()
}

// TestFlagAtOnce lets the time run out while a line is awaited.
func TestFlagAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		o := options(t, toy(), "toy")
		o.Control, o.Now = "1m", time.Now
		in, keys := io.Pipe()
		var out sharedText
		o.In, o.Out = in, &out
		ended := make(chan error, 1)
		go func() { ended <- tui.Plain(context.Background(), o) }()
		if _, err := io.WriteString(keys, "b2\n"); err != nil {
			t.Fatal(err)
		}
		time.Sleep(59 * time.Second)
		synctest.Wait()
		if strings.Contains(out.String(), "out of time") {
			t.Error("the flag fell too soon")
		}
		time.Sleep(2 * time.Second)
		synctest.Wait()
		has(t, out.String(), "White wins: Black ran out of time.", "The game is over")
		keys.Close()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
}

func TestPlainMenuClockAndSaves(t *testing.T) {
	o := options(t, toy(), "toy")
	plain(t, o, "b2", "save mine.json")
	o.Game, o.Players, o.Typed = "", [2]string{}, true
	has(t, plain(t, o, "1", "1", "2", "3", "quit"), "Which clock?", "3  5m+3s", "5:00 left")
	has(t, plain(t, o, "1", "1", "2", "7m+5s", "quit"), "7:00 left")
	has(t, plain(t, o, "2", "1", "quit"), "2  Open saved game", "mine.json  Tic-tac-toe, 1 move", "Loaded from mine.json.", "Black to move")
	o.Typed = false
	if out := plain(t, o, "1", "1", "2", "b2", "quit"); strings.Contains(out, "Which clock?") || strings.Contains(out, "Open saved") {
		t.Errorf("a script is asked:\n%s", out)
	}
}

// sscan reads a size such as "46 by 20 would do."
func sscan(text string, width, height *int) (int, error) {
	return fmt.Sscanf(text, "%d by %d", width, height)
}
