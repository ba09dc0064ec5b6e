// SPDX-License-Identifier: Apache-2.0

package plain_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"cairn/internal/tui"
	"cairn/internal/tui/plain"
)

func TestPlainTranscript(t *testing.T) {
	o := options(t, toy(), "toy")
	golden(t, "toy.txt", transcript(t, o, "b2", "1a", "help", "moves", "B2", "z9", "c3", "", "a3", "undo", "redo", "b1", "c1", "quit"))
}

func TestPlainASCII(t *testing.T) {
	o := options(t, toy(), "toy")
	o.ASCII = true
	out := transcript(t, o, "b2", "a1")
	has(t, out, "| B |", "White W: 4 in hand", "Black B: 4 in hand")
	for _, r := range out {
		if r > 127 {
			t.Fatalf("%q is not ASCII in\n%s", r, out)
		}
	}
}

func TestPlainEndOfInput(t *testing.T) {
	for name, lines := range map[string][]string{
		"at once":                    {},
		"after a turn":               {"b2"},
		"at the destination":         {""},
		"at a question":              {"b2", "forfeit"},
		"at the answer to an offer":  {"b2", "draw"},
		"after the end":              {"b2", "forfeit", "yes"},
		"in the middle of a command": {"b2", "new"},
	} {
		t.Run(name, func(t *testing.T) {
			transcript(t, options(t, toy(), "toy"), lines...)
		})
	}
}

func TestPlainCommands(t *testing.T) {
	for _, test := range []struct {
		name  string
		lines []string
		want  []string
	}{
		{"forfeit", []string{"forfeit", "maybe", "yes"}, []string{
			"White, do you want to resign? (yes or no) maybe", "Answer yes or no.",
			"Black wins: White resigns.", "The game is over (review, new, undo, save, load, quit):",
		}},
		{"forfeit declined", []string{"forfeit", "NO", "b2"}, []string{"do you want to resign?", "White places on b2."}},
		{"resign", []string{"resign", "y"}, []string{"Black wins: White resigns."}},
		{"forfeit after the end", []string{"forfeit", "y", "forfeit"}, []string{"White resigns.", "The game is over."}},
		{"a command instead of an answer", []string{"forfeit", "b2", "undo", "b2"}, []string{
			"Answer yes or no.", "There is no move to undo.", "White places on b2.",
		}},
		{"draw accepted", []string{"b2", "draw", "yes"}, []string{
			"Black offers a draw.", "White, Black offers a draw. Do you accept? (yes or no)",
			"White accepts the draw.", "Draw by agreement.",
		}},
		{"draw declined", []string{"draw", "no", "b2"}, []string{"Black declines the draw.", "White places on b2."}},
		{"draw again too soon", []string{"draw", "no", "draw"}, []string{"Black declines", "It is too soon to ask again."}},
		{"draw after the end", []string{"forfeit", "y", "draw"}, []string{"The game is over."}},
		{"undo to the first turn", []string{"a1", "b1", "undo", "undo", "undo"}, []string{
			"Move undone.", "Move undone.", "There is no move to undo.",
		}},
		{"redo", []string{"a1", "undo", "redo", "redo"}, []string{
			"Move undone.", "Move redone.", "Black to move.", "There is no move to redo.",
		}},
		{"undo a forfeit", []string{"a1", "forfeit", "y", "undo", "b1"}, []string{
			"White wins: Black resigns.", "Move undone.", "Black places on b1.",
		}},
		{"new asks in a running game", []string{"a1", "new", "no", "b1", "new", "yes", "c1"}, []string{
			"A game is in progress. Start a new one? (yes or no) no", "Black places on b1.",
			"A game is in progress.", "White: 5 in hand", "White places on c1.",
		}},
		{"new does not ask after the end", []string{"a1", "forfeit", "y", "new", "c1"}, []string{
			"Black resigns.", "5 in hand", "White places on c1.",
		}},
		{"new of another game", []string{"new chess", "new toy"}, []string{`There is no game "chess"`, "moves first."}},
		{"moves", []string{"moves"}, []string{"9 legal moves: a3 b3 c3 a2 b2 c2 a1 b1 c1"}},
		{"moves after the end", []string{"forfeit", "y", "moves"}, []string{"0 legal moves:"}},
		{"board", []string{"b2", "board"}, []string{"Black, place on", "Black to move.", "Black, place on"}},
		{"help", []string{"help"}, []string{"Commands at any prompt:", "White, place on"}},
		{"any letter case", []string{"B2", "UNDO", "Quit"}, []string{"places on b2", "Move undone."}},
		{"load without a name", []string{"load"}, []string{"Load which file?"}},
		{"a move after the end", []string{"forfeit", "y", "b2"}, []string{"White resigns.", "The game is over."}},
	} {
		t.Run(test.name, func(t *testing.T) {
			out := transcript(t, options(t, toy(), "toy"), test.lines...)
			has(t, strings.ReplaceAll(out, " ○", ""), test.want...)
		})
	}
}

func TestPlainWrongInput(t *testing.T) {
	for _, test := range []struct{ name, line, want string }{
		{"no point", "d4", "d4: this point does not exist on the board."},
		{"nonsense", "hello there", `"hello there" is not a point`},
		{"control characters", "\x1b[31mred\a", `"\x1b[31mred\a" is not`},
		{"a long line", strings.Repeat("x", 70000), `xxx…" is not`},
		{"taken", "b2", "b2: the point is occupied."},
		{"not UTF-8", "\xff\xfe", "is not a point"},
		{"a move of another game", "a1-a2", "a1: the turn ends there."},
	} {
		t.Run(test.name, func(t *testing.T) {
			out := transcript(t, options(t, toy(), "toy"), "b2", test.line, "a1")
			has(t, out, "Black, place on", test.want, "Black, place on", "Black places on a1.")
		})
	}
}

func TestPlainPlacing(t *testing.T) {
	out := transcript(t, options(t, toy(), "toy"), "b2", "", "b2", "q9", "", "", "1A")
	has(t, out, "Black, place on: \n", "Black, place on: b2", "b2: the point is occupied.",
		"place on: q9", "q9: this point does not exist", "place on: \n", "place on: 1A", "Black places on a1.")
}

func TestPlainComputer(t *testing.T) {
	o := options(t, toy(), "toy")
	o.Players = [2]string{tui.Human, "simple"}
	out := transcript(t, o, "b2", "undo", "b2", "draw", "c1", "redo")
	has(t, out, "You play White; the computer (simple) plays Black.", "White places on b2.", "Black places on a3.",
		"Move undone.", "White ○ (you): 5 in hand", "Black places on a3.",
		"White offers a draw.", "Black declines the draw.", "White places on c1.", "There is no move to redo.")
}

func TestPlainTwoComputers(t *testing.T) {
	o := options(t, toy(), "toy")
	o.Players = [2]string{"simple", "simple"}
	has(t, transcript(t, o), "White places on a3.", "White places on a1, makes three in a row.",
		"White wins: three in a row.", "The game is over (review, new,")
}

// TestPlainBrokenComputer checks that a game continues after its computer player failed or
// played an illegal move.
func TestPlainBrokenComputer(t *testing.T) {
	for name, think := range map[string]func(context.Context, tui.Question) (string, error){
		"fails":   func(context.Context, tui.Question) (string, error) { return "", errors.New("no idea") },
		"illegal": func(context.Context, tui.Question) (string, error) { return "b2", nil },
		"panics":  func(context.Context, tui.Question) (string, error) { panic("out of ideas") },
	} {
		t.Run(name, func(t *testing.T) {
			o := options(t, toy(), "toy")
			o.Games[0].Think = think
			o.Players = [2]string{tui.Human, "simple"}
			out := transcript(t, o, "b2", "a1", "undo", "undo", "a2")
			has(t, out, "The computer cannot continue", "You play Black now.", "Black places on a1.", "Move undone.")
		})
	}
}

func TestPlainMenu(t *testing.T) {
	for _, test := range []struct {
		name  string
		lines []string
		want  []string
	}{
		{"by number", []string{"1", "1", "2", "b2"}, []string{
			"Which game?", "1  Tic-tac-toe (tic-tac-toe)", "Who plays?", "1  two players on this device",
			"2  computer, simple", "Who moves first?", "Player 1 plays White and moves first.", "White places on b2.",
		}},
		{"by name, and the defaults", []string{"TOY", "", "3"}, []string{"Player 2 plays White and moves first."}},
		{"against the computer", []string{"", "2", "3"}, []string{"the computer (simple) plays White.", "White places on a3."}},
		{"you begin", []string{"", "2", "2"}, []string{"You play White", "White, place on"}},
		{"wrong numbers", []string{"0", "2", "x", "1", "4", "1", "9"}, []string{
			`"0": enter a number from 1 to 1.`, `"2": enter`, `"x": enter`, `"4": enter a number from 1 to 2.`, `"9": enter`,
		}},
		{"quit", []string{"quit"}, []string{"Which game?"}},
		{"quit later", []string{"1", "exit"}, []string{"Who plays?"}},
		{"end of input", nil, []string{"Which game?"}},
		{"load what is not there", []string{"load x", "1"}, []string{`There is no file "x".`, "Who plays?"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			o := options(t, toy(), "")
			o.Players = [2]string{}
			has(t, transcript(t, o, test.lines...), test.want...)
		})
	}
}

func TestPlainMenuWithPlayers(t *testing.T) {
	o := options(t, toy(), "")
	o.Players = [2]string{"simple", tui.Human}
	out := transcript(t, o, "1")
	has(t, out, "Which game?", "You play Black", "White places on a3.", "Black, place on")
	if strings.Contains(out, "Who plays?") {
		t.Errorf("asks for players although they were named:\n%s", out)
	}
}

func TestPlainMenuLoads(t *testing.T) {
	o := options(t, toy(), "toy")
	transcript(t, o, "b2", "save game.txt")
	o.Game, o.Players = "", [2]string{}
	has(t, transcript(t, o, "load game.txt", "a1"), "Loaded from game.txt.", "Black places on a1.")
}

// TestPlainChance checks that the sides of two people are random and depend on the seed.
func TestPlainChance(t *testing.T) {
	seen := map[string]bool{}
	for seed := range uint64(20) {
		o := options(t, toy(), "toy")
		o.Players, o.Seed = [2]string{}, seed
		first, _, _ := strings.Cut(transcript(t, o), "\n")
		seen[first] = true
		if again, _, _ := strings.Cut(transcript(t, o), "\n"); again != first {
			t.Errorf("seed %d: got %q, then %q", seed, first, again)
		}
	}
	if !seen["Player 1 plays White and moves first."] || !seen["Player 2 plays White and moves first."] || len(seen) != 2 {
		t.Errorf("got %v, want both players", seen)
	}
}

// TestPlainCancelled checks that waiting for a line or for the computer ends with the context.
func TestPlainCancelled(t *testing.T) {
	in, keep := io.Pipe()
	defer keep.Close()
	ctx, cancel := context.WithCancel(context.Background())
	o := options(t, toy(), "toy")
	o.In, o.Out = in, cancelling{cancel}
	if err := plain.Run(ctx, o); !errors.Is(err, context.Canceled) {
		t.Errorf("waiting for a line: %v", err)
	}
	ctx, cancel = context.WithCancel(context.Background())
	o.Players[0] = "simple"
	o.Games[0].Think = func(ctx context.Context, _ tui.Question) (string, error) {
		cancel()
		<-ctx.Done()
		return "", ctx.Err()
	}
	o.Out = io.Discard
	if err := plain.Run(ctx, o); !errors.Is(err, context.Canceled) {
		t.Errorf("waiting for the computer: %v", err)
	}
}

// cancelling is an output that cancels a context at the first prompt.
type cancelling struct{ cancel context.CancelFunc }

func (c cancelling) Write(b []byte) (int, error) {
	if bytes.Contains(b, []byte("place on")) {
		c.cancel()
	}
	return len(b), nil
}

func TestPlainBrokenOutput(t *testing.T) {
	o := options(t, toy(), "toy")
	full := errors.New("disk full")
	o.In, o.Out = strings.NewReader("b2\n"), failing{full}
	if err := plain.Run(context.Background(), o); !errors.Is(err, full) {
		t.Errorf("got %v, want %v", err, full)
	}
}

type failing struct{ err error }

func (f failing) Write([]byte) (int, error) { return 0, f.err }

func TestPlainBrokenInput(t *testing.T) {
	o := options(t, toy(), "toy")
	torn := errors.New("cable torn")
	var out strings.Builder
	o.In, o.Out = io.MultiReader(strings.NewReader("b2\na1"), unreadable{torn}), &out
	if err := plain.Run(context.Background(), o); !errors.Is(err, torn) {
		t.Errorf("got %v, want %v", err, torn)
	}
	has(t, out.String(), "White places on b2.")
}

type unreadable struct{ err error }

func (u unreadable) Read([]byte) (int, error) { return 0, u.err }

// TestMirrors checks that each mirror gets every change of the game (M7), and that a failing
// mirror does not affect the game.
func TestMirrors(t *testing.T) {
	var first, second strings.Builder
	o := options(t, toy(), "toy")
	o.Mirrors = []io.Writer{&first, failing{errors.New("gone")}, &second}
	transcript(t, o, "b2", "a1", "undo")
	has(t, first.String(), "White to move.", "White places on b2.", "Black to move.", "Black places on a1.", "Move undone.", "Black to move.")
	if first.String() != second.String() {
		t.Errorf("two displays differ:\n%s\nand\n%s", first.String(), second.String())
	}
}

// TestPlainSaveKeepsOtherFiles checks that a save does not replace a file that is no saved
// game, or that holds several.
func TestPlainSaveKeepsOtherFiles(t *testing.T) {
	o := options(t, toy(), "toy")
	note := filepath.Join(o.Dir, "notes.txt")
	for _, text := range []string{"milk, bread\n", strings.Repeat("cairn record 1\ngame: tic-tac-toe\n\nb2\n", 2)} {
		if err := os.WriteFile(note, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		has(t, transcript(t, o, "a1", "save notes.txt", "b1", "quit"), "notes.txt exists and is not a saved game", "Black places on b1.")
		if kept, err := os.ReadFile(note); err != nil || string(kept) != text {
			t.Errorf("the note is %q now, %v", kept, err)
		}
	}
}
