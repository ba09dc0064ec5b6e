// SPDX-License-Identifier: Apache-2.0

package tablebase_test

import (
	"context"
	"fmt"
	"os"

	"cairn/game"
	"cairn/game/gametest/tictactoe"
	"cairn/game/gametest/tictactoe/index"
	"cairn/solver"
	"cairn/tablebase"
)

// The tables of a solved game are opened and probed.
func ExampleOpenProber() {
	dir, err := os.MkdirTemp("", "tables")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	def := tablebase.Number(tictactoe.Standard, index.For)
	if err := solver.Solve(context.Background(), &def, solver.Options{Dir: dir, Placing: true}, func(solver.TierResult) {}); err != nil {
		fmt.Println(err)
		return
	}
	tables, err := tablebase.OpenProber(dir, &def)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer tables.Close()

	s, err := game.Erase(def.Def).Parse("ww1/b2/2b w 0")
	if err != nil {
		fmt.Println(err)
		return
	}
	j, err := tables.ProbeMoves(context.Background(), s)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(j.Value, "in", j.Plies)
	for _, m := range j.Moves {
		fmt.Println(m.Move, m.Value)
	}
	// Output:
	// win in 1
	// c3 win
	// b2 win
	// c2 draw
	// a1 draw
	// b1 win
}

// Values are ordered by preference, so the best of several moves is the largest.
func ExampleValue() {
	best := max(tablebase.LostIn(8).Before(), tablebase.Drawn.Before(), tablebase.WonIn(3).Before())
	fmt.Println(best, "in", best.Plies())
	// Output: win in 9
}

// Tiers are written as the men of the side to move and of the other.
func ExampleParseTier() {
	t, err := tablebase.ParseTier("3+1-4+0")
	fmt.Println(t.Own, t.Hand, t.Other, t.OtherHand, t.Placing(), t.Partner(), err)
	// Output: 3 1 4 0 true 4+0-3+1 <nil>
}
