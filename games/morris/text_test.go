// SPDX-License-Identifier: Apache-2.0

package morris_test

import (
	"errors"
	"strings"
	"testing"

	"cairn/game"
	"cairn/games/morris"

	"github.com/google/go-cmp/cmp"
)

func TestParseRefuses(t *testing.T) {
	for _, c := range []struct {
		name     string
		def      def
		position string
		want     string // part of the error
	}{
		{"empty", morris.Nine, "", "1 fields, want 4"},
		{"field missing", morris.Nine, "3/3/3/6/3/3/3 w 9,9", "3 fields, want 4"},
		{"field too many", morris.Nine, "3/3/3/6/3/3/3 w 9,9 0 -,-", "5 fields, want 4"},
		{"last moves missing", morris.Morabaraba, "3/3/3/6/3/3/3 w 12,12 0", "4 fields, want 5"},
		{"row missing", morris.Nine, "3/3/3/6/3/3 w 9,9 0", "6 rows, want 7"},
		{"row too short", morris.Nine, "3/2/3/6/3/3/3 w 9,9 0", `row 2 "2" has 2 points, want 3`},
		{"row too long", morris.Nine, "3/3/3/www4/3/3/3 w 9,9 0", `row 4 "www4" has 7 points, want 6`},
		{"strange man", morris.Nine, "3/3/3/6/1x1/3/3 w 9,9 0", `row 5: 'x' at column 2`},
		{"every faulty row", morris.Nine, "4/3/3/6/3/3/2 w 9,9 0", "row 7"},
		{"side", morris.Nine, "3/3/3/6/3/3/3 x 9,9 0", `side "x"`},
		{"removal due", morris.Nine, "3/3/3/6/3/3/3 wx 9,9 0", `side "wx": want w or b`},
		{"hands", morris.Nine, "3/3/3/6/3/3/3 w 9 0", `hands "9"`},
		{"impossible hand", morris.Nine, "3/3/3/6/3/3/3 w 9,10 0", "hand of black: 10 is more than 9"},
		{"negative hand", morris.Nine, "3/3/3/6/3/3/3 w -1,9 0", "hand of white"},
		{"clock", morris.Nine, "3/3/3/6/3/3/3 w 9,9 x", `clock: "x"`},
		{"clock too high", morris.Nine, "3/3/3/6/3/3/3 w 9,9 10000", "clock: 10000 is more than 9999"},
		{"clock with sign", morris.Nine, "3/3/3/6/3/3/3 w 9,9 +1", "clock"},
		{"too many men", morris.Nine, "www/www/www/w5/3/3/bbb w 0,0 0", "white has 10 men (10 on the board, 0 in hand), at most 9"},
		{"too many with the hand", morris.Six, "www/3/4/3/bbb w 3,4 0", "black has 7 men (3 on the board, 4 in hand), at most 6"},
		{"both beaten", morris.Nine, "ww1/3/3/6/3/3/bb1 w 0,0 0", "both sides have fewer than 3 men"},
		{"men lost where none are taken", morris.Three, "ww1/3/bb1 w 0,0 0", "none is ever taken"},
		{"two lines", morris.Three, "www/3/bbb w 0,0 0", "both sides have a line"},
		{"last move malformed", morris.Morabaraba, "3/3/3/6/3/3/3 w 12,12 0 x,-", `last move of white: "x"`},
		{"last moves malformed", morris.Morabaraba, "3/3/3/6/3/3/3 w 12,12 0 -", `last moves "-"`},
		{"last move without a man", morris.Morabaraba, "3/www/3/6/3/bbb/3 w 0,0 0 d6d7,-", "no man of white stands on d7"},
		{"last move from an own man", morris.Morabaraba, "3/www/3/6/3/bbb/3 w 0,0 0 b6d6,-", "b6 cannot hold a man of white again"},
		{"last move while placing", morris.Morabaraba, "3/www/3/6/3/bbb/3 w 1,1 0 d7d6,-", "still placing"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := c.def.Parse(c.position)
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("parse %q: got %v, want %q in it", c.position, err, c.want)
			}
		})
	}
}

func TestExplain(t *testing.T) {
	const (
		placing  = "ww1/3/3/6/3/3/bb1 w 7,7 0"
		sliding  = "ww1/w1w/3/2bb2/b2/2b/bb1 w 0,0 0"
		flying   = "ww1/1w1/3/2bb2/b2/2b/bb1 w 0,0 0"
		inMill   = "ww1/3/3/6/1b1/3/bbb w 7,5 0"
		multi    = "1w1/w1w/1w1/bb1b2/b2/3/3 w 5,5 0"
		ending   = "1w1/w1w/1w1/6/3/3/bb1 w 5,1 0"
		barred   = "w1w/www/3/2bb2/3/2b/bb1 w 0,0 0 d7d6,-"
		finished = "www/3/3/6/3/3/bb1 b 0,0 0"
	)
	for _, c := range []struct {
		def            def
		position, move string
		why            game.Why
		at             string
	}{
		{morris.Nine, placing, "", game.WhyMalformed, ""},
		{morris.Nine, placing, "hello", game.WhyMalformed, "hello"},
		{morris.Nine, placing, "d6x", game.WhyMalformed, "d6x"},
		{morris.Nine, placing, "d4", game.WhyNoPoint, "d4"},
		{morris.Nine, placing, "a7", game.WhyMustPlace, "a7"},
		{morris.Nine, placing, "a7-a4", game.WhyMustPlace, ""},
		{morris.Nine, placing, "g7", game.WhyMustTake, "g7"},
		{morris.Nine, placing, "g7xd7", game.WhyNotTheirs, "d7"},
		{morris.Nine, placing, "g7xg7", game.WhyNotTheirs, "g7"},
		{morris.Nine, placing, "g7xd3", game.WhyNoMan, "d3"},
		{morris.Nine, placing, "g7xh9", game.WhyNoPoint, "h9"},
		{morris.Nine, placing, "g7xa1xd1", game.WhyTurnEnds, "a1"},
		{morris.Nine, placing, "d6xa1", game.WhyNothingToTake, "d6"},
		{morris.Nine, inMill, "g7xd1", game.WhyProtected, "d1"},
		{morris.Nine, sliding, "g7", game.WhyNoMan, "g7"},
		{morris.Nine, sliding, "d5-d6", game.WhyNoMan, "d5"},
		{morris.Nine, sliding, "c4-b4", game.WhyNotYours, "c4"},
		{morris.Nine, sliding, "a7-d7", game.WhyOccupied, "d7"},
		{morris.Nine, sliding, "a7-b4", game.WhyTooFar, "b4"},
		{morris.Nine, sliding, "d7-d6", game.WhyMustTake, "d6"},
		{morris.Nine, sliding, "d7-d6-d5", game.WhyTurnEnds, "d6"},
		{morris.Nine, flying, "d6-g7", game.WhyMustTake, "g7"},
		{morris.NineNoFlying, flying, "d6-g7", game.WhyTooFar, "g7"},
		{morris.NineMulti, multi, "d6xa4", game.WhyMustTake, "d6"},
		{morris.NineMulti, multi, "d6xa4xa4", game.WhyNoMan, "a4"},
		{morris.NineMulti, ending, "d6xa1xd1", game.WhyTurnEnds, "a1"},
		{morris.Morabaraba, barred, "d6-d7xa1", game.WhyBarred, "d7"},
		{morris.Three, "b2/1b1/ww1 w 1,1 0", "c1xb2", game.WhyNothingToTake, "c1"},
		{morris.Nine, finished, "a1-a4", game.WhyOver, ""},
	} {
		t.Run(c.move, func(t *testing.T) {
			var got *game.Illegal
			if _, err := state(t, c.def, c.position).Play(c.move); !errors.As(err, &got) {
				t.Fatalf("play %q: got %v, want it refused", c.move, err)
			}
			if want := (&game.Illegal{Move: c.move, Why: c.why, At: c.at}); *got != *want {
				t.Errorf("got %v (%s), want %v (%s)", got, got.Why, want, want.Why)
			}
		})
	}
}

func TestNotes(t *testing.T) {
	point := func(d def, name string) game.Point {
		p, ok := d.Board.Find(name)
		if !ok {
			t.Fatalf("no point %s", name)
		}
		return p
	}
	nine := func(name string) game.Point { return point(morris.Nine, name) }
	for _, c := range []struct {
		name     string
		def      def
		position string
		move     string
		want     []game.Note
	}{
		{"place", morris.Nine, "3/3/3/6/3/3/3 w 9,9 0", "d6", []game.Note{{Kind: game.Placed, Point: nine("d6")}}},
		{"last man of the hand", morris.Nine, "www/w2/3/6/3/3/bbb b 0,1 0", "a4", []game.Note{
			{Kind: game.Placed, Side: game.Black, Point: nine("a4")},
			{Kind: game.Enters, Side: game.Black, Phase: game.Sliding},
		}},
		{"two mills", morris.Nine, "1w1/w1w/1w1/bb1b2/b2/3/3 w 5,5 0", "d6xa4", []game.Note{
			{Kind: game.Placed, Point: nine("d6")},
			{Kind: game.Mills, Count: 2},
			{Kind: game.Closed, From: nine("b6"), Point: nine("f6")},
			{Kind: game.Closed, From: nine("d7"), Point: nine("d5")},
			{Kind: game.Took, Point: nine("a4")},
		}},
		{"mill that makes the other fly", morris.Nine, "ww1/2w/3/6/3/1bb/bb1 w 0,0 0", "f6-g7xa1", []game.Note{
			{Kind: game.Flew, From: nine("f6"), Point: nine("g7")},
			{Kind: game.Mills, Count: 1},
			{Kind: game.Closed, From: nine("a7"), Point: nine("g7")},
			{Kind: game.Took, Point: nine("a1")},
			{Kind: game.Enters, Side: game.Black, Phase: game.Flying},
		}},
		{"flying man that steps", morris.Nine, "ww1/2w/3/6/3/1bb/bb1 w 0,0 0", "f6-f4", []game.Note{
			{Kind: game.Moved, From: nine("f6"), Point: nine("f4")},
		}},
		{"winning line", morris.Three, "b2/1b1/ww1 w 1,1 0", "c1", []game.Note{
			{Kind: game.Placed, Point: point(morris.Three, "c1")},
			{Kind: game.LineMade, Count: 1},
			{Kind: game.Closed, From: point(morris.Three, "a1"), Point: point(morris.Three, "c1")},
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			m, err := state(t, c.def, c.position).Find(c.move)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(c.want, m.Notes); diff != "" {
				t.Errorf("notes (-want +got):\n%s", diff)
			}
		})
	}
}

// TestGreed is the novice's taste, S8: 4 for a mill, 3 for a block, 1 for a
// point apart, judged with the moved man lifted.
func TestGreed(t *testing.T) {
	for _, c := range []struct {
		name     string
		def      def
		position string
		move     string
		want     int
	}{
		{"mill", morris.Six, "ww1/3/4/3/bb1 w 4,4 0", "e5xa1", 4},
		{"block", morris.Six, "ww1/3/4/3/bb1 w 4,4 0", "e1", 3},
		{"apart", morris.Six, "ww1/3/4/3/bb1 w 4,4 0", "d4", 1},
		{"beside", morris.Six, "ww1/3/4/3/bb1 w 4,4 0", "a3", 0},
		{"the moved man does not help itself", morris.Six, "w2/2w/w3/1b1/1bb w 0,3 0", "a3-a1", 3},
		{"nor does it make a mill of two", morris.Six, "w2/2w/w3/2b/1bb w 0,3 0", "a3-b3", 1},
		{"mill before block", morris.Six, "ww1/3/3b/3/2b w 4,4 0", "e5xe1", 4},
		{"a line wins", morris.Three, "b2/1b1/ww1 w 1,1 0", "c1", 4},
		{"blocks a line", morris.Three, "b2/1b1/w1w b 1,1 0", "b1", 3},
	} {
		t.Run(c.name, func(t *testing.T) {
			p, err := c.def.Parse(c.position)
			if err != nil {
				t.Fatal(err)
			}
			for _, m := range p.AppendMoves(nil) {
				if c.def.FormatMove(p, m) == c.move {
					if got := c.def.Greed(p, m); got != c.want {
						t.Errorf("%s: got %d, want %d", c.move, got, c.want)
					}
					return
				}
			}
			t.Fatalf("%s is no move", c.move)
		})
	}
}
