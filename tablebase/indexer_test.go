// SPDX-License-Identifier: Apache-2.0

package tablebase_test

import (
	"testing"

	"cairn/tablebase"
)

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
