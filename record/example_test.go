// SPDX-License-Identifier: Apache-2.0

package record_test

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"cairn/game"
	"cairn/game/gametest/tictactoe"
	"cairn/record"
)

// Play a game, take a turn back, play another, and write the record.
func Example() {
	g := game.Erase(tictactoe.Standard)
	w := record.Begin(g, g.Start())
	for _, move := range []string{"b2", "a1"} {
		if _, err := w.Play(move, 1500*time.Millisecond); err != nil {
			fmt.Println(err)
		}
	}
	w.Undo()
	if _, err := w.Play("c3", 0); err != nil {
		fmt.Println(err)
	}
	if err := record.Text.Encode(os.Stdout, w.Record()); err != nil {
		fmt.Println(err)
	}
	// Output:
	// cairn record 1
	// game: tic-tac-toe 1
	// result: playing
	//
	// 0  start  3/3/3 w 0
	// 1  b2     3/1w1/3 b 0   [1.5s]
	// 2  c3     2b/1w1/3 w 0
	//   2  a1   3/1w1/b2 w 0  [1.5s]
}

// Read replays a record by the rules. A Fault has the place of an error.
func ExampleRead() {
	const text = `cairn record 1
game: tic-tac-toe 1
result: playing

0  start  3/3/3 w 0
1  b2     3/1w1/3 b 0
2  b2     3/1b1/3 w 0
`
	find := func(string) (game.Game, error) { return game.Erase(tictactoe.Standard), nil }
	_, _, err := record.Read(strings.NewReader(text), nil, find)
	var fault *record.Fault
	if errors.As(err, &fault) {
		fmt.Println("line", fault.Line, "turn", fault.Ply)
	}
	fmt.Println(err)
	// Output:
	// line 7 turn 2
	// line 7: turn 2: illegal move "b2": that point is occupied
}

func ExampleWalk_Redo() {
	g := game.Erase(tictactoe.Standard)
	w := record.Begin(g, g.Start())
	for _, move := range []string{"b2", "a1"} {
		if _, err := w.Play(move, 0); err != nil {
			fmt.Println(err)
		}
	}
	for w.Undo() {
	}
	fmt.Println(w.Position(), w.CanRedo())
	for w.Redo() {
	}
	fmt.Println(w.Position(), w.CanRedo())
	// Output:
	// 3/3/3 w 0 true
	// 3/1w1/b2 w 0 false
}
