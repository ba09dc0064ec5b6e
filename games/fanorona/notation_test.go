// SPDX-License-Identifier: Apache-2.0

package fanorona_test

import (
	"strings"
	"testing"

	"cairn/game"
	"cairn/games/fanorona"
)

func TestParseRefuses(t *testing.T) {
	tests := []struct {
		name string
		def  game.Def[fanorona.Position, fanorona.Move]
		pos  string
		want []string // each fault, by a part of its message
	}{
		{"nothing", fanorona.Standard, "", []string{"has 1 fields, want 3: rows side clock"}},
		{"a field too few", fanorona.Standard, "9/9/4w4/9/b8 w", []string{"has 2 fields, want 3"}},
		{"first turns where they are not limited", fanorona.Standard, "9/9/4w4/9/b8 w 0 wb", []string{"has 4 fields, want 3"}},
		{"no first turns where they are", fanorona.FirstCapture, "9/9/4w4/9/b8 w 0", []string{"has 3 fields, want 4: rows side clock first"}},
		{"a row too many", fanorona.Telo, "w2/3/3/b2 w 0", []string{"has 4 rows, want 3"}},
		{"rows of wrong length", fanorona.Dimy, "w3/5/6/5/4b w 0", []string{`row 1 "w3" has 4 points, want 5`, `row 3 "6" has 6 points`}},
		{"an unknown letter", fanorona.Telo, "w2/1x1/b2 w 0", []string{"row 2: 'x' at column 2"}},
		{"another board", fanorona.Dimy, "9/9/4w4/9/b8 w 0", []string{"row 1", "row 2", "row 3", "row 4", "row 5"}},
		{"no stones", fanorona.Telo, "3/3/3 w 0", []string{`board "3/3/3" has no stones, want at least one`}},
		{"too many white stones", fanorona.Telo, "www/ww1/2b w 0", []string{"white has 5 stones, want at most 4"}},
		{"too many black stones", fanorona.Dimy, "wwwww/wwwww/wwbbb/bbbbb/bbbbb w 0", []string{"black has 13 stones, want at most 12"}},
		{"a side that is none", fanorona.Telo, "w2/3/b2 x 0", []string{`side "x": want w or b`}},
		{"a clock below zero", fanorona.Telo, "w2/3/b2 w -1", []string{`clock: "-1" is not a number`}},
		{"a clock beyond its limit", fanorona.Telo, "w2/3/b2 w 10000", []string{"clock: 10000 is more than 9999"}},
		{"first turns that are none", fanorona.FirstCapture, "9/9/4w4/9/b8 w 0 bw", []string{`first turns "bw": want wb, w, b or -`}},
		{"every fault at once", fanorona.FirstCapture, "9/9/4w4/9/b7 x y z", []string{"row 5", `side "x"`, `clock: "y"`, `first turns "z"`}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			p, err := test.def.Parse(test.pos)
			if err == nil {
				t.Fatalf("parse %q: got %q, want an error", test.pos, test.def.Format(p))
			}
			for _, want := range test.want {
				if !strings.Contains(err.Error(), want) {
					t.Errorf("parse %q: got %v, want it to say %s", test.pos, err, want)
				}
			}
		})
	}
}

// TestParseAccepts reads set-ups that no game leads to but that can be played.
func TestParseAccepts(t *testing.T) {
	tests := []struct {
		name string
		def  game.Def[fanorona.Position, fanorona.Move]
		pos  string
	}{
		{"one side without stones", fanorona.Telo, "3/1b1/3 w 0"},
		{"a clock past the draw", fanorona.Telo, "w2/3/b2 w 100"},
		{"the highest clock", fanorona.Telo, "w2/3/b2 b 9999"},
		{"both first turns with Black to move", fanorona.FirstCapture, "9/9/4w4/9/b8 b 0 wb"},
		{"only White's first turn", fanorona.FirstCapture, "9/9/4w4/9/b8 b 0 w"},
		{"only Black's first turn", fanorona.FirstCapture, "9/9/4w4/9/b8 w 0 b"},
		{"no first turn", fanorona.FirstCapture, "9/9/4w4/9/b8 w 0 -"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if got := test.def.Format(mustParse(t, test.def, test.pos)); got != test.pos {
				t.Errorf("got %q, want %q", got, test.pos)
			}
		})
	}
}

func TestStart(t *testing.T) {
	want := map[string]string{
		"fanorona":               "bbbbbbbbb/bbbbbbbbb/bwbw1bwbw/wwwwwwwww/wwwwwwwww w 0",
		"fanorona-first-capture": "bbbbbbbbb/bbbbbbbbb/bwbw1bwbw/wwwwwwwww/wwwwwwwww w 0 wb",
		"fanorona-dimy":          "bbbbb/bbbbb/wb1wb/wwwww/wwwww w 0",
		"fanorona-telo":          "bbb/b1w/www w 0",
	}
	if len(fanorona.Defs) != len(want) {
		t.Fatalf("got %d rule sets, want %d", len(fanorona.Defs), len(want))
	}
	for _, def := range fanorona.Defs {
		if got := def.Format(def.Start()); got != want[def.ID] {
			t.Errorf("start of %s: got %q, want %q", def.ID, got, want[def.ID])
		}
	}
}
