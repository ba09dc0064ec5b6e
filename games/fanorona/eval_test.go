// SPDX-License-Identifier: Apache-2.0

package fanorona_test

import (
	"testing"

	"cairn/games/fanorona"
)

func TestEval(t *testing.T) {
	tests := []struct {
		name          string
		better, worse string
	}{
		{"more stones", "9/9/ww6b/9/9 w 0", "9/9/w7b/9/9 w 0"},
		{"the same seen by the other side", "9/9/ww6b/9/9 w 0", "9/9/ww6b/9/9 b 0"},
		{"a strong point rather than a weak one", "9/9/2w6/9/8b w 0", "9/9/1w7/9/8b w 0"},
		{"a stone rather than freedom", "w8/w8/9/9/8b w 0", "9/9/4w4/9/8b w 0"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			better := fanorona.Standard.Eval(mustParse(t, fanorona.Standard, test.better))
			worse := fanorona.Standard.Eval(mustParse(t, fanorona.Standard, test.worse))
			if better <= worse {
				t.Errorf("%s is worth %d, %s %d: want more for the first", test.better, better, test.worse, worse)
			}
		})
	}
	if got := fanorona.Standard.Eval(fanorona.Standard.Start()); got != 0 {
		t.Errorf("start: got %d, want 0", got)
	}
}

func TestGreed(t *testing.T) {
	tests := []struct {
		name          string
		pos           string
		better, worse string
	}{
		{"the longer row", "9/9/w1bb5/1b7/b8 w 0", "a3-b3A", "a3-a2A"},
		{"the longer chain", "1b7/9/w1b6/9/9 w 0", "a3-b3A-b4A", "a3-b3A"},
		{"the step that is safe", "9/9/9/9/w2b5 w 0", "a1-a2", "a1-b1"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			p := mustParse(t, fanorona.Standard, test.pos)
			better := fanorona.Standard.Greed(p, mustFind(t, fanorona.Standard, p, test.better))
			worse := fanorona.Standard.Greed(p, mustFind(t, fanorona.Standard, p, test.worse))
			if better <= worse {
				t.Errorf("%s is worth %d, %s %d: want more for the first", test.better, better, test.worse, worse)
			}
		})
	}
	p := mustParse(t, fanorona.Standard, "w8/9/9/9/8b w 0")
	if got := fanorona.Standard.Greed(p, mustFind(t, fanorona.Standard, p, "a5-b4")); got != 0 {
		t.Errorf("a step that takes and risks nothing: got %d, want 0", got)
	}
}
