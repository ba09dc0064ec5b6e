// SPDX-License-Identifier: Apache-2.0

package engine_test

import (
	"context"
	"fmt"
	"math/rand/v2"

	"cairn/engine"
	"cairn/game/gametest/tictactoe"
)

// A search within a limit returns the best move, its score and the principal variation.
func ExampleEngine_Search() {
	def := tictactoe.Standard
	p, err := def.Parse("w1w/bb1/3 w 0")
	if err != nil {
		fmt.Println(err)
		return
	}
	e := engine.New(def, engine.Options{})
	r, err := e.Search(context.Background(), p, nil, engine.Limits{Depth: 3}, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	plies, decided := engine.MateIn(r.Score)
	fmt.Println(def.FormatMove(p, r.Move), plies, decided)
	// Output: b3 1 true
}

// A level plays within its own limits; the same seed gives the same move.
func ExampleEngine_Choose() {
	def := tictactoe.Standard
	p, err := def.Parse("ww1/bb1/3 w 0")
	if err != nil {
		fmt.Println(err)
		return
	}
	e := engine.New(def, engine.Options{})
	r, err := e.Choose(context.Background(), p, nil, engine.Novice, engine.Limits{}, rand.New(rand.NewPCG(1, 0)))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(def.FormatMove(p, r.Move))
	// Output: c3
}
