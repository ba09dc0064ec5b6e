// SPDX-License-Identifier: Apache-2.0

package game_test

import (
	"testing"

	"cairn/game"
)

func TestTextOfLines(t *testing.T) {
	b := &game.Board{
		Points: []game.Spot{{"a2", 0, 0}, {"b2", 1, 0}, {"a1", 0, 1}, {"b1", 1, 1}},
		Edges:  [][2]game.Point{{0, 1}, {0, 2}, {0, 3}, {1, 3}},
		Width:  2, Height: 2, Columns: []string{"a", "b"}, Rows: []string{"2", "1"},
	}
	v := game.View{Men: []game.Man{game.WhiteMan, game.NoMan, game.BlackMan, game.NoMan}}
	want := `2  ○───+
   │ ╲ │
1  ●   +

   a   b
`
	if got := b.Text(v, game.Unicode); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	b.Edges = append(b.Edges, [2]game.Point{2, 1})
	want = `2  ○───+
   │ ╳ │
1  ●   +

   a   b
`
	if got := b.Text(v, game.Unicode); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	b.Edges = append(b.Edges[:2], [2]game.Point{2, 1})
	want = `2  W---+
   | /
1  B   +

   a   b
`
	if got := b.Text(v, game.ASCII); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestTextOfCells(t *testing.T) {
	b := &game.Board{
		Points: []game.Spot{{"a0", 0, 0}, {"a1", 1, 0}},
		Width:  2, Height: 1, Columns: []string{"0", "1"}, Rows: []string{"a"}, Cells: true,
	}
	want := `  +---+---+
a | B |   |
  +---+---+
    0   1
`
	if got := b.Text(game.View{Men: []game.Man{game.BlackMan, game.NoMan}}, game.ASCII); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if p, ok := b.At(1, 0); !ok || b.Name(p) != "a1" {
		t.Errorf("at 1,0: got %v %v", p, ok)
	}
	if _, ok := b.At(5, 5); ok {
		t.Error("a point was found off the board")
	}
}
