// SPDX-License-Identifier: Apache-2.0

package tablebase_test

import (
	"math/bits"
	"testing"

	"cairn/game"
	"cairn/tablebase"
)

// grid returns a board of that size.
func grid(width, height int) *game.Board {
	b := &game.Board{Width: width, Height: height}
	for y := range height {
		for x := range width {
			b.Points = append(b.Points, game.Spot{X: x, Y: y})
		}
	}
	return b
}

// numbering numbers the placements on a grid whose bits have gaps.
func numbering(b *game.Board, most int) *tablebase.Numbering {
	var places []game.Point
	for p := range b.Points {
		places = append(places, game.Point(3*p+1))
	}
	return tablebase.NewNumbering(places, tablebase.Symmetries(b), most)
}

func TestNumbering(t *testing.T) {
	for _, c := range []struct {
		name         string
		board        *game.Board
		large, small int
		classes      int // placements up to symmetry: all, and what each mirroring keeps, over how many there are
	}{
		{"square, one each", grid(3, 3), 1, 1, 72/8 + 3},
		{"square, two and one", grid(3, 3), 2, 1, 38},
		{"row, one each", grid(3, 1), 1, 1, 3},
		{"rectangle, one each", grid(5, 3), 1, 1, (15*14 + 3*2 + 5*4) / 4},
		{"rectangle, none of the other", grid(3, 2), 1, 0, 2},
	} {
		t.Run(c.name, func(t *testing.T) {
			n := numbering(c.board, 3)
			classes := 0
			for number := range n.Size(c.large, c.small) {
				large, small := n.Unrank(c.large, c.small, number)
				if large&small != 0 || bits.OnesCount64(large) != c.large || bits.OnesCount64(small) != c.small {
					t.Fatalf("number %d is %b and %b", number, large, small)
				}
				back, by := n.Rank(large, small)
				if back == number {
					classes++
				} else if again, _ := n.Rank(n.Unrank(c.large, c.small, back)); again != back {
					t.Fatalf("number %d ranks as %d, which ranks as %d", number, back, again)
				}
				checkImages(t, n, large, small, back, by)
			}
			doubles := 0
			n.Doubles(c.large, c.small, func(uint64) { doubles++ })
			if total := int(n.Size(c.large, c.small)); classes != c.classes || doubles != total-classes {
				t.Errorf("got %d classes and %d doubles of %d, want %d classes", classes, doubles, total, c.classes)
			}
		})
	}
}

// checkImages checks that each of the symmetries maps a placement to that of its
// number.
func checkImages(t *testing.T, n *tablebase.Numbering, large, small, number uint64, by tablebase.Images) {
	t.Helper()
	wantLarge, wantSmall := n.Unrank(bits.OnesCount64(large), bits.OnesCount64(small), number)
	for left := by; left != 0; left &= left - 1 {
		g := bits.TrailingZeros16(uint16(left))
		if image(n, g, large) != wantLarge || image(n, g, small) != wantSmall {
			t.Fatalf("symmetry %d does not map %b and %b to number %d", g, large, small, number)
		}
	}
	if by == 0 {
		t.Fatalf("no symmetry maps %b and %b to number %d", large, small, number)
	}
}

func image(n *tablebase.Numbering, g int, set uint64) (out uint64) {
	for ; set != 0; set &= set - 1 {
		out |= 1 << n.Image(g, game.Point(bits.TrailingZeros64(set)))
	}
	return out
}
