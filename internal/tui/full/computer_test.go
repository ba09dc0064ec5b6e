// SPDX-License-Identifier: Apache-2.0

package full_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"cairn/internal/tui"
	"cairn/internal/tui/full"
)

func TestScreenComputer(t *testing.T) {
	o := noColour(t, toy(), "toy")
	o.Players = [2]string{tui.Human, "simple"}
	s := newScreen(t, o)
	s.held = true
	s.spell("b2").shows("Black is thinking…")
	s.spell("a1").shows("It is the computer's turn.")
	s.hides("places on a1")
	s.release()
	s.shows("Black places on a3.", "White: choose a point")
	s.press("u").shows("Move undone.")
	s.shows("White: choose a point")
	s.press("r").shows("Move redone.")
	s.press("d").shows("Offer the computer a draw?")
	s.press("y").shows("Black declines the draw.")
}

// TestScreenStaleThought checks that a late answer of the computer is ignored, and
// that its search is cancelled.
func TestScreenStaleThought(t *testing.T) {
	for name, key := range map[string]string{"undo": "u", "quit": "q", "new": "n"} {
		t.Run(name, func(t *testing.T) {
			var stopped error
			o := noColour(t, toy(), "toy")
			o.Players = [2]string{tui.Human, "simple"}
			o.Games[0].Think = func(ctx context.Context, _ tui.Question) (string, error) {
				stopped = ctx.Err()
				return "a3", nil
			}
			s := newScreen(t, o)
			s.held = true
			s.spell("b2").press(key)
			if name != "undo" {
				s.press("y")
			}
			s.release()
			if stopped == nil {
				t.Error("the search was not cancelled")
			}
			if name == "undo" {
				s.shows("White: choose a point")
			}
			s.hides("Black places")
		})
	}
}

func TestScreenBrokenComputer(t *testing.T) {
	o := noColour(t, toy(), "toy")
	o.Players = [2]string{tui.Human, "simple"}
	o.Games[0].Think = func(context.Context, tui.Question) (string, error) { return "z9", nil }
	s := newScreen(t, o).spell("b2")
	s.shows("The computer cannot continue", "Black: choose a point")
	s.spell("a1").shows("Black places on a1.")
}

func TestScreenClock(t *testing.T) {
	now := newClock()
	o := noColour(t, toy(), "toy")
	o.Control, o.Now = "1m+5s", now.Now
	s := newScreen(t, o)
	s.shows("1:00")
	now.At = now.At.Add(20 * time.Second)
	s.shows("0:40")
	s.spell("b2").shows("0:45")
	now.At = now.At.Add(59 * time.Second)
	s.send(full.Beat)
	s.shows("0:45", "0:01", "Black: choose a point")
	now.At = now.At.Add(time.Second)
	s.send(full.Beat)
	s.shows("White wins: Black ran out")
}

// TestSavedAgainstTheComputer continues a saved game with its computer player.
func TestSavedAgainstTheComputer(t *testing.T) {
	o := noColour(t, toy(), "toy")
	o.Players = [2]string{"simple", tui.Human}
	newScreen(t, o).spell("b2").press("s", "enter")
	o.Game, o.Players, o.File = "", [2]string{}, "TicSave"
	s := newScreen(t, o)
	s.shows("White", "computer, simple", "Black", "you")
	s.spell("c3").shows("Black places on c3.", fmt.Sprintf("White places on %s.", "a2"))
}
