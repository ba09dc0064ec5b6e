// SPDX-License-Identifier: Apache-2.0

package index_test

import (
	"testing"

	"cairn/games/morris"
	"cairn/tablebase"
	"cairn/tablebase/tabletest"
)

func TestLeapDoubles(t *testing.T) {
	tabletest.Doubles(t, number(morris.Morabaraba), tablebase.Tier{Own: 3, Other: 3})
}

func TestLeapParents(t *testing.T) {
	for _, tier := range []tablebase.Tier{{Own: 3, Other: 3}, {Own: 4, Other: 3}, {Own: 3, Other: 4}, {Own: 4, Other: 4}} {
		tabletest.Parents(t, number(morris.Morabaraba), tier, 500)
	}
}

func TestLeapsThatCount(t *testing.T) {
	for _, c := range []struct {
		name, a, b string
		same       bool
	}{
		{"a way back that closes a mill", "1w1/w1w/3/w5/3/b1b/b1b w 0,0 0 d6d7,-", "1w1/w1w/3/w5/3/b1b/b1b w 0,0 0 -,-", false},
		{"one that closes none", "1w1/w2/3/w4w/3/b1b/b1b w 0,0 0 d6d7,-", "1w1/w2/3/w4w/3/b1b/b1b w 0,0 0 -,-", true},
		{"one that is not free", "1w1/wbw/3/w5/3/b1b/b2 w 0,0 0 d6d7,-", "1w1/wbw/3/w5/3/b1b/b2 w 0,0 0 -,-", true},
		{"the other side's", "1w1/w1w/3/w5/3/b1b/b1b b 0,0 0 d6d7,-", "1w1/w1w/3/w5/3/b1b/b1b b 0,0 0 -,-", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, a, okA := rankOf(t, c.a)
			_, b, okB := rankOf(t, c.b)
			if !okA || !okB || (a == b) != c.same {
				t.Errorf("got slots %d and %d, numbered %v and %v, want the same: %v", a, b, okA, okB, c.same)
			}
		})
	}
}

func rankOf(t *testing.T, text string) (tablebase.Tier, uint64, bool) {
	t.Helper()
	p, err := number(morris.Morabaraba).Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return number(morris.Morabaraba).Index.Rank(p)
}
