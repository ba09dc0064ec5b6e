// SPDX-License-Identifier: Apache-2.0

package index_test

import (
	"strconv"
	"testing"

	"cairn/game"
	"cairn/games/yote"
	"cairn/games/yote/index"
	"cairn/tablebase"
	"cairn/tablebase/tabletest"
)

type numbered = tablebase.Numbered[yote.Position, yote.Move]

// number returns a rule set with its index.
func number(def game.Def[yote.Position, yote.Move]) numbered {
	return numbered{Def: def, Index: index.For(def)}
}

// each calls check with every rule set.
func each(check func(d numbered)) {
	for _, def := range yote.Defs {
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

func TestDoubles(t *testing.T) {
	tabletest.Doubles(t, number(yote.Free), tablebase.Tier{Own: 2, Other: 2})
	tabletest.Doubles(t, number(yote.NoThreeDraw), tablebase.Tier{Own: 1, Other: 2})
	tabletest.Doubles(t, number(yote.NoThreeDraw), tablebase.Tier{Own: 2, Other: 1})
}

func TestParents(t *testing.T) {
	for _, c := range []struct {
		def  numbered
		tier tablebase.Tier
	}{
		{number(yote.Free), tablebase.Tier{Own: 2, Other: 2}},
		{number(yote.FreeReturn), tablebase.Tier{Own: 2, Other: 4}},
		{number(yote.Free), tablebase.Tier{Own: 3, Other: 1}},
	} {
		tabletest.Parents(t, c.def, c.tier, 500)
	}
}

func TestPositionsThatAreNotNumbered(t *testing.T) {
	for text, why := range map[string]string{
		"6/6/6/6/6 w 12,12 -,- 0":        "stones are in hand",
		"www3/6/6/6/3bbb w 0,0 -,- 0":    "three each are a draw",
		"wwww2/6/6/6/6 b 0,0 -,- 0":      "black has no stones",
		"wwwww1/6/6/6/2bbbb w 0,0 -,- 0": "too many stones",
		"wwww2/1b4/6/6/6 w 0,0 -,a1b1 0": "the last step came from where a stone stands",
	} {
		p := must(t, text)
		if tier, slot, ok := number(yote.Standard).Index.Rank(p); ok {
			t.Errorf("%s (%s): got slot %d of %s", text, why, slot, tier)
		}
	}
}

// A last step whose way back is taken bars nothing.
func TestDeadSteps(t *testing.T) {
	_, dead, _ := number(yote.Standard).Index.Rank(must(t, "wb4/6/6/6/2www1 w 0,0 a1a0,- 0"))
	_, none, _ := number(yote.Standard).Index.Rank(must(t, "wb4/6/6/6/2www1 w 0,0 -,- 0"))
	_, live, ok := number(yote.Standard).Index.Rank(must(t, "wb4/6/6/6/2www1 w 0,0 b0a0,- 0"))
	if dead != none || live == none || !ok {
		t.Errorf("got slots %d for a dead step, %d for none, %d for a live one", dead, none, live)
	}
}

// must parses a position of the standard rules.
func must(t testing.TB, text string) yote.Position {
	t.Helper()
	p, err := yote.Standard.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return p
}
