// SPDX-License-Identifier: Apache-2.0

package yote_test

import (
	"testing"

	"cairn/games/yote"
)

// Each case has one thing that makes its first position the better one.
func TestEval(t *testing.T) {
	cases := []struct{ name, better, worse string }{
		{"a stone", "w5/6/6/6/5b w 9,8 -,- 0", "w5/6/6/6/5b w 8,8 -,- 0"},
		{"a jump to make", "wb4/6/6/6/6 w 5,5 -,- 0", "w1b3/6/6/6/6 w 5,5 -,- 0"},
		{"no jump to suffer", "b1w3/6/6/6/6 w 5,5 -,- 0", "bw4/6/6/6/6 w 5,5 -,- 0"},
		{"a stone in hand", "w5/6/6/6/5b w 8,8 -,- 0", "w4w/6/6/6/5b w 7,8 -,- 0"},
		{"the edge", "6/w5/6/6/5b w 8,8 -,- 0", "6/1w4/6/6/5b w 8,8 -,- 0"},
		{"the corner", "w5/6/6/6/5b w 8,8 -,- 0", "6/w5/6/6/5b w 8,8 -,- 0"},
		{"a stone outweighs a jump", "bw4/6/6/6/6 w 6,5 -,- 0", "wb4/6/6/6/6 w 5,5 -,- 0"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			better, worse := yote.Standard.Eval(must(t, yote.Standard, c.better)), yote.Standard.Eval(must(t, yote.Standard, c.worse))
			if better <= worse {
				t.Errorf("got %d for %s, %d for %s: want more", better, c.better, worse, c.worse)
			}
		})
	}
	if got := yote.Standard.Eval(yote.Standard.Start()); got != 0 {
		t.Errorf("start: got %d, want 0", got)
	}
}

func TestGreed(t *testing.T) {
	const position = "wb4/6/2w1b1/6/2b2b w 8,8 -,- 0"
	cases := []struct {
		name, move string
		want       int
	}{
		{"jump, then safe", "a0-a2xc4", 5},
		{"stepped to be jumped", "c2-c3", 0},
		{"safe placement", "b5", 1},
		{"safe step", "c2-b2", 1},
		{"shielded from behind", "c3", 1},
		{"placed to be jumped", "d4", 0},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			p := must(t, yote.Standard, position)
			if got := yote.Standard.Greed(p, find(t, yote.Standard, p, c.move)); got != c.want {
				t.Errorf("got %d, want %d", got, c.want)
			}
		})
	}
}
