// SPDX-License-Identifier: Apache-2.0

package bot_test

import (
	"bufio"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"cairn/game"
)

// other returns the command of another engine, which plays the first legal move. It behaves in
// a manner: "dies" and "hangs" do so once, at the second move; "broken" exits in every game of
// three men's morris after some turns; "ugi" and "uci" write their input to a file.
func other(t *testing.T, manner, file string) string {
	t.Helper()
	return fmt.Sprintf("'%s' other %s '%s'", self(t), manner, file)
}

// runOther is the engine of other, with the arguments MANNER FILE.
func runOther(args []string) error {
	e := otherEngine{manner: args[0], file: args[1]}
	for in := bufio.NewScanner(os.Stdin); in.Scan(); {
		words := strings.Fields(in.Text())
		switch {
		case words[0] == "ugi" && e.manner != "uci":
			fmt.Println("option name Game type string default none\nugiok")
		case words[0] == "uci" && e.manner == "uci":
			fmt.Println("option name UCI_Variant type string default none\nuciok")
		case words[0] == "isready":
			fmt.Println("readyok")
		case words[0] == "quit":
			return nil
		default:
			if err := e.take(words); err != nil {
				return err
			}
		}
	}
	return nil
}

type otherEngine struct {
	manner, file string
	game         game.Game
	state        game.State
	asked, plies int
}

// take executes a command about the game.
func (e *otherEngine) take(words []string) (err error) {
	switch words[0] {
	case "setoption": // name Game value ID
		e.game, err = find(words[4])
	case "position": // startpos moves M…
		e.state = e.game.Start()
		moves := words[min(len(words), 3):]
		e.plies = len(moves)
		for _, move := range moves {
			if e.state, err = e.state.Play(move); err != nil {
				return err
			}
		}
	case "go":
		e.asked++
		return e.move(words)
	}
	return err
}

// move answers "go", as the manner says.
func (e *otherEngine) move(words []string) error {
	once := func() bool {
		if e.asked != 2 {
			return false
		}
		file, err := os.OpenFile(e.file, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
		return err == nil && file.Close() == nil
	}
	switch {
	case e.manner == "dies" && once(), e.manner == "broken" && e.plies > 2 && e.game.Info().ID == "three-mens-morris":
		fmt.Fprintln(os.Stderr, "out of stones")
		os.Exit(3)
	case e.manner == "hangs" && once():
		return nil
	case slices.Contains([]string{"ugi", "uci"}, e.manner):
		if err := note(e.file, strings.Join(words, " ")); err != nil {
			return err
		}
	}
	fmt.Println("bestmove", e.state.Moves()[0].Text)
	return nil
}

// note adds a line to a file.
func note(name, line string) error {
	file, err := os.OpenFile(name, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	if _, err := fmt.Fprintln(file, line); err != nil {
		return err
	}
	return file.Close()
}
