// SPDX-License-Identifier: Apache-2.0

package game_test

import (
	"errors"
	"fmt"

	"cairn/game"
	"cairn/game/gametest/tictactoe"
)

// A display reads what people type, shows why a move is refused, and plays the move
// once it is entered. It needs to know neither the rules nor the notation of the game.
func Example() {
	g := game.Erase(tictactoe.Standard)
	state := g.Start()
	var history game.History
	history.Push(state.Hash(), true)
	for _, typed := range []string{"B2", "1a", "b2", "c3", "a3", "c1"} {
		input := game.NewInput(g.Info(), state)
		if illegal := input.Type(typed); illegal != nil {
			fmt.Println(illegal)
			fmt.Println("illegal:", errors.Is(illegal, game.ErrIllegal))
			continue
		}
		if move, done := input.Done(); done {
			_, state, _ = state.PlayMove(move.Text)
			history.Push(state.Hash(), move.Resets)
		}
	}
	fmt.Print(g.Info().Board.Text(state.View(), game.ASCII))
	fmt.Println(state, "has", len(state.Moves()), "moves")
	fmt.Println(history.Result(g.Info().Draws, state).Verdict)
	// Output:
	// illegal move "b2": that point is occupied
	// illegal: true
	//   +---+---+---+
	// 3 | B |   | W |
	//   +---+---+---+
	// 2 |   | W |   |
	//   +---+---+---+
	// 1 | B |   | W |
	//   +---+---+---+
	//     a   b   c
	// b1w/1w1/b1w b 0 has 4 moves
	// playing
}
