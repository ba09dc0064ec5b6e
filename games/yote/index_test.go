// SPDX-License-Identifier: Apache-2.0

package yote_test

import (
	"testing"

	"cairn/game"
	"cairn/game/gametest"
	"cairn/games/yote"
)

func TestDoubles(t *testing.T) {
	gametest.Doubles(t, yote.Free, game.Tier{Own: 2, Other: 2})
	gametest.Doubles(t, yote.NoThreeDraw, game.Tier{Own: 1, Other: 2})
	gametest.Doubles(t, yote.NoThreeDraw, game.Tier{Own: 2, Other: 1})
}

func TestParents(t *testing.T) {
	for _, c := range []struct {
		def  game.Def[yote.Position, yote.Move]
		tier game.Tier
	}{
		{yote.Free, game.Tier{Own: 2, Other: 2}},
		{yote.FreeReturn, game.Tier{Own: 2, Other: 4}},
		{yote.Standard, game.Tier{Own: 4, Other: 1}},
		{yote.Multi, game.Tier{Own: 2, Other: 4}},
		{yote.NoThreeDraw, game.Tier{Own: 2, Other: 2}},
	} {
		gametest.Parents(t, c.def, c.tier, 500)
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
		p := must(t, yote.Standard, text)
		if tier, slot, ok := yote.Standard.Index.Rank(p); ok {
			t.Errorf("%s (%s): got slot %d of %s", text, why, slot, tier)
		}
	}
}

// A last step whose way back is taken bars nothing.
func TestDeadSteps(t *testing.T) {
	_, dead, _ := yote.Standard.Index.Rank(must(t, yote.Standard, "wb4/6/6/6/2www1 w 0,0 a1a0,- 0"))
	_, none, _ := yote.Standard.Index.Rank(must(t, yote.Standard, "wb4/6/6/6/2www1 w 0,0 -,- 0"))
	_, live, ok := yote.Standard.Index.Rank(must(t, yote.Standard, "wb4/6/6/6/2www1 w 0,0 b0a0,- 0"))
	if dead != none || live == none || !ok {
		t.Errorf("got slots %d for a dead step, %d for none, %d for a live one", dead, none, live)
	}
}
