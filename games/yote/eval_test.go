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
		{"three stones outweigh a jump", "bw4/6/6/6/6 w 8,5 -,- 0", "wb4/6/6/6/6 w 5,5 -,- 0"},
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

// Every term is what its comment says: a0 can jump b0 down or a1 to the right,
// and e5 nothing.
func TestTerms(t *testing.T) {
	const pos = "wb4/b5/6/6/5w w 3,1 -,- 0"
	tests := []struct {
		name  string
		terms yote.Terms
		want  int
	}{
		{"stones", yote.Terms{Stone: 1}, 5 - 3},
		{"lead", yote.Terms{Lead: 1}, 25},
		{"hand", yote.Terms{Hand: 1}, 3 - 1},
		{"lines", yote.Terms{Line: 1}, 0 - 2},
		{"steps", yote.Terms{Step: 1}, 2 - 4},
		{"room", yote.Terms{Room: 1}, (26 - 3) - (26 - 2)},
		{"threats", yote.Terms{Threat: 1}, 2},
		{"dangers", yote.Terms{Danger: 1}, 0},
		{"ready", yote.Terms{Ready: 1}, 1},
		{"risk", yote.Terms{Risk: 1}, 0},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			p := must(t, yote.Standard, pos)
			if got := yote.EvalWith(yote.Weights{Placing: test.terms})(p); got != test.want {
				t.Errorf("with hands: got %d, want %d", got, test.want)
			}
			if got := yote.EvalWith(yote.Weights{Moving: test.terms})(p); got != 0 {
				t.Errorf("weights of empty hands: got %d, want 0", got)
			}
		})
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
