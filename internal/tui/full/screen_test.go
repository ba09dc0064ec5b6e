// SPDX-License-Identifier: Apache-2.0

package full_test

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"cairn/game"
	"cairn/internal/tui"
	"cairn/internal/tui/full"
)

// noColour are options for a terminal without colours.
func noColour(t *testing.T, games []tui.Entry, name string) tui.Options {
	t.Helper()
	o := options(t, games, name)
	o.NoColour = true
	return o
}

func TestScreens(t *testing.T) {
	for _, test := range []struct {
		name, game    string
		width, height int
		change        func(*tui.Options)
		keys          string
	}{
		{"toy", "toy", 80, 24, nil, "b2 a1"},
		{"toy-large", "toy", 130, 45, nil, "b2 a1"},
		{"toy-colour", "toy", 80, 24, func(o *tui.Options) { o.NoColour = false }, "b2 a1"},
		{"toy-ascii", "toy", 80, 24, func(o *tui.Options) { o.ASCII = true }, "b2 a1"},
		{"toy-narrow", "toy", 40, 24, nil, "b2 a1"},
		{"toy-small", "toy", 20, 5, nil, "b2"},
		{"toy-clock", "toy", 80, 24, func(o *tui.Options) { o.Control = "5m+3s" }, "b2"},
		{"nine", "nine", 80, 24, nil, "d6 f4 d7 b2 d5"},
		{"nine-colour", "nine", 80, 24, func(o *tui.Options) { o.NoColour = false }, "d6 f4 d7 b2 d5"},
		{"nine-large", "nine", 120, 40, func(o *tui.Options) { o.NoColour = false }, "d6"},
		{"twelve", "twelve", 80, 24, nil, "a1 a4"},
		{"fanorona", "fanorona", 80, 24, nil, "d3 e3"},
		{"fanorona-colour", "fanorona", 80, 24, func(o *tui.Options) { o.NoColour = false }, "d2 e3 g4 g5"},
		{"yote", "yote", 80, 24, nil, "b2 b3 e0 e5 b2 b4"},
		{"yote-colour", "yote", 80, 24, func(o *tui.Options) { o.NoColour = false }, "b2 b3 e0 e5 b2 b4"},
		{"six", "six", 80, 24, func(o *tui.Options) { o.NoColour = false }, "a1 c1"},
		{"three", "three", 80, 24, func(o *tui.Options) { o.NoColour = false }, "b2"},
	} {
		t.Run(test.name, func(t *testing.T) {
			games := real()
			if test.game == "toy" {
				games = toy()
			}
			o := noColour(t, games, test.game)
			if test.change != nil {
				test.change(&o)
			}
			s := newScreen(t, o).size(test.width, test.height)
			for _, point := range strings.Fields(test.keys) {
				s.spell(point)
			}
			golden(t, test.name+".txt", s.text())
		})
	}
}

func TestScreenCursor(t *testing.T) {
	for _, test := range []struct {
		name string
		keys []string
	}{
		{"arrows", []string{"up", "left", "enter"}},
		{"letters", []string{"k", "h", "space"}},
		{"typed", []string{"a", "3"}},
		{"typed, number first", []string{"3", "a"}},
		{"typed in capitals", []string{"A", "3"}},
		{"beyond the edge", []string{"up", "up", "up", "left", "left", "left", "enter"}},
		{"there and back", []string{"down", "right", "up", "up", "left", "left", "enter"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			newScreen(t, noColour(t, toy(), "toy")).press(test.keys...).shows("White places on a3.")
		})
	}
}

// TestScreenLettersAreKeysAndPoints types names of points whose letters are keys of commands.
func TestScreenLettersAreKeysAndPoints(t *testing.T) {
	s := newScreen(t, noColour(t, real(), "fanorona"))
	s.press("d").shows("Black, White offers a draw.")
	s.press("3")
	s.hides("offers a draw")
	s.shows("White: choose where to move it.")
	s.press("e")
	s.press("3").shows("White: choose what to take, ahead or behind.")
	s.press("c").shows("Colours")
	s.press("3").hides("Colours")
	s.shows("takes c3 by withdrawal.")
}

func TestScreenMouse(t *testing.T) {
	s := newScreen(t, noColour(t, toy(), "toy"))
	x, y := find(t, s, "[•]")
	s.send(tea.MouseClickMsg{X: x + 1, Y: y, Button: tea.MouseLeft})
	s.shows("White places on b2.")
	s.send(tea.MouseClickMsg{X: x + 1, Y: y, Button: tea.MouseLeft})
	s.shows("b2: the point is occupied.")
	for _, miss := range []tea.MouseClickMsg{
		{X: 0, Y: 23, Button: tea.MouseLeft},
		{X: x + 1, Y: y, Button: tea.MouseRight},
		{X: -1, Y: -1, Button: tea.MouseLeft},
		{X: 500, Y: 500, Button: tea.MouseLeft},
	} {
		s.send(miss)
	}
	s.hides("Black places")
}

// find returns where a text stands on the screen.
func find(t *testing.T, s *screen, text string) (x, y int) {
	t.Helper()
	for y, line := range strings.Split(s.text(), "\n") {
		if before, _, ok := strings.Cut(line, text); ok {
			return len([]rune(before)), y
		}
	}
	t.Fatalf("%q is not on the screen:\n%s", text, s.text())
	return 0, 0
}

// TestScreenTurn enters a turn of several touches, with touches taken back and
// refused on the way.
func TestScreenTurn(t *testing.T) {
	s := newScreen(t, noColour(t, real(), "yote"))
	s.spell("b2b3e0e5")
	s.shows("White: choose a point, or a stone")
	s.spell("b2").shows("White: choose where to move it.")
	s.spell("e0").shows("White: choose where to move it.") // another man instead
	s.spell("e1").shows("White moves e0 to e1.")
	s.press("u").shows("Move undone.")
	s.spell("b2").press("esc").shows("or a stone")
	s.spell("b2d4").shows("d4: the stone cannot move there.")
	s.spell("b4").shows("White: choose the stone to take.")
	s.spell("e1").shows("e1: no stone on this point.")
	s.press("backspace").shows("White: choose where to move it.")
	s.spell("b4e5").shows("White jumps b2 to b4, takes b3")
}

func TestScreenChain(t *testing.T) {
	for _, test := range []struct {
		name string
		keys []string
		want string
	}{
		{"ended on the stone", []string{"enter"}, "takes g3 g2 g1 by withdrawal.\n"},
		{"ended by key", []string{"e", "enter"}, "takes g3 g2 g1 by withdrawal.\n"},
		{"not ended after all", []string{"e", "left", "enter"}, "f5: the point is occupied."},
		{"gone on", []string{"f", "4", "enter"}, "moves g5 to f4"},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := newScreen(t, noColour(t, real(), "fanorona")).size(140, 40)
			s.spell("d2e3g4g5").shows("continue, or press Enter on your stone to end the turn")
			if test.keys[0] == "e" {
				s.press("e").shows("Press Enter to end the turn.")
			}
			s.press(test.keys...).shows(test.want)
		})
	}
}

func TestScreenUndo(t *testing.T) {
	s := newScreen(t, noColour(t, toy(), "toy"))
	s.press("u").shows("There is no move to undo.")
	s.press("r").shows("There is no move to redo.")
	s.spell("b2a1").press("u", "u").shows("Move undone.", "Move undone.")
	s.shows("White: choose a point")
	s.press("r", "r").shows("Move redone.", "Move redone.")
	s.shows("White: choose a point")
}

func TestScreenEnd(t *testing.T) {
	s := newScreen(t, noColour(t, toy(), "toy"))
	s.spell("b2a1b3a2b1")
	s.shows("three in a row.", "White wins: three in a row.", "The game is over. Arrows step")
	s.spell("c3").shows("The game is over.")
	s.press("f").shows("The game is over.")
	s.press("d").shows("You cannot offer a draw now.")
	s.press("u").shows("Move undone.")
	s.shows("White: choose a point")
	s.spell("b1").shows("White wins: three in a row.")
	s.press("n").shows("Start game")
	s.press("esc").shows("White wins: three in a row.")
}

// TestEveryGameFits shows every game in a window of 80 by 24, and that a larger
// window shows a larger board.
func TestEveryGameFits(t *testing.T) {
	for _, e := range real() {
		info := e.Game.Info()
		if len(info.Board.Rows) == 0 || !usual(info.Board) {
			continue // the game needs a larger window
		}
		s := newScreen(t, options(t, real(), info.ID)).size(80, 24)
		s.shows(strings.Fields(info.Name)[0], "White", "Black", "f1 help")
		small := boardHeight(s, info.Board.Rows)
		if large := boardHeight(s.size(160, 60), info.Board.Rows); large <= small {
			t.Errorf("%s: %d lines in a small window, %d in a large one", info.ID, small, large)
		}
	}
}

// boardHeight returns how many lines lie between the first and the last label.
func boardHeight(s *screen, rows []string) int {
	first, last := -1, -1
	for y, line := range strings.Split(s.text(), "\n") {
		label, _, _ := strings.Cut(strings.TrimSpace(line), " ")
		if label == rows[0] && first < 0 {
			first = y
		}
		if label == rows[len(rows)-1] {
			last = y
		}
	}
	return last - first
}

func TestScreenLog(t *testing.T) {
	s := newScreen(t, noColour(t, real(), "yote"))
	s.spell("a0a1b0b1c0c1d0d1").hides("1 White places on a0.")
	s.press("pgup", "pgup", "pgup", "pgup", "pgup").shows("1 White places on a0.")
	for range 30 {
		s.send(tea.MouseWheelMsg{Button: tea.MouseWheelDown})
	}
	s.shows("8 Black places on d1.")
	s.send(tea.MouseWheelMsg{Button: tea.MouseWheelUp})
	s.press("pgdown").shows("8 Black places on d1.")
}

// TestScreenResize draws every size of window, with every dialog, and checks
// that nothing is wider or higher than the window.
func TestScreenResize(t *testing.T) {
	for _, key := range []string{"", "H", "c", "s", "o", "f", "d", "n", "q"} {
		s := newScreen(t, noColour(t, real(), "nine")).spell("a1")
		if key != "" {
			s.press(key)
		}
		for width := 0; width <= 140; width += 7 {
			for height := 0; height <= 60; height += 5 {
				lines := strings.Split(strings.TrimSuffix(s.size(width, height).text(), "\n"), "\n")
				if len(lines) > max(height, 1) {
					t.Fatalf("%d by %d, key %q: %d lines", width, height, key, len(lines))
				}
				for _, line := range lines {
					if n := len([]rune(line)); n > width {
						t.Fatalf("%d by %d, key %q: a line of %d columns: %q", width, height, key, n, line)
					}
				}
			}
		}
		s.size(80, 24)
		if key == "" {
			s.shows("White places on a1.")
		}
	}
}

// TestRun runs the whole program on a pipe instead of a terminal.
func TestRun(t *testing.T) {
	o := noColour(t, toy(), "toy")
	var out strings.Builder
	o.In, o.Out = strings.NewReader("b2a1qy"), &out
	if err := full.Run(context.Background(), o); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	in, keep := io.Pipe()
	defer keep.Close()
	o.In, o.Out = in, io.Discard
	if err := full.Run(ctx, o); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	o.Game = "chess"
	if err := full.Run(ctx, o); err == nil {
		t.Error("an unknown game is no error")
	}
}

// usual reports whether a board is small enough for a window of 80 by 24.
func usual(b *game.Board) bool { return b.Width <= 9 && b.Height <= 9 }
