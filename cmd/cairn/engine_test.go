// SPDX-License-Identifier: Apache-2.0

package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"regexp"
	"strings"
	"testing"
)

// partner talks with an engine in a process of its own.
type partner struct {
	t   *testing.T
	in  io.WriteCloser
	out *bufio.Scanner
}

// meet starts an engine without tables.
func meet(t *testing.T, game string) (*partner, *exec.Cmd) {
	t.Helper()
	program, err := exec.LookPath("cairn")
	if err != nil {
		t.Fatal(err)
	}
	command := exec.CommandContext(t.Context(), program, "engine", game, "--tables", t.TempDir())
	in, err := command.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := command.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	return &partner{t, in, bufio.NewScanner(out)}, command
}

func (p *partner) tell(lines ...string) {
	p.t.Helper()
	if _, err := io.WriteString(p.in, strings.Join(lines, "\n")+"\n"); err != nil {
		p.t.Fatal(err)
	}
}

// hear reads lines until one matches. One that matches never must not come
// before it.
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

func TestEngineStops(t *testing.T) {
	p, command := meet(t, "nine")
	p.tell("position start moves d2", "go infinite")
	p.hear("info depth 3 .*", "bestmove")
	p.tell("isready", "position start", "moves")
	p.hear("readyok", "bestmove")
	p.tell("stop", "stop")
	p.hear("bestmove [a-g][1-7]", "moves")
	p.hear("moves a7 .* g1", "bestmove")

	// It does not answer before it is asked to, also when it knows the end.
	p.tell("position text www/3/3/6/3/1b1/b1b w 0,0 0", "go infinite")
	p.hear("info .*", "bestmove")
	p.tell("isready", "stop")
	p.hear("readyok", "bestmove")
	p.hear("bestmove .*", "error")

	p.tell("go infinite", "quit")
	p.hear("bestmove .*", "error")
	if err := command.Wait(); err != nil {
		t.Errorf("after quit: %v", err)
	}
}

func TestEngineEndsWithInput(t *testing.T) {
	p, command := meet(t, "fanorona")
	p.tell("go infinite")
	p.hear("info depth 2 .*", "bestmove")
	if err := p.in.Close(); err != nil {
		t.Fatal(err)
	}
	p.hear("bestmove .*", "error")
	if err := command.Wait(); err != nil {
		t.Errorf("after the end of the input: %v", err)
	}
}

// engineSays is what an engine answers in this process.
func engineSays(t *testing.T, game, input string) string {
	t.Helper()
	var out, errs bytes.Buffer
	status := run(t.Context(), []string{"engine", game, "--tables", t.TempDir()}, noEnv, strings.NewReader(input), &out, &errs)
	if status != exitOK {
		t.Fatalf("status %d: %s", status, errs.String())
	}
	return out.String()
}

func TestEngineRefusesAbsurdLines(t *testing.T) {
	tests := map[string]struct{ line, want string }{
		"a line of zeros":    {"go\x00depth 3", "error the line holds the control character U+0000: want plain text\n"},
		"no text":            {"\xff\xfe", "error the line is not text: want UTF-8\n"},
		"an escape sequence": {"\x1b[A", "error the line holds the control character U+001B: want plain text\n"},
		"a very long line":   {"moves " + strings.Repeat("x", longestLine), "error the line is longer than 1048576 bytes: shorten it\n"},
		"the longest line": {
			strings.Repeat("x", longestLine-1),
			`error unknown command "` + strings.Repeat("x", 40) + `": want one of `,
		},
		"a line from another system": {"moves now\r", "error moves: one word too many: \"now\"\n"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			got := engineSays(t, "yote", test.line+"\nisready\n")
			if !strings.HasPrefix(got, test.want) || !strings.HasSuffix(got, "\nreadyok\n") {
				t.Errorf("got %.200q, want %q, then readyok", got, test.want)
			}
		})
	}
}

func TestEngineLetsFewWait(t *testing.T) {
	input := "go infinite\n" + strings.Repeat("moves\n", mostWaiting+5) + "stop\n"
	got := engineSays(t, "three", input)
	if n := strings.Count(got, "error 1000 commands wait"); n != 5 {
		t.Errorf("got %d refusals, want 5", n)
	}
	if n := strings.Count(got, "\nmoves a3 "); n != mostWaiting {
		t.Errorf("got %d answers, want %d", n, mostWaiting)
	}
}

// The same seed, the same chances.
func TestEngineSeed(t *testing.T) {
	answers := map[string]bool{}
	for seed := range 10 {
		input := fmt.Sprintf("setoption name Level value novice\nsetoption name Seed value %d\ngo\ngo\n", seed+1)
		moves := regexp.MustCompile(`bestmove \S+`).FindAllString(engineSays(t, "yote", input), -1)
		if len(moves) != 2 || moves[0] != moves[1] {
			t.Errorf("seed %d: got %q, want the same move twice", seed+1, moves)
		}
		answers[moves[0]] = true
	}
	if len(answers) < 2 {
		t.Errorf("got %v from ten seeds, want several moves", answers)
	}
}

func TestEngineInterrupted(t *testing.T) {
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
	var errs bytes.Buffer
	status := run(ctx, []string{"engine", "nine", "--tables", t.TempDir()}, noEnv, in, &out, &errs)
	if err := <-failures; err != nil && !errors.Is(err, io.ErrClosedPipe) {
		t.Fatal(err)
	}
	if status != exitInterrupted || !strings.Contains(errs.String(), "interrupted") {
		t.Errorf("got status %d and %q, want %d", status, errs.String(), exitInterrupted)
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
			if got := scoreText(test.score); got != test.want {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}
