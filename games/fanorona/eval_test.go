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
}

// Every term is what its comment says. At the start each side has three stones
// that could go to the centre, and captures by it: White from the two diagonal
// points below and from the one beside, each by approach and the first and the
// last by withdrawal as well.
func TestTerms(t *testing.T) {
	const (
		start  = "bbbbbbbbb/bbbbbbbbb/bwbw1bwbw/wwwwwwwww/wwwwwwwww w 0"
		ending = "9/9/w1b6/9/7bb w 0" // a3 can go on to b3 and take c3, which can take it alike
	)
	tests := []struct {
		name, pos string
		terms     fanorona.Terms
		want      int
	}{
		{"stones", ending, fanorona.Terms{Stone: 1}, -2},
		{"lead", ending, fanorona.Terms{Lead: 1}, -50},
		{"steps", ending, fanorona.Terms{Step: 1}, 5 - (8 + 2 + 2)},
		{"strong points", ending, fanorona.Terms{Strong: 1}, 1 - 2},
		{"hunters", ending, fanorona.Terms{Hunter: 1}, 1},
		{"ways", ending, fanorona.Terms{Way: 1}, 1},
		{"danger", ending, fanorona.Terms{Danger: 1}, 1},
		{"risk", ending, fanorona.Terms{Risk: 1}, 1},
		{"ready", ending, fanorona.Terms{Ready: 1}, 1},
		{"alarm", ending, fanorona.Terms{Alarm: 1}, 1},
		{"not ready", "9/9/w7b/9/9 w 0", fanorona.Terms{Ready: 1, Alarm: 1}, 0},
		{"tempo", ending, fanorona.Terms{Tempo: 1}, 1},
		{"both sides are alike at the start", start, fanorona.Terms{Stone: 1, Lead: 1, Strong: 1, Step: 1}, 0},
		{"hunters at the start", start, fanorona.Terms{Hunter: 1}, 4},
		{"ways at the start", start, fanorona.Terms{Way: 1}, 5},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			eval := fanorona.EvalWith(fanorona.Weights{Many: test.terms, Few: test.terms})
			if got := eval(mustParse(t, fanorona.Standard, test.pos)); got != test.want {
				t.Errorf("got %d, want %d", got, test.want)
			}
		})
	}
}

// Twelve stones in all are few.
func TestPhases(t *testing.T) {
	eval := fanorona.EvalWith(fanorona.Weights{Many: fanorona.Terms{Tempo: 1}, Few: fanorona.Terms{Tempo: 2}})
	for pos, want := range map[string]int{"wwwwww3/9/9/9/bbbbbb3 w 0": 2, "wwwwww3/9/9/9/bbbbbbb2 w 0": 1} {
		if got := eval(mustParse(t, fanorona.Standard, pos)); got != want {
			t.Errorf("%s: got %d, want %d", pos, got, want)
		}
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
