// SPDX-License-Identifier: Apache-2.0

package catalog

import (
	"testing"

	"cairn/game"
)

func TestCountMen(t *testing.T) {
	view := func(turn game.Side) game.View {
		return game.View{Turn: turn, Sides: [2]game.SideView{{Board: 3, Hand: 1}, {Board: 2}}}
	}
	for turn, want := range map[game.Side]int{game.White: 200, game.Black: -200} {
		if got := countMen(view)(turn); got != want {
			t.Errorf("%s to move: got %d, want %d", turn, got, want)
		}
	}
}
