// SPDX-License-Identifier: Apache-2.0

package full_test

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"cairn/internal/lang"
	"cairn/internal/tui"
	"cairn/internal/tui/full"
)

// keptFiles returns the kept games, declined ones too.
func keptFiles(t *testing.T, o tui.Options) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(o.State, "games", "*.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// stuck is a terminal that blocks all output.
type stuck struct{ began chan struct{} }

func (s stuck) Write([]byte) (int, error) {
	select {
	case s.began <- struct{}{}:
	default:
	}
	select {}
}

// The program ends even if the terminal blocks its output.
func TestStuckTerminal(t *testing.T) {
	o := keeping(t)
	in, keys := io.Pipe()
	defer keys.Close()
	out := stuck{make(chan struct{}, 1)}
	o.In, o.Out = in, out
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- full.Run(ctx, o) }()
	<-out.began
	cancel()
	if err := <-ended; !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

func TestKeptAfterEveryMove(t *testing.T) {
	o := keeping(t)
	s := newScreen(t, o)
	if files := keptFiles(t, o); len(files) != 0 {
		t.Fatalf("kept before the first move: %v", files)
	}
	for _, step := range []struct{ keys, want string }{
		{"b2", "b2"}, {"a1", "b2 a1"}, {"c3", "b2 a1 c3"}, {"u", "b2 a1"}, {"r", "b2 a1 c3"},
	} {
		s.spell(step.keys)
		files := keptFiles(t, o)
		if len(files) != 1 || moves(load(t, files[0])) != step.want {
			t.Fatalf("after %s: got %v, want one game with %s", step.keys, files, step.want)
		}
	}
	if s.press("q"); !s.left {
		t.Error("a game that is kept is not asked about when leaving")
	}
}

func TestGoOnScreen(t *testing.T) {
	o := keeping(t)
	newScreen(t, o).spell("b2").press("q")
	s := newScreen(t, o)
	s.shows("Continue the game of", "Tic-tac-toe (1 move", "y yes   n no")
	s.press("y").shows("White places on b2.", "Game resumed.", "Black: choose a point")
	s.press("q")
	newScreen(t, o).press("n").shows("White: choose a point")
	newScreen(t, o).shows("White: choose a point")
}

// Player 1 remains player 1 in a kept game and in a saved one.
func TestPlayersByNumber(t *testing.T) {
	o := keeping(t)
	o.Game, o.Players = "toy", [2]string{}
	s := newScreen(t, o).press("up", "up", "right", "right")
	s.shows("‹ player 2 ›")
	s.press("down", "down", "enter").spell("b2").shows("White  player 2", "Black  player 1")
	s.press("q")
	s = newScreen(t, o).press("y")
	s.shows("White  player 2", "Black  player 1")
	s.press("s", "ctrl+u").spell("two.json").press("enter", "q")
	o.Words, _ = lang.Load("de")
	o.State, o.File, o.Game = "", "two.json", ""
	newScreen(t, o).shows("Weiß  Spieler 2", "Schwarz  Spieler 1")
}

// Two concurrent programs keep two games; neither offers the game of the other.
func TestKeptApart(t *testing.T) {
	o := keeping(t)
	first := newScreen(t, o).spell("b2")
	second := newScreen(t, o)
	second.hides("Continue the game")
	second.spell("a1")
	first.spell("c3")
	files := keptFiles(t, o)
	if len(files) != 2 {
		t.Fatalf("got %v, want two games", files)
	}
	got := moves(load(t, files[0])) + "," + moves(load(t, files[1]))
	if got != "b2 c3,a1" && got != "a1,b2 c3" {
		t.Errorf("got %s", got)
	}
}

func TestKeepFails(t *testing.T) {
	o := keeping(t)
	o.State = filepath.Join(o.Dir, "file")
	if err := os.WriteFile(o.State, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	out := transcript(t, o, "b2", "a1", "c3", "quit")
	has(t, out, "Moves cannot be saved in", "White places on c3.")
	if n := strings.Count(out, "Moves cannot be saved"); n != 1 {
		t.Errorf("warned %d times, want once:\n%s", n, out)
	}
	newScreen(t, o).spell("b2").press("q").shows("There are unsaved moves. Quit anyway?")
}
