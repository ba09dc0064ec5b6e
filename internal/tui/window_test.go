// SPDX-License-Identifier: Apache-2.0

package tui_test

import (
	"context"
	"io"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"cairn/internal/tui"
)

// TestEveryGameFits shows every game in a window of 80 by 24, and that a larger
// window shows a larger board.
func TestEveryGameFits(t *testing.T) {
	for _, e := range real() {
		info := e.Game.Info()
		s := newScreen(t, options(t, real(), info.ID)).size(80, 24)
		s.shows(strings.Fields(info.Name)[0], "White", "Black", "? help")
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
	for _, key := range []string{"", "?", "c", "s", "o", "f", "d", "n", "q"} {
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
	if err := tui.Run(context.Background(), o); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	in, keep := io.Pipe()
	defer keep.Close()
	o.In, o.Out = in, io.Discard
	if err := tui.Run(ctx, o); err != nil {
		t.Errorf("cancelled: %v", err)
	}
	o.Game = "chess"
	if err := tui.Run(ctx, o); err == nil {
		t.Error("an unknown game is no error")
	}
}
