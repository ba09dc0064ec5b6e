// SPDX-License-Identifier: Apache-2.0

package driver_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"cairn/game"
	"cairn/game/gametest/tictactoe"
	"cairn/internal/uci/driver"
)

// The tests start their own binary as the program.
func TestMain(m *testing.M) {
	if len(os.Args) > 2 && os.Args[1] == "engine" {
		engine(os.Args[2])
		return
	}
	os.Exit(m.Run())
}

// engine plays the first legal move of tic-tac-toe, or misbehaves.
func engine(manner string) {
	state, g := rules().Start(), rules()
	for in := bufio.NewScanner(os.Stdin); in.Scan(); {
		words := strings.Fields(in.Text())
		switch {
		case manner == "mute":
		case words[0] == "ugi" && manner != "uci":
			fmt.Println("id name First Move\noption name Hash type spin default 1 min 1 max 9\noption name Game type combo default x var x var " + g.Info().ID + "\nugiok")
		case words[0] == "uci":
			fmt.Println("uciok")
		case words[0] == "isready":
			fmt.Println("readyok")
		case words[0] == "position":
			state = g.Start()
			if i := slices.Index(words, "moves"); i > 0 {
				for _, move := range words[i+1:] {
					state, _ = state.Play(move)
				}
			}
		case words[0] == "go":
			move := state.Moves()[0].Text
			switch manner {
			case "dies":
				fmt.Fprintln(os.Stderr, "out of stones")
				os.Exit(3)
			case "refuses":
				fmt.Println("error go: no")
			case "cheats":
				fmt.Println("bestmove z9")
			case "recites":
				fmt.Println("error go:", in.Text())
			case "none":
				fmt.Println("bestmove")
			case "echo":
				fmt.Println("info", in.Text())
				fmt.Println("bestmove", move, "ponder", state.Moves()[1].Text)
			case "patient", "deaf":
			default:
				fmt.Println("bestmove", move)
			}
		case words[0] == "stop" && manner == "patient":
			fmt.Println("bestmove", state.Moves()[0].Text)
		case words[0] == "quit" && manner != "deaf":
			return
		}
	}
}

func rules() game.Game { return game.Erase(tictactoe.Standard) }

// start starts the program and a game.
func start(t *testing.T, manner string, o driver.Options) *driver.Engine {
	t.Helper()
	e, err := driver.Start(t.Context(), command(t, manner), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := e.Close(); err != nil && manner != "deaf" {
			t.Error(err)
		}
	})
	if err := e.NewGame(t.Context(), rules()); err != nil {
		t.Fatal(err)
	}
	return e
}

func command(t *testing.T, manner string) string {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return fmt.Sprintf("'%s' engine %s", self, manner)
}

func TestPlays(t *testing.T) {
	for _, manner := range []string{"ugi", "uci"} {
		t.Run(manner, func(t *testing.T) {
			e := start(t, manner, driver.Options{})
			var at driver.Position
			state := rules().Start()
			for !state.Result().Over() {
				a, err := e.Go(t.Context(), at, driver.Limits{Clocked: true, Left: [2]time.Duration{time.Minute, time.Minute}})
				if err != nil {
					t.Fatal(err)
				}
				if want := state.Moves()[0].Text; a != want {
					t.Errorf("after %v: got %s, want %s", at.Moves, a, want)
				}
				at.Moves = append(at.Moves, a)
				if state, err = state.Play(a); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
}

func TestOptions(t *testing.T) {
	start(t, "ugi", driver.Options{Settings: map[string]string{"hash": "3"}})
	_, err := driver.Start(t.Context(), command(t, "ugi"), driver.Options{Settings: map[string]string{"Contempt": "3"}})
	if err == nil || !strings.Contains(err.Error(), `no option "Contempt"`) {
		t.Errorf("got %v", err)
	}
}

func TestFaults(t *testing.T) {
	brief := driver.Options{Longest: 20 * time.Millisecond}
	tests := map[string]struct {
		options driver.Options
		want    error
		text    string
	}{
		"dies":    {driver.Options{}, driver.ErrEnded, `(exit status 3); its last error line: "out of stones"`},
		"cheats":  {driver.Options{}, game.ErrIllegal, `"z9"`},
		"none":    {driver.Options{}, game.ErrIllegal, `"none"`},
		"deaf":    {brief, driver.ErrSilent, "no bestmove within 20ms"},
		"refuses": {driver.Options{}, nil, `it says "error go: no"`},
	}
	for manner, test := range tests {
		t.Run(manner, func(t *testing.T) {
			e := start(t, manner, test.options)
			for range 2 { // the error is the same the second time
				_, err := e.Go(t.Context(), driver.Position{}, driver.Limits{Depth: 3})
				if err == nil || test.want != nil && !errors.Is(err, test.want) || !strings.Contains(err.Error(), test.text) {
					t.Errorf("got %v, want %q", err, test.text)
				}
			}
		})
	}
}

// The smallest limits are sent too, and no others.
func TestGoLine(t *testing.T) {
	for want, limits := range map[string]driver.Limits{
		"go":             {},
		"go nodes 1":     {Nodes: 1},
		"go depth 1":     {Depth: 1},
		"go movetime 1":  {Time: 1},
		"go movetime 20": {Time: 20 * time.Millisecond},
		"go p1time 0 p1inc 7 p2time 5 p2inc 0": {
			Clocked: true, Left: [2]time.Duration{-time.Second, 5 * time.Millisecond}, Increment: [2]time.Duration{7 * time.Millisecond, 0},
		},
	} {
		_, err := start(t, "recites", driver.Options{}).Go(t.Context(), driver.Position{}, limits)
		if err == nil || !strings.Contains(err.Error(), fmt.Sprintf("%q", "error go: "+want)) {
			t.Errorf("%+v: got %v, want %q", limits, err, want)
		}
	}
}

// A program that hangs is killed soon after its time, however patient the caller is otherwise.
func TestLate(t *testing.T) {
	for name, limits := range map[string]driver.Limits{
		"time":  {Time: time.Millisecond},
		"clock": {Clocked: true, Left: [2]time.Duration{time.Millisecond, time.Hour}},
	} {
		t.Run(name, func(t *testing.T) {
			e := start(t, "deaf", driver.Options{Late: 20 * time.Millisecond})
			if _, err := e.Go(t.Context(), driver.Position{}, limits); !errors.Is(err, driver.ErrSilent) || !strings.Contains(err.Error(), "no bestmove within 21ms") {
				t.Errorf("got %v, want no answer within 21ms", err)
			}
		})
	}
	e := start(t, "deaf", driver.Options{Late: 20 * time.Millisecond})
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := e.Go(ctx, driver.Position{}, driver.Limits{}); !errors.Is(err, driver.ErrSilent) {
		t.Errorf("got %v, want no answer after stop", err)
	}
}

func TestStart(t *testing.T) {
	tests := map[string]struct {
		command string
		options driver.Options
		want    string
	}{
		"no program":      {" ", driver.Options{}, "no program is named"},
		"an open quote":   {"'cairn engine", driver.Options{}, "a quote is not closed"},
		"a missing one":   {"./no-such-program", driver.Options{}, "no such file"},
		"one that mutes":  {command(t, "mute"), driver.Options{Patience: 20 * time.Millisecond}, "no ugiok or uciok within 20ms"},
		"one that is not": {command(t, "x") + " ", driver.Options{Settings: map[string]string{"Game": "chess"}}, `does not have the value "chess"`},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			if _, err := driver.Start(t.Context(), test.command, test.options); err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("got %v, want %q", err, test.want)
			}
		})
	}
}

// A search that is cancelled is stopped, and the program can be asked again.
func TestCancel(t *testing.T) {
	e := start(t, "patient", driver.Options{})
	for range 3 {
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if _, err := e.Go(ctx, driver.Position{}, driver.Limits{}); !errors.Is(err, context.Canceled) {
			t.Errorf("got %v, want %v", err, context.Canceled)
		}
	}
}

// The reply that a program expects is ignored.
func TestPonderMove(t *testing.T) {
	e := start(t, "echo", driver.Options{})
	a, err := e.Go(t.Context(), driver.Position{}, driver.Limits{Nodes: 5})
	if moves := rules().Start().Moves(); err != nil || a != moves[0].Text {
		t.Errorf("got %+v, %v, want %s", a, err, moves[0].Text)
	}
}
