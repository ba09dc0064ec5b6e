// SPDX-License-Identifier: Apache-2.0

package morris_test

import (
	"testing"

	"cairn/game"
	"cairn/game/gametest"
	"cairn/games/morris"
)

// The slots of the moving phase of nine men's morris, placements up to sixteen
// symmetries times those of the other side, by hand for the smallest.
func TestSizes(t *testing.T) {
	for _, c := range []struct {
		def  def
		tier string
		want uint64
	}{
		{morris.Nine, "3-3", 158 * 1330},
		{morris.Nine, "3-4", 757 * 1140},
		{morris.Nine, "4-3", 757 * 1140},
		{morris.Three, "3-3", 16 * 20},
		{morris.Six, "0+6-0+6", 1},
		{morris.Six, "0+6-1+5", 2},
	} {
		tier, err := game.ParseTier(c.tier)
		if err != nil {
			t.Fatal(err)
		}
		if got := c.def.Index.Size(tier); got != c.want {
			t.Errorf("%s %s: got %d slots, want %d", c.def.ID, tier, got, c.want)
		}
	}
}

func TestDoubles(t *testing.T) {
	gametest.Doubles(t, morris.Three, game.Tier{Own: 3, Other: 3})
	gametest.Doubles(t, morris.Six, game.Tier{Own: 3, Other: 4})
	gametest.Doubles(t, morris.Six, game.Tier{Own: 4, Other: 3, Hand: 1, OtherHand: 1})
	gametest.Doubles(t, morris.Nine, game.Tier{Own: 3, Other: 3})
}

func TestNineHasAllSubspaces(t *testing.T) {
	moving := 0
	var slots uint64
	for _, group := range morris.Nine.Index.Groups() {
		for _, tier := range group {
			if !tier.Placing() {
				moving++
				slots += morris.Nine.Index.Size(tier)
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
		if tier, slot, ok := morris.Nine.Index.Rank(p); ok {
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
	for b.Loop() {
		morris.Nine.Index.Rank(p)
	}
}
