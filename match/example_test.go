// SPDX-License-Identifier: Apache-2.0

package match_test

import (
	"fmt"
	"time"

	"cairn/game"
	"cairn/game/gametest/tictactoe"
	"cairn/match"
)

// Do decides actions; Fold makes the same match from the stored events.
func Example() {
	g := game.Erase(tictactoe.Standard)
	now := time.Date(2026, 11, 15, 12, 0, 0, 0, time.UTC)
	m, created, err := match.New(g, match.Setup{Takeback: match.Free}, now)
	if err != nil {
		fmt.Println(err)
	}
	events := []match.Event{created}
	for _, a := range []match.Action{
		{Kind: match.Start},
		{Kind: match.Move, By: match.WhiteSeat, Move: "b2"},
		{Kind: match.Move, By: match.WhiteSeat, Move: "a1"},
		{Kind: match.Move, By: match.BlackSeat, Move: "a1"},
		{Kind: match.Undo},
	} {
		next, further, err := m.Do(now, a)
		if err != nil {
			fmt.Println("refused:", err)
			continue
		}
		m, events = next, append(events, further...)
	}
	for _, e := range events {
		fmt.Println(e.Seq, e.Kind)
	}
	again, err := match.Fold(g, events)
	fmt.Println(again.State(), m.State(), err)
	// Output:
	// refused: the other side is to move
	// 1 created
	// 2 started
	// 3 moved
	// 4 moved
	// 5 undone
	// 3/1w1/3 b 0 3/1w1/3 b 0 <nil>
}
