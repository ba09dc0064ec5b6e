// SPDX-License-Identifier: Apache-2.0

package full_test

import (
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"

	"cairn/client"
	"cairn/internal/server/servertest"
	"cairn/internal/tui/full"
)

// Boxes stand where they cover neither the turn being entered nor the cursor.
func TestBoxesLeaveTheTurn(t *testing.T) {
	for _, game := range []string{"nine", "fanorona", "yote"} {
		for _, from := range []string{"left", "right", "up", "down"} {
			for _, box := range []string{"f", "s", "c"} {
				s := newScreen(t, noColour(t, real(), game))
				if game == "fanorona" {
					s.spell("d3")
				} else {
					s.spell("b2")
				}
				for range 9 {
					s.press(from)
				}
				if s.press(box); !strings.Contains(s.text(), "[") || !strings.Contains(s.text(), "╮") {
					t.Errorf("%s, cursor %s, box %s:\n%s", game, from, box, s.text())
				}
				if game == "fanorona" && !strings.Contains(s.text(), "(○)") {
					t.Errorf("the piece to move is covered:\n%s", s.text())
				}
			}
		}
	}
}

// A question closes when the game ends before it is answered.
func TestQuestionsClose(t *testing.T) {
	clock := newClock()
	o := noColour(t, toy(), "toy")
	o.Control, o.Now = "5m", clock.Now
	s := newScreen(t, o).spell("b2").press("f")
	s.shows("Black, do you want to resign?")
	clock.At = clock.At.Add(6 * time.Minute)
	s.send(full.Beat)
	s.hides("resign?")
	s.shows("Black ran out of")
}

func TestOnlineQuestionsClose(t *testing.T) {
	home, _ := servertest.Run(t)
	c := player(t, home)
	id, err := c.Create(t.Context(), client.Spec{Game: "three", Opponent: "screen"})
	if err != nil {
		t.Fatal(err)
	}
	o := options(t, these(t, "three"), "")
	s := onlineScreen(t, o, c, id)
	s.press("f").shows("Abort the game?")
	if _, err := c.Command(t.Context(), id, "abort"); err != nil {
		t.Fatal(err)
	}
	for strings.Contains(s.text(), "Abort the game?") {
		s.step()
	}
	s.shows("Game aborted")
}

// After the end the bottom line lists only keys that have an effect.
func TestKeysAfterTheEnd(t *testing.T) {
	clock := newClock()
	o := noColour(t, judged(toy()), "toy")
	o.Control, o.Now = "5m", clock.Now
	s := newScreen(t, o).size(120, 40).spell("b2a1")
	foot := func() string {
		lines := strings.Split(strings.TrimSpace(s.text()), "\n")
		return strings.Join(strings.Fields(lines[len(lines)-1]), " ")
	}
	if got, want := foot(), "enter choose esc back u undo ? hint v values s save r redo o open d draw f resign f1 help q quit"; got != want {
		t.Errorf("during play: got %q, want %q", got, want)
	}
	clock.At = clock.At.Add(6 * time.Minute)
	s.send(full.Beat)
	if got, want := foot(), "a review n new v values s save o open c colours f1 help q quit"; got != want {
		t.Errorf("out of time: got %q, want %q", got, want)
	}
	s = newScreen(t, noColour(t, judged(toy()), "toy")).size(120, 40).spell("a1a2b1b2c1")
	if got, want := foot(), "a review n new u undo v values s save o open c colours f1 help q quit"; got != want {
		t.Errorf("after a line: got %q, want %q", got, want)
	}
}

// What is typed or pasted replaces the saved game that the box offers.
func TestOpenReplaces(t *testing.T) {
	o := noColour(t, toy(), "toy")
	newScreen(t, o).spell("b2").press("s", "ctrl+u").spell("one.json").press("enter")
	newScreen(t, o).spell("b2a1").press("s", "ctrl+u").spell("two.json").press("enter")
	newScreen(t, o).press("o").spell("one.json").press("enter").shows("Loaded from one.json.")
	s := newScreen(t, o).press("o")
	s.send(tea.PasteMsg{Content: "two.json"})
	s.press("enter").shows("Loaded from two.json.")
	newScreen(t, o).press("o", "down").press("backspace", "n", "enter").shows("Loaded from") // correcting still works
}

// A terminal with 16 colours gets its own colours, and none to choose from.
func TestSixteenColours(t *testing.T) {
	s := newScreen(t, options(t, these(t, "nine"), "nine")).size(80, 24)
	s.send(tea.ColorProfileMsg{Profile: colorprofile.ANSI})
	content := s.spell("d6f4").press("c").model.View().Content
	if strings.Contains(content, "38;") || strings.Contains(content, "48;") {
		t.Errorf("other colours than the 16:\n%q", content)
	}
	for name, code := range map[string]string{"board": "45", "White's men": "97;45", "Black's men": "30;45", "cursor": "93;45"} {
		if !strings.Contains(content, code+"m") {
			t.Errorf("no %s (%s):\n%q", name, code, content)
		}
	}
	s.shows("White", "Black", "too few colours")
	s.send(tea.ColorProfileMsg{Profile: colorprofile.TrueColor})
	if !strings.Contains(s.model.View().Content, "38;2;") {
		t.Error("the terminal has more colours after all")
	}
}
