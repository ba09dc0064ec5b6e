// SPDX-License-Identifier: Apache-2.0

package fanorona_test

import (
	"testing"

	"cairn/game"
	"cairn/game/gametest"
	"cairn/games/fanorona"
)

// Placements of the larger side up to symmetry, times the points left, by hand:
// the mirrorings of 9×5 keep 30, 54 and 22 of the 990 pairs of points.
func TestSizes(t *testing.T) {
	for _, c := range []struct {
		def  game.Def[fanorona.Position, fanorona.Move]
		tier game.Tier
		want uint64
	}{
		{fanorona.Telo, game.Tier{Own: 1, Other: 1}, 3 * 8},
		{fanorona.Dimy, game.Tier{Own: 1, Other: 1}, 6 * 24},
		{fanorona.Standard, game.Tier{Own: 1, Other: 1}, 15 * 44},
		{fanorona.Standard, game.Tier{Own: 1, Other: 2}, (990 + 30 + 54 + 22) / 4 * 43},
	} {
		if got := c.def.Index.Size(c.tier); got != c.want {
			t.Errorf("%s %s: got %d slots, want %d", c.def.ID, c.tier, got, c.want)
		}
	}
}

func TestDoubles(t *testing.T) {
	gametest.Doubles(t, fanorona.Telo, game.Tier{Own: 4, Other: 4})
	gametest.Doubles(t, fanorona.Dimy, game.Tier{Own: 2, Other: 3})
	gametest.Doubles(t, fanorona.Standard, game.Tier{Own: 2, Other: 1})
	gametest.Doubles(t, fanorona.Standard, game.Tier{Own: 2, Other: 2})
}

func TestParents(t *testing.T) {
	for _, tier := range []game.Tier{{Own: 1, Other: 1}, {Own: 2, Other: 3}, {Own: 4, Other: 3}} {
		for _, def := range fanorona.Defs {
			gametest.Parents(t, def, tier, 500)
		}
	}
}

func TestPositionsThatAreNotNumbered(t *testing.T) {
	for _, c := range []struct {
		def       game.Def[fanorona.Position, fanorona.Move]
		text, why string
	}{
		{fanorona.Standard, "w8/9/9/9/9 b 0", "black has no stones"},
		{fanorona.Standard, "wwww5/9/9/9/5bbbb w 0", "too many stones"},
		{fanorona.FirstCapture, "w8/9/9/9/8b w 0 b", "a first turn is still to come"},
	} {
		if tier, slot, ok := c.def.Index.Rank(mustParse(t, c.def, c.text)); ok {
			t.Errorf("%s (%s): got slot %d of %s", c.text, c.why, slot, tier)
		}
	}
}

func BenchmarkRank(b *testing.B) {
	p := mustParse(b, fanorona.Standard, "6b1b/9/8b/9/w1w1w4 w 0")
	b.ReportAllocs()
	for b.Loop() {
		fanorona.Standard.Index.Rank(p)
	}
}
