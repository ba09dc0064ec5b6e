// SPDX-License-Identifier: Apache-2.0

package index_test

import (
	"testing"

	"cairn/game"
	"cairn/games/morris"
	"cairn/games/morris/index"
	"cairn/tablebase"
	"cairn/tablebase/tabletest"
)

type numbered = tablebase.Numbered[morris.Position, morris.Move]

// number returns a rule set with its index.
func number(def game.Def[morris.Position, morris.Move]) numbered {
	return numbered{Def: def, Index: index.For(def)}
}

// each calls check with every rule set.
func each(check func(d numbered)) {
	for _, def := range morris.Defs {
		check(number(def))
	}
}

func TestLaws(t *testing.T) { each(func(d numbered) { tabletest.Run(t, d) }) }

func TestColourSwap(t *testing.T) { each(func(d numbered) { tabletest.ColourSwap(t, d) }) }

// TestSymmetry turns and mirrors every board; those of nested squares are also
// turned inside out.
func TestSymmetry(t *testing.T) {
	each(func(d numbered) {
		at := func(x, y int) game.Point {
			p, ok := d.Board.At(x, y)
			if !ok {
				t.Fatalf("%s has no point at %d,%d", d.ID, x, y)
			}
			return p
		}
		spot := func(p game.Point) (x, y, last int) {
			return d.Board.Points[p].X, d.Board.Points[p].Y, d.Board.Width - 1
		}
		tabletest.Symmetry(t, d, "turn", func(p game.Point) game.Point {
			x, y, last := spot(p)
			return at(last-y, x)
		})
		tabletest.Symmetry(t, d, "mirror", func(p game.Point) game.Point {
			x, y, last := spot(p)
			return at(last-x, y)
		})
		if d.Men == 3 {
			return
		}
		tabletest.Symmetry(t, d, "inside out", func(p game.Point) game.Point {
			x, y, last := spot(p)
			half := last / 2
			dx, dy := x-half, y-half
			ring := max(dx, -dx, dy, -dy)
			return at(half+dx/ring*(half+1-ring), half+dy/ring*(half+1-ring))
		})
	})
}

// The slots of the moving phase of nine men's morris, placements up to sixteen
// symmetries times those of the other side, by hand for the smallest.
func TestSizes(t *testing.T) {
	for _, c := range []struct {
		def  numbered
		tier string
		want uint64
	}{
		{number(morris.Nine), "3-3", 158 * 1330},
		{number(morris.Nine), "3-4", 757 * 1140},
		{number(morris.Nine), "4-3", 757 * 1140},
		{number(morris.Three), "3-3", 16 * 20},
		{number(morris.Six), "0+6-0+6", 1},
		{number(morris.Six), "0+6-1+5", 2},
	} {
		tier, err := tablebase.ParseTier(c.tier)
		if err != nil {
			t.Fatal(err)
		}
		if got := c.def.Index.Size(tier); got != c.want {
			t.Errorf("%s %s: got %d slots, want %d", c.def.ID, tier, got, c.want)
		}
	}
}

func TestDoubles(t *testing.T) {
	tabletest.Doubles(t, number(morris.Three), tablebase.Tier{Own: 3, Other: 3})
	tabletest.Doubles(t, number(morris.Six), tablebase.Tier{Own: 3, Other: 4})
	tabletest.Doubles(t, number(morris.Six), tablebase.Tier{Own: 4, Other: 3, Hand: 1, OtherHand: 1})
	tabletest.Doubles(t, number(morris.Nine), tablebase.Tier{Own: 3, Other: 3})
}

func TestNineHasAllSubspaces(t *testing.T) {
	moving := 0
	var slots uint64
	ix := index.For(morris.Nine)
	for _, group := range ix.Groups() {
		for _, tier := range group {
			if !tier.Placing() {
				moving++
				slots += ix.Size(tier)
			}
		}
	}
	if moving != 49 || slots/1e7 != 907 {
		t.Errorf("got %d tiers of %d slots, want 49 of 9.07 billion", moving, slots)
	}
}

func TestPositionsThatAreNotNumbered(t *testing.T) {
	for text, why := range map[string]string{
		"www/3/3/6/3/3/bb1 b 0,0 0": "black has lost",
		"www/3/3/6/3/3/bbb b 4,1 0": "hands that do not come from play",
		"www/3/3/6/3/3/bbb w 0,1 0": "the side to move has fewer in hand",
	} {
		p, err := morris.Nine.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		if tier, slot, ok := number(morris.Nine).Index.Rank(p); ok {
			t.Errorf("%s (%s): got slot %d of %s", text, why, slot, tier)
		}
	}
}

func BenchmarkRank(b *testing.B) {
	p, err := morris.Nine.Parse("w1w/b1b/1w1/wb1bwb/w1b/1w1/b1w w 0,0 0")
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	ix := index.For(morris.Nine)
	for b.Loop() {
		ix.Rank(p)
	}
}
