// SPDX-License-Identifier: Apache-2.0

package tictactoe_test

import (
	"testing"

	"cairn/game"
	"cairn/game/gametest"
	"cairn/game/gametest/tictactoe"
)

func TestLaws(t *testing.T) { gametest.Run(t, tictactoe.Standard) }

func TestPerft(t *testing.T) {
	if got, want := game.Perft(tictactoe.Standard.Start(), 9), uint64(127872); got != want {
		t.Errorf("games that fill the board or end on the last man: got %d, want %d", got, want)
	}
}

func TestMirror(t *testing.T) {
	gametest.Symmetry(t, tictactoe.Standard, "mirror", func(p game.Point) game.Point { return p/3*3 + 2 - p%3 })
}

func FuzzTexts(f *testing.F) { gametest.FuzzTexts(f, tictactoe.Standard) }
