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
		classes      int // placements up to symmetry, by Burnside's lemma
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

// checkImages checks that each symmetry of a result of Rank maps the placement to the
// result of Unrank.
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

func TestTierTexts(t *testing.T) {
	for text, want := range map[string]tablebase.Tier{
		"3-4":     {Own: 3, Other: 4},
		"9-12":    {Own: 9, Other: 12},
		"3+1-4+0": {Own: 3, Other: 4, Hand: 1},
		"0+6-0+6": {Hand: 6, OtherHand: 6},
	} {
		got, err := tablebase.ParseTier(text)
		if err != nil || got != want {
			t.Errorf("%s: got %+v, %v, want %+v", text, got, err, want)
		}
		if got.String() != text {
			t.Errorf("%s: written %s", text, got)
		}
	}
	for _, text := range []string{"", "3", "3-", "-4", "3-4-5", "03-4", "3+0-4+0", "3+1-4", "300-4", "3+x-4+0", "3 -4"} {
		if got, err := tablebase.ParseTier(text); err == nil {
			t.Errorf("%q was read as %s", text, got)
		}
	}
}

func TestPartner(t *testing.T) {
	tier := tablebase.Tier{Own: 3, Other: 4, Hand: 1, OtherHand: 2}
	if got, want := tier.Partner(), (tablebase.Tier{Own: 4, Other: 3, Hand: 2, OtherHand: 1}); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if !tier.Placing() || (tablebase.Tier{Own: 3, Other: 3}).Placing() {
		t.Error("placing is not when men are in hand")
	}
}

func TestValuesRoundTrip(t *testing.T) {
	for plies := 0; plies <= tablebase.MaxPlies; plies += 2 {
		if got, want := tablebase.EndsIn(plies), tablebase.LostIn(plies); got != want {
			t.Errorf("ends in %d: got %d, want %d", plies, got, want)
		}
		if got, want := tablebase.EndsIn(plies+1), tablebase.WonIn(plies+1); got != want {
			t.Errorf("ends in %d: got %d, want %d", plies+1, got, want)
		}
		if v := tablebase.LostIn(plies); v.Plies() != plies || v.Sign() != -1 || v.String() != "loss" {
			t.Errorf("lost in %d: got %s in %d", plies, v, v.Plies())
		}
		if v := tablebase.WonIn(plies + 1); v.Plies() != plies+1 || v.Sign() != 1 || v.String() != "win" {
			t.Errorf("won in %d: got %s in %d", plies+1, v, v.Plies())
		}
	}
	if v := tablebase.Drawn; v.Plies() != 0 || v.Sign() != 0 || v.String() != "draw" {
		t.Errorf("drawn: got %s in %d", v, v.Plies())
	}
}

func TestBetterValuesAreLarger(t *testing.T) {
	order := []tablebase.Value{
		tablebase.Lost, tablebase.LostIn(2), tablebase.LostIn(tablebase.MaxPlies), tablebase.Drawn,
		tablebase.WonIn(tablebase.MaxPlies + 1), tablebase.WonIn(3), tablebase.WonIn(1),
	}
	for i := 1; i < len(order); i++ {
		if order[i-1] >= order[i] {
			t.Errorf("%s in %d is not worse than %s in %d", order[i-1], order[i-1].Plies(), order[i], order[i].Plies())
		}
	}
}

func TestBefore(t *testing.T) {
	for v := range 256 {
		after := tablebase.Value(v)
		got := after.Before()
		if got.Sign() != -after.Sign() {
			t.Errorf("before %s in %d: got %s", after, after.Plies(), got)
		}
		want := min(after.Plies()+1, tablebase.MaxPlies+1)
		if after.Sign() > 0 {
			want = min(want, tablebase.MaxPlies)
		}
		if after != tablebase.Drawn && got.Plies() != want {
			t.Errorf("before %s in %d: got %d plies, want %d", after, after.Plies(), got.Plies(), want)
		}
	}
}
