// SPDX-License-Identifier: Apache-2.0

package index_test

import (
	"testing"

	"cairn/game"
	"cairn/game/gametest/tictactoe"
	"cairn/game/gametest/tictactoe/index"
	"cairn/tablebase"
	"cairn/tablebase/tabletest"
)

var numbered = tablebase.Numbered[tictactoe.Position, tictactoe.Move]{
	Def: tictactoe.Standard, Index: index.For(tictactoe.Standard),
}

func TestLaws(t *testing.T) { tabletest.Run(t, numbered) }

func TestMirror(t *testing.T) {
	tabletest.Symmetry(t, numbered, "mirror", func(p game.Point) game.Point { return p/3*3 + 2 - p%3 })
}
