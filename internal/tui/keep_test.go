// SPDX-License-Identifier: Apache-2.0

package tui_test

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"cairn/internal/tui"
)

// keeping are options with a state folder.
func keeping(t *testing.T) tui.Options {
	t.Helper()
	o := options(t, append(toy(), these(t, "nine")...), "toy")
	o.State, o.Typed, o.NoColour = t.TempDir(), true, true
	return o
}

// keptFiles returns the kept games, declined ones too.
func keptFiles(t *testing.T, o tui.Options) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(o.State, "games", "*.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// stuck is a terminal that takes no output.
type stuck struct{ began chan struct{} }

func (s stuck) Write([]byte) (int, error) {
	select {
	case s.began <- struct{}{}:
	default:
	}
	select {}
}

// A terminal that takes no output does not keep the program from ending.
func TestStuckTerminal(t *testing.T) {
	o := keeping(t)
	in, keys := io.Pipe()
	defer keys.Close()
	out := stuck{make(chan struct{}, 1)}
	o.In, o.Out = in, out
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- tui.Run(ctx, o) }()
	<-out.began
	cancel()
	if err := <-ended; err != nil {
		t.Error(err)
	}
}

const goOn = "Continue the game of Tic-tac-toe"

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

func TestGoOnPlain(t *testing.T) {
	for name, leave := range map[string][]string{
		"quit": {"quit"}, "end of input": nil, "load": {"load other.json", "quit"},
	} {
		t.Run(name, func(t *testing.T) {
			o := keeping(t)
			plain(t, o, "a3", "save other.json")
			has(t, plain(t, o, append([]string{"b2", "a1"}, leave...)...), "Black places on a1.")
			o.Game, o.Players = "", [2]string{}
			has(t, plain(t, o, "yes", "quit"), goOn, "2 moves", "Game resumed.", "White to move", "The game is saved.")
			out := plain(t, o, "no", "quit")
			has(t, out, goOn, "Which game?")
			if out := plain(t, o, "quit"); strings.Contains(out, goOn) {
				t.Errorf("a declined game is offered again:\n%s", out)
			}
			o.Resume = true
			has(t, plain(t, o, "c3", "save end.json"), "Game resumed.", "White places on c3.")
			if got := moves(load(t, filepath.Join(o.Dir, "end.json"))); got != "b2 a1 c3" {
				t.Errorf("got %s", got)
			}
		})
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

func TestNotOffered(t *testing.T) {
	for name, lines := range map[string][]string{
		"finished": {"b2", "forfeit", "yes", "quit"},
		"saved":    {"b2", "save x.json"},
		"unplayed": {"quit"},
		"new":      {"b2", "new", "yes", "quit"},
	} {
		o := keeping(t)
		plain(t, o, lines...)
		if out := plain(t, o, "quit"); strings.Contains(out, goOn) {
			t.Errorf("%s: offered again:\n%s", name, out)
		}
	}
	o := keeping(t)
	plain(t, o, "b2", "quit")
	o.Game = "nine"
	if out := plain(t, o, "quit"); strings.Contains(out, goOn) {
		t.Errorf("another game is offered:\n%s", out)
	}
}

// A script does not expect the question; it is shown the way.
func TestGoOnNotAsked(t *testing.T) {
	o := keeping(t)
	o.Typed = false
	plain(t, o, "b2")
	has(t, plain(t, o, "a1"), "You have an unfinished game of Tic-tac-toe. To continue it: cairn play --resume", "White places on a1.")
	o.Resume = true
	has(t, plain(t, o, "quit"), "Game resumed.")
}

func TestResumeNothing(t *testing.T) {
	o := keeping(t)
	o.Resume = true
	if out, err := tryPlain(o); err == nil || !strings.Contains(err.Error(), "no unfinished game") {
		t.Errorf("got %v\n%s", err, out)
	}
}

// Two programs at once keep two games, and neither is offered the other's.
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
	out := plain(t, o, "b2", "a1", "c3", "quit")
	has(t, out, "Moves cannot be saved in", "White places on c3.")
	if n := strings.Count(out, "Moves cannot be saved"); n != 1 {
		t.Errorf("warned %d times, want once:\n%s", n, out)
	}
	newScreen(t, o).spell("b2").press("q").shows("There are unsaved moves. Quit anyway?")
}

func TestSaveOverAnotherGame(t *testing.T) {
	o := keeping(t)
	path := filepath.Join(o.Dir, "x.json")
	plain(t, o, "b2", "save x.json")
	has(t, plain(t, o, "a1", "c3", "save x.json", "no", "quit"), "x.json holds another game. Replace it?")
	if got := moves(load(t, path)); got != "b2" {
		t.Errorf("after no: got %s", got)
	}
	plain(t, o, "no", "a1", "c3", "save x.json", "yes")
	if got := moves(load(t, path)); got != "a1 c3" {
		t.Errorf("after yes: got %s", got)
	}
	o.File = "x.json"
	plain(t, o, "b3", "save") // the same game: no question
	if got := moves(load(t, path)); got != "a1 c3 b3" {
		t.Errorf("the game itself: got %s", got)
	}
	o.File, o.Typed = "", false
	plain(t, o, "c1", "save x.json") // a script is not asked
	if got := moves(load(t, path)); got != "c1" {
		t.Errorf("script: got %s", got)
	}
}
