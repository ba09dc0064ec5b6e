// SPDX-License-Identifier: Apache-2.0

package uci_test

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"
	"testing"

	"cairn/catalog"
	"cairn/internal/uci"
	"cairn/solver"
	"cairn/tablebase"
)

func entry(t *testing.T, name string) *catalog.Entry {
	t.Helper()
	entry, err := catalog.Standard().Find(name)
	if err != nil {
		t.Fatal(err)
	}
	return entry
}

// options returns options of an engine that solves small games when their tables are missing.
func options(t *testing.T, game string, in io.Reader, out io.Writer) uci.Options {
	t.Helper()
	return uci.Options{
		Game: entry(t, game), Games: catalog.Standard(), Version: "test", In: in, Out: out, Folder: t.TempDir(),
		OpenTables: func(ctx context.Context, game *catalog.Entry, folder string) (tablebase.Tables, error) {
			if game.Small() {
				if err := game.Solve(ctx, solver.Options{Dir: folder, Placing: true}, func(solver.TierResult) {}); err != nil {
					return nil, err
				}
			}
			return game.OpenTables(folder)
		},
	}
}

// partner is the other side of a dialogue with an engine.
type partner struct {
	t    *testing.T
	in   io.WriteCloser
	out  *bufio.Scanner
	done chan error
}

// meet starts an engine and its partner.
func meet(t *testing.T, game string) *partner {
	t.Helper()
	in, typed := io.Pipe()
	answers, out := io.Pipe()
	p := &partner{t, typed, bufio.NewScanner(answers), make(chan error, 1)}
	o := options(t, game, in, out)
	go func() {
		err := uci.Run(t.Context(), o)
		out.Close()
		p.done <- err
	}()
	return p
}

// end waits for the end of the engine.
func (p *partner) end() {
	p.t.Helper()
	for p.out.Scan() { // the last answers
	}
	if err := <-p.done; err != nil {
		p.t.Errorf("the engine ended with %v", err)
	}
}

func (p *partner) send(lines ...string) {
	p.t.Helper()
	if _, err := io.WriteString(p.in, strings.Join(lines, "\n")+"\n"); err != nil {
		p.t.Fatal(err)
	}
}

// hear reads lines until one matches want. No line before it may begin with never.
func (p *partner) hear(want, never string) string {
	p.t.Helper()
	for p.out.Scan() {
		line := p.out.Text()
		if regexp.MustCompile("^" + want + "$").MatchString(line) {
			return line
		}
		if strings.HasPrefix(line, never) {
			p.t.Fatalf("got %q, want %s before it", line, want)
		}
	}
	p.t.Fatalf("the engine has ended, want %s: %v", want, p.out.Err())
	return ""
}

func TestStops(t *testing.T) {
	p := meet(t, "nine")
	p.send("position start moves d2", "go infinite")
	p.hear("info depth 3 .*", "bestmove")
	p.send("isready", "position start", "moves")
	p.hear("readyok", "bestmove")
	p.send("stop", "stop")
	p.hear("bestmove [a-g][1-7]", "moves")
	p.hear("moves a7 .* g1", "bestmove")

	// Each "stop" is for the search before it.
	p.send("go infinite", "stop", "go infinite", "stop")
	p.hear("bestmove .*", "moves")
	p.hear("bestmove .*", "moves")

	// An infinite search does not answer before "stop", even if the position is solved.
	p.send("position text www/3/3/6/3/1b1/b1b w 0,0 0", "go infinite")
	p.hear("info .*", "bestmove")
	p.send("isready", "stop")
	p.hear("readyok", "bestmove")
	p.hear("bestmove .*", "error")

	p.send("go infinite", "quit")
	p.hear("bestmove .*", "error")
	p.end()
}

func TestEndsWithInput(t *testing.T) {
	p := meet(t, "fanorona")
	p.send("go infinite")
	p.hear("info depth 2 .*", "bestmove")
	if err := p.in.Close(); err != nil {
		t.Fatal(err)
	}
	p.hear("bestmove .*", "error")
	p.end()
}

// answers returns the answers to an input.
func answers(t *testing.T, game, input string) string {
	t.Helper()
	var out bytes.Buffer
	if err := uci.Run(t.Context(), options(t, game, strings.NewReader(input), &out)); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func TestRefusesAbsurdLines(t *testing.T) {
	tests := map[string]struct{ line, want string }{
		"a line of zeros":    {"go\x00depth 3", "error the line holds the control character U+0000: want plain text\n"},
		"no text":            {"\xff\xfe", "error the line is not text: want UTF-8\n"},
		"an escape sequence": {"\x1b[A", "error the line holds the control character U+001B: want plain text\n"},
		"a very long line":   {"moves " + strings.Repeat("x", uci.LongestLine), "error the line is longer than 1048576 bytes: shorten it\n"},
		"the longest line": {
			strings.Repeat("x", uci.LongestLine-1),
			`error unknown command "` + strings.Repeat("x", 40) + `": want one of `,
		},
		"a line from another system": {"moves now\r", "error moves: one word too many: \"now\"\n"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			got := answers(t, "yote", test.line+"\nisready\n")
			if !strings.HasPrefix(got, test.want) || !strings.HasSuffix(got, "\nreadyok\n") {
				t.Errorf("got %.200q, want %q, then readyok", got, test.want)
			}
		})
	}
}

func TestLetsFewWait(t *testing.T) {
	input := "go infinite\n" + strings.Repeat("moves\n", uci.MostWaiting+5) + "stop\n"
	got := answers(t, "three", input)
	if n := strings.Count(got, "error 1000 commands wait"); n != 5 {
		t.Errorf("got %d refusals, want 5", n)
	}
	if n := strings.Count(got, "\nmoves a3 "); n != uci.MostWaiting {
		t.Errorf("got %d answers, want %d", n, uci.MostWaiting)
	}
}

// The same seed gives the same moves.
func TestSeed(t *testing.T) {
	moved := map[string]bool{}
	for seed := range 10 {
		input := fmt.Sprintf("setoption name Level value novice\nsetoption name Seed value %d\ngo\ngo\n", seed+1)
		moves := regexp.MustCompile(`bestmove \S+`).FindAllString(answers(t, "yote", input), -1)
		if len(moves) != 2 || moves[0] != moves[1] {
			t.Errorf("seed %d: got %q, want the same move twice", seed+1, moves)
		}
		moved[moves[0]] = true
	}
	if len(moved) < 2 {
		t.Errorf("got %v from ten seeds, want several moves", moved)
	}
}

func TestInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	in, end := io.Pipe()
	defer end.Close()
	var out bytes.Buffer
	failures := make(chan error, 1)
	go func() {
		_, err := io.WriteString(end, "go infinite\n")
		cancel()
		failures <- err
	}()
	err := uci.Run(ctx, options(t, "nine", in, &out))
	if err := <-failures; err != nil && !errors.Is(err, io.ErrClosedPipe) {
		t.Fatal(err)
	}
	if !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want %v", err, context.Canceled)
	}
}

func TestScoreText(t *testing.T) {
	tests := map[string]struct {
		score int
		want  string
	}{
		"a man ahead":    {100, "men 1.00"},
		"somewhat worse": {-37, "men -0.37"},
		"even":           {0, "men 0.00"},
		"a win":          {100_000 - 5, "win 5"},
		"a loss":         {4 - 100_000, "loss 4"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			if got := uci.ScoreText(test.score); got != test.want {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}

// With MultiPV every depth has a line for each of the best moves; where tables know
// the moves there is one exact line each.
func TestSeveralLines(t *testing.T) {
	got := answers(t, "three", "setoption name MultiPV value 3\nposition start\ngo depth 2\nsetoption name Tables value\ngo depth 2\n")
	exact, searched, _ := strings.Cut(got, "bestmove")
	for i, want := range []string{"multipv 1 score exact win 9", "multipv 2 score exact", "multipv 3 score exact"} {
		if strings.Count(exact, want) != 1 {
			t.Errorf("line %d: got\n%s\nwant %q", i+1, exact, want)
		}
	}
	for _, want := range []string{"depth 1 multipv 1 score men", "depth 1 multipv 3", "depth 2 multipv 1", "depth 2 multipv 3"} {
		if strings.Count(searched, want) != 1 {
			t.Errorf("got\n%s\nwant %q", searched, want)
		}
	}
	if strings.Contains(got, "multipv 4") {
		t.Errorf("a line too many:\n%s", got)
	}
}
