// SPDX-License-Identifier: Apache-2.0

package index_test

import (
	"strconv"
	"testing"

	"cairn/game"
	"cairn/games/fanorona"
	"cairn/games/fanorona/index"
	"cairn/tablebase"
	"cairn/tablebase/tabletest"
)

type numbered = tablebase.Numbered[fanorona.Position, fanorona.Move]

// number returns a rule set with its index.
func number(def game.Def[fanorona.Position, fanorona.Move]) numbered {
	return numbered{Def: def, Index: index.For(def)}
}

// each calls check with every rule set.
func each(check func(d numbered)) {
	for _, def := range fanorona.Defs {
		check(number(def))
	}
}

func TestLaws(t *testing.T) { each(func(d numbered) { tabletest.Run(t, d) }) }

func TestColourSwap(t *testing.T) { each(func(d numbered) { tabletest.ColourSwap(t, d) }) }

// TestSymmetry mirrors every board, and turns those that are square.
func TestSymmetry(t *testing.T) {
	each(func(d numbered) {
		for i, images := range tablebase.Symmetries(d.Board) {
			tabletest.Symmetry(t, d, strconv.Itoa(i), func(p game.Point) game.Point { return images[p] })
		}
	})
}

// Placements of the larger side up to symmetry, times the points left, by hand:
// the mirrorings of 9×5 keep 30, 54 and 22 of the 990 pairs of points.
func TestSizes(t *testing.T) {
	for _, c := range []struct {
		def  numbered
		tier tablebase.Tier
		want uint64
	}{
		{number(fanorona.Telo), tablebase.Tier{Own: 1, Other: 1}, 3 * 8},
		{number(fanorona.Dimy), tablebase.Tier{Own: 1, Other: 1}, 6 * 24},
		{number(fanorona.Standard), tablebase.Tier{Own: 1, Other: 1}, 15 * 44},
		{number(fanorona.Standard), tablebase.Tier{Own: 1, Other: 2}, (990 + 30 + 54 + 22) / 4 * 43},
	} {
		if got := c.def.Index.Size(c.tier); got != c.want {
			t.Errorf("%s %s: got %d slots, want %d", c.def.ID, c.tier, got, c.want)
		}
	}
}

func TestDoubles(t *testing.T) {
	tabletest.Doubles(t, number(fanorona.Telo), tablebase.Tier{Own: 4, Other: 4})
	tabletest.Doubles(t, number(fanorona.Dimy), tablebase.Tier{Own: 2, Other: 3})
	tabletest.Doubles(t, number(fanorona.Standard), tablebase.Tier{Own: 2, Other: 1})
	tabletest.Doubles(t, number(fanorona.Standard), tablebase.Tier{Own: 2, Other: 2})
}

func TestParents(t *testing.T) {
	for _, tier := range []tablebase.Tier{{Own: 1, Other: 1}, {Own: 2, Other: 3}, {Own: 4, Other: 3}} {
		each(func(d numbered) { tabletest.Parents(t, d, tier, 500) })
	}
}

func TestPositionsThatAreNotNumbered(t *testing.T) {
	for _, c := range []struct {
		def       numbered
		text, why string
	}{
		{number(fanorona.Standard), "w8/9/9/9/9 b 0", "black has no stones"},
		{number(fanorona.Standard), "wwww5/9/9/9/5bbbb w 0", "too many stones"},
		{number(fanorona.FirstCapture), "w8/9/9/9/8b w 0 b", "a first turn is still to come"},
	} {
		if tier, slot, ok := c.def.Index.Rank(must(t, c.def, c.text)); ok {
			t.Errorf("%s (%s): got slot %d of %s", c.text, c.why, slot, tier)
		}
	}
}

func BenchmarkRank(b *testing.B) {
	p := must(b, number(fanorona.Standard), "6b1b/9/8b/9/w1w1w4 w 0")
	b.ReportAllocs()
	ix := index.For(fanorona.Standard)
	for b.Loop() {
		ix.Rank(p)
	}
}

// must parses a position.
func must(t testing.TB, d numbered, text string) fanorona.Position {
	t.Helper()
	p, err := d.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return p
}
