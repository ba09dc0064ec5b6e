// SPDX-License-Identifier: Apache-2.0

package plain_test

import (
	"path/filepath"
	"strings"
	"testing"
)

const goOn = "Continue the game of Tic-tac-toe"

func TestGoOnPlain(t *testing.T) {
	for name, leave := range map[string][]string{
		"quit": {"quit"}, "end of input": nil, "load": {"load other.json", "quit"},
	} {
		t.Run(name, func(t *testing.T) {
			o := keeping(t)
			transcript(t, o, "a3", "save other.json")
			has(t, transcript(t, o, append([]string{"b2", "a1"}, leave...)...), "Black places on a1.")
			o.Game, o.Players = "", [2]string{}
			has(t, transcript(t, o, "yes", "quit"), goOn, "2 moves", "Game resumed.", "White to move", "The game is saved.")
			out := transcript(t, o, "no", "quit")
			has(t, out, goOn, "Which game?")
			if out := transcript(t, o, "quit"); strings.Contains(out, goOn) {
				t.Errorf("a declined game is offered again:\n%s", out)
			}
			o.Resume = true
			has(t, transcript(t, o, "c3", "save end.json"), "Game resumed.", "White places on c3.")
			if got := moves(load(t, filepath.Join(o.Dir, "end.json"))); got != "b2 a1 c3" {
				t.Errorf("got %s", got)
			}
		})
	}
}

func TestNotOffered(t *testing.T) {
	for name, lines := range map[string][]string{
		"finished": {"b2", "forfeit", "yes", "quit"},
		"saved":    {"b2", "save x.json"},
		"unplayed": {"quit"},
		"new":      {"b2", "new", "yes", "quit"},
	} {
		o := keeping(t)
		transcript(t, o, lines...)
		if out := transcript(t, o, "quit"); strings.Contains(out, goOn) {
			t.Errorf("%s: offered again:\n%s", name, out)
		}
	}
	o := keeping(t)
	transcript(t, o, "b2", "quit")
	o.Game = "nine"
	if out := transcript(t, o, "quit"); strings.Contains(out, goOn) {
		t.Errorf("another game is offered:\n%s", out)
	}
}

// A script is not asked; it gets a line about the kept game.
func TestGoOnNotAsked(t *testing.T) {
	o := keeping(t)
	o.Typed = false
	transcript(t, o, "b2")
	has(t, transcript(t, o, "a1"), "You have an unfinished game of Tic-tac-toe. To continue it: cairn play --resume", "White places on a1.")
	o.Resume = true
	has(t, transcript(t, o, "quit"), "Game resumed.")
}

func TestResumeNothing(t *testing.T) {
	o := keeping(t)
	o.Resume = true
	if out, err := tryTranscript(o); err == nil || !strings.Contains(err.Error(), "no unfinished game") {
		t.Errorf("got %v\n%s", err, out)
	}
}

func TestSaveOverAnotherGame(t *testing.T) {
	o := keeping(t)
	path := filepath.Join(o.Dir, "x.json")
	transcript(t, o, "b2", "save x.json")
	has(t, transcript(t, o, "a1", "c3", "save x.json", "no", "quit"), "x.json holds another game. Replace it?")
	if got := moves(load(t, path)); got != "b2" {
		t.Errorf("after no: got %s", got)
	}
	transcript(t, o, "no", "a1", "c3", "save x.json", "yes")
	if got := moves(load(t, path)); got != "a1 c3" {
		t.Errorf("after yes: got %s", got)
	}
	o.File = "x.json"
	transcript(t, o, "b3", "save") // the file of this game: no question
	if got := moves(load(t, path)); got != "a1 c3 b3" {
		t.Errorf("the game itself: got %s", got)
	}
	o.File, o.Typed = "", false
	transcript(t, o, "c1", "save x.json") // a script is not asked
	if got := moves(load(t, path)); got != "c1" {
		t.Errorf("script: got %s", got)
	}
}
