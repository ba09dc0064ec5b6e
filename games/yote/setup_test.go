// SPDX-License-Identifier: Apache-2.0

package yote_test

import (
	"strings"
	"testing"

	"cairn/game"
	"cairn/games/yote"
)

func TestParseFaults(t *testing.T) {
	cases := []struct {
		name, position string
		want           []string // all in the error
	}{
		{"empty", "", []string{`position "" has 1 fields, want 5: rows side hands last clock`}},
		{"two blanks", "6/6/6/6/6  w 12,12 -,- 0", []string{"has 6 fields, want 5"}},
		{"clock missing", "6/6/6/6/6 w 12,12 -,-", []string{"has 4 fields, want 5"}},
		{"row missing", "6/6/6/6 w 12,12 -,- 0", []string{"has 4 rows, want 5"}},
		{"row too long", "6/6/7/6/6 w 12,12 -,- 0", []string{`row 3 "7" has 7 points, want 6`}},
		{"row too short", "6/6/6/wb3/6 w 11,11 -,- 0", []string{`row 4 "wb3" has 5 points, want 6`}},
		{"strange man", "6/2q3/6/6/6 w 12,12 -,- 0", []string{`row 2: 'q' at column 2`}},
		{"side", "6/6/6/6/6 x 12,12 -,- 0", []string{`side "x": want w or b`}},
		{"removal due", "6/6/6/6/6 wx 12,12 -,- 0", []string{`side "wx": want w or b`}},
		{"one hand", "6/6/6/6/6 w 12 -,- 0", []string{`hands "12": want two numbers`}},
		{"hand too full", "6/6/6/6/6 w 12,13 -,- 0", []string{"hand of black: 13 is more than 12"}},
		{"hand below zero", "6/6/6/6/6 w -1,12 -,- 0", []string{`hand of white: "-1" is not a number`}},
		{"one stone too many", "w5/6/6/6/6 w 12,12 -,- 0", []string{"white has 1 stones on the board and 12 in hand: want at most 12 together"}},
		{"both too many", "wwwwww/wwwwww/w5/bbbbbb/bbbbbb w 0,1 -,- 0", []string{
			"white has 13 stones on the board and 0 in hand", "black has 12 stones on the board and 1 in hand",
		}},
		{"no stones", "6/6/6/6/6 w 0,0 -,- 0", []string{"neither side has a stone"}},
		{"one last move", "w5/6/6/6/6 w 9,9 a1a0 0", []string{`last moves "a1a0": want two`}},
		{"last move with hyphen", "w5/6/6/6/6 w 9,9 a1-a0,- 0", []string{`last move of white: "a1-a0": want - or two points`}},
		{"last move off the board", "w5/6/6/6/6 w 9,9 -,e5f5 0", []string{`last move of black: "e5f5"`}},
		{"last move too far", "w5/6/6/6/6 w 9,9 a2a0,- 0", []string{"last move of white: a2a0 is no step"}},
		{"last move round the edge", "5w/6/6/6/6 w 9,9 b0a5,- 0", []string{"last move of white: b0a5 is no step"}},
		{"last move in place", "w5/6/6/6/6 w 9,9 a0a0,- 0", []string{"last move of white: a0a0 is no step"}},
		{"last move without a stone", "w5/6/6/6/6 b 9,9 -,a1a2 0", []string{"last move of black: a1a2 ends on a2, where no stone"}},
		{"last move of the other", "w5/6/6/6/6 b 9,9 -,a1a0 0", []string{"last move of black: a1a0 ends on a0, where no stone"}},
		{"last move from an own stone", "ww4/6/6/6/6 w 9,9 a1a0,- 0", []string{"last move of white: a1a0 begins on a1, where a stone of that side still stands"}},
		{"clock", "6/6/6/6/6 w 12,12 -,- x", []string{`clock: "x" is not a number`}},
		{"clock below zero", "6/6/6/6/6 w 12,12 -,- -1", []string{`clock: "-1" is not a number`}},
		{"clock too high", "6/6/6/6/6 w 12,12 -,- 10000", []string{"clock: 10000 is more than 9999"}},
		{"all at once", "7/6/6/6/6 z 13,0 q,q -3", []string{"row 1", "side", "hand of white", "last move of white", "clock"}},
		{"both last moves", "w4b/6/6/6/6 w 9,9 a2a0,a3a5 0", []string{"last move of white", "last move of black"}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			p, err := yote.Standard.Parse(c.position)
			if err == nil {
				t.Fatalf("got %s, want an error", yote.Standard.Format(p))
			}
			if p != (yote.Position{}) {
				t.Errorf("got a position with the error")
			}
			for _, want := range c.want {
				if !strings.Contains(err.Error(), want) {
					t.Errorf("got %q, want %q in it", err, want)
				}
			}
		})
	}
}

func TestParseAccepts(t *testing.T) {
	cases := []struct{ name, position, want string }{
		{"empty cells in two digits", "33/6/6/6/6 w 12,12 -,- 0", "6/6/6/6/6 w 12,12 -,- 0"},
		{"a side without stones", "w5/6/6/6/6 b 0,0 -,- 3", "w5/6/6/6/6 b 0,0 -,- 3"},
		{"an opposing stone where a step began", "wb4/6/6/6/6 w 9,9 a1a0,- 0", "wb4/6/6/6/6 w 9,9 a1a0,- 0"},
		{"a clock past the limit", "wb4/6/6/6/6 w 9,9 -,- 9999", "wb4/6/6/6/6 w 9,9 -,- 9999"},
		{"twelve on the board", "wwwwww/wwwwww/6/6/6 b 0,12 -,- 0", "wwwwww/wwwwww/6/6/6 b 0,12 -,- 0"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			if got := yote.Standard.Format(must(t, yote.Standard, c.position)); got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

// Wide rows need two digits, and the last row of a high board is z.
func TestParseSizes(t *testing.T) {
	wide, err := yote.New(2, 10)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := wide.Format(wide.Start()), "91/91 w 12,12 -,- 0"; got != want {
		t.Errorf("start of 2×10: got %q, want %q", got, want)
	}
	high, err := yote.New(26, 1)
	if err != nil {
		t.Fatal(err)
	}
	p := must(t, high, strings.Repeat("1/", 25)+"w w 11,12 y0z0,- 1")
	if got, want := len(p.AppendMoves(nil)), 25; got != want { // placements; the only step is barred
		t.Errorf("moves on 26×1: got %d, want %d", got, want)
	}
}

// Where returns are free, last moves are read, ignored and not written.
func TestParseFreeReturn(t *testing.T) {
	for _, def := range []game.Def[yote.Position, yote.Move]{yote.FreeReturn, yote.Free} {
		p := must(t, def, "w5/6/6/6/6 w 9,9 a1a0,c3e5 4")
		if got, want := def.Format(p), "w5/6/6/6/6 w 9,9 -,- 4"; got != want {
			t.Errorf("%s: got %q, want %q", def.ID, got, want)
		}
		if q := must(t, def, "w5/6/6/6/6 w 9,9 -,- 4"); q != p || q.Hash() != p.Hash() {
			t.Errorf("%s: an ignored last move makes another position", def.ID)
		}
		if _, err := def.Parse("w5/6/6/6/6 w 9,9 a1,- 4"); err == nil {
			t.Errorf("%s: last move a1 is accepted", def.ID)
		}
	}
}
