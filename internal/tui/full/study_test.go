// SPDX-License-Identifier: Apache-2.0

package full_test

import (
	"context"
	"errors"
	"testing"

	"cairn/internal/lang"
	"cairn/internal/study"
	"cairn/internal/tui"
	"cairn/internal/tui/full"
)

func TestScreenHints(t *testing.T) {
	o := options(t, solved(t), "three")
	o.NoColour = true
	s := newScreen(t, o).size(100, 30)
	s.press("?").shows("Hint: b2 (✓ win in 9)")
	s.press("v").shows("What every move is worth", "✓ win in 9: b2", "= draw: ", "up, down scroll")
	s.press("down", "down", "up", "pgdown", "pgup", "esc").hides("What every move")
	s.press("a").hides("Review")
	for _, move := range []string{"a3", "a1", "b3", "b1", "c3"} {
		s.spell(move)
	}
	s.shows("The game is over.")
	s.press("?").shows("The game is over.")
	s.press("a").shows("Review", "White: accuracy 31 %", "Black: accuracy 23 %", "1 a3: ✓ win in 9 → = draw; better b2", "5 c3: ✓ win in 1")
	s.press("down", "down", "enter").hides("accuracy")
	s.shows("3 b3: = draw → ✗ loss in 6;") // the shown move
	s.press("v").shows("What every move is worth", "✓ win in 5: c3")
	s.press("x", "right").shows("4 b1: ✓ win in 5 → ✗ loss in 2;")
	s.press("u").hides("win in 5")
}

// A result of an analysis is dropped after a change of the game, or if a dialog is open.
func TestLateHints(t *testing.T) {
	o := options(t, solved(t), "three")
	o.NoColour = true
	s := newScreen(t, o).size(100, 30)
	s.held = true
	s.press("?").shows("Looking…")
	s.spell("a3").hides("Looking…")
	s.release()
	s.hides("Hint:")
	s.held = true
	s.press("v", "s").shows("Save game as")
	s.release()
	s.shows("Save game as")
	s.press("esc", "?").shows("Hint: ")
	o.Games[0].Study = func(context.Context, tui.Question) (study.Position, error) { panic("broken") }
	newScreen(t, o).press("?").shows("broken")
	o.Games[0].Study = func(context.Context, tui.Question) (study.Position, error) {
		return study.Position{}, errors.New("no disk")
	}
	newScreen(t, o).press("v").shows("no disk")
	has(t, transcript(t, o, "hint", "quit"), "no disk")
	newScreen(t, noColour(t, toy(), "toy")).press("?").shows("This game has no hints.")
}

// There are no hints while the computer is to move.
func TestHintWaits(t *testing.T) {
	o := options(t, solved(t), "three")
	o.Players[1], o.NoColour = "simple", true
	s := newScreen(t, o)
	s.held = true
	s.spell("b2").press("?").shows("It is the computer's turn.")
}

func TestScreenPuzzles(t *testing.T) {
	o := options(t, solved(t), "")
	o.Players, o.Puzzles, o.NoColour = [2]string{}, puzzles(t, o.Games), true
	s := newScreen(t, o).size(100, 30)
	s.shows("Puzzle 1 of 2")
	s.spell("c1").shows("c1 is not the solution.")
	s.press("?").shows("Hint: the move begins at c3.")
	s.press("?").shows("The move is c3.")
	s.spell("c3").shows("Solved! n next")
	s.spell("a1").shows("Solved! n next")
	s.press("n").shows("Puzzle 2 of 2")
	line := o.Puzzles[1].Line
	s.spell(line[0]).shows("Black places on " + line[1])
	s.spell(line[2]).shows("Solved! n next")
	s.press("v").shows("What every move is worth")
	s.press("esc", "u").shows("Move undone.", "White: choose a point.")
	s.press("q")
	if !s.left {
		t.Error("leaving a puzzle asks")
	}
	o.Puzzles[0].Position = "nonsense"
	if _, err := full.New(t.Context(), o); err == nil {
		t.Error("a puzzle without a position is begun")
	}
}

func TestStudyInEveryLanguage(t *testing.T) {
	eachLanguage(t, solved(t), "three", func(t *testing.T, words *lang.Catalogue, o tui.Options) {
		o.NoColour = true
		s := newScreen(t, o).size(80, 24).press("?", "v")
		s.shows(words.Text("values.title"), "✓ "+words.Exact(1, 9)+": b2", words.Text("values.keys"))
		s.press("esc").spell("a3").spell("a1").spell("b3").spell("b1").spell("c3").press("a")
		s.shows(words.Text("review.title"), words.Text("review.keys"))
	})
}
