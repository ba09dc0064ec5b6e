// SPDX-License-Identifier: Apache-2.0

package fanorona_test

import (
	"errors"
	"slices"
	"testing"

	"cairn/game"
	"cairn/games/fanorona"
)

func TestExplain(t *testing.T) {
	const (
		start  = "bbbbbbbbb/bbbbbbbbb/bwbw1bwbw/wwwwwwwww/wwwwwwwww w 0"
		choice = "9/9/2bw1b3/9/9 w 0" // d3-e3A or d3-e3W
		back   = "9/9/bw1b5/9/9 w 0"  // b3-c3A could go back to b3 and take a3
		again  = "9/9/bw2b4/9/9 w 0"  // b3-c3W could go on to d3 and take e3
		quiet  = "9/9/w7b/9/9 w 0"    // nothing to capture
		chain  = "1b7/9/w1b6/9/9 w 0" // a3-b3A-b4A
	)
	tests := []struct {
		name      string
		pos, move string
		why       game.Why
		at        string
	}{
		{"nothing", start, "", game.WhyMalformed, ""},
		{"no move", start, "hello", game.WhyMalformed, "hello"},
		{"one point", start, "d3", game.WhyMalformed, "d3"},
		{"a way of capturing at the start", start, "d3A-e3A", game.WhyMalformed, "d3A"},
		{"two ways of capturing", start, "d3-e3AW", game.WhyMalformed, "d3-e3AW"},
		{"a way of capturing that is none", start, "d3-e3X", game.WhyMalformed, "d3-e3X"},
		{"bytes that are no letters", start, "d3-\xffé", game.WhyMalformed, "d3-\xffé"},
		{"a column beyond the board", start, "j3-i3A", game.WhyNoPoint, "j3"},
		{"a row beyond the board", start, "d3-e6A", game.WhyNoPoint, "e6"},
		{"from an empty point", start, "e3-d3A", game.WhyNoMan, "e3"},
		{"an opposing stone", start, "f3-e3A", game.WhyNotYours, "f3"},
		{"onto an own stone", start, "d3-d2A", game.WhyOccupied, "d2"},
		{"onto an opposing stone", start, "d3-c3", game.WhyOccupied, "c3"},
		{"onto itself", start, "d3-d3A", game.WhyOccupied, "d3"},
		{"two points away", start, "b3-e3A", game.WhyTooFar, "e3"},
		{"a diagonal from a weak point", "9/9/1w6b/9/9 w 0", "b3-c4", game.WhyTooFar, "c4"},
		{"round the edge", "9/8w/9/9/b8 w 0", "i4-a3", game.WhyTooFar, "a3"},
		{"a paika although another stone captures", "9/9/2bw1b3/9/w8 w 0", "a1-a2", game.WhyMustCapture, ""},
		{"no way named, both possible", choice, "d3-e3", game.WhyChoose, "e3"},
		{"no approach", again, "b3-c3A", game.WhyNothingToTake, "c3A"},
		{"no withdrawal", chain, "a3-b3W", game.WhyNothingToTake, "b3W"},
		{"a paika said to capture", quiet, "a3-b3A", game.WhyNothingToTake, "b3A"},
		{"a step of a chain that takes nothing", chain, "a3-b3A-b2A", game.WhyNothingToTake, "b2A"},
		{"a step of a chain said to take nothing", chain, "a3-b3A-b2", game.WhyNothingToTake, "b2"},
		{"back to the start", back, "b3-c3A-b3A", game.WhyVisited, "b3"},
		{"a step on the spot", back, "b3-c3A-c3A", game.WhyVisited, "c3"},
		{"twice in one direction", again, "b3-c3W-d3A", game.WhySameDirection, "d3"},
		{"on after a paika", quiet, "a3-b3-c3", game.WhyTurnEnds, "b3"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			checkExplain(t, fanorona.Standard, test.pos, test.move, test.why, test.at)
		})
	}
}

// TestSpellings plays moves that are written in another way than the notation does.
func TestSpellings(t *testing.T) {
	const (
		start = "bbbbbbbbb/bbbbbbbbb/bwbw1bwbw/wwwwwwwww/wwwwwwwww w 0"
		again = "9/9/bw2b4/9/9 w 0"
		chain = "1b7/9/w1b6/9/9 w 0"
	)
	for _, c := range []struct{ pos, move, want string }{
		{start, "d3--e3A", "d3-e3A"},
		{start, "d3-e3a", "d3-e3A"},
		{again, "b3-c3", "b3-c3W"}, // one way is possible
		{chain, "a3-b3-b4A", "a3-b3A-b4A"},
		{chain, "a3-b3A-b4", "a3-b3A-b4A"},
	} {
		s, err := game.Erase(fanorona.Standard).Parse(c.pos)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := s.Find(c.move); err != nil || got.Text != c.want {
			t.Errorf("%s: got %q, %v, want %s", c.move, got.Text, err, c.want)
		}
	}
}

func TestExplainFirstCapture(t *testing.T) {
	checkExplain(t, fanorona.FirstCapture, "1b7/9/w1b6/9/9 w 0 w", "a3-b3A-b4A", game.WhyTurnEnds, "b3")
	checkExplain(t, fanorona.FirstCapture, "1b7/9/w1b6/9/9 w 0 b", "a3-b3A-b4W", game.WhyNothingToTake, "b4W")
}

func TestExplainOver(t *testing.T) {
	checkExplain(t, fanorona.Telo, "3/1w1/3 b 0", "a1-a2", game.WhyOver, "")
}

// checkExplain checks the reason for refusing a move text.
func checkExplain(t *testing.T, def game.Def[fanorona.Position, fanorona.Move], pos, move string, why game.Why, at string) {
	t.Helper()
	p := mustParse(t, def, pos)
	if slices.Contains(texts(def, p), move) {
		t.Fatalf("%s: %s is legal", pos, move)
	}
	s, err := game.Erase(def).Parse(pos)
	if err != nil {
		t.Fatal(err)
	}
	var illegal *game.Illegal
	if _, err := s.Play(move); !errors.As(err, &illegal) || illegal.Why != why || illegal.At != at {
		t.Errorf("%s: play %q: got %v, want %s at %q", pos, move, err, why, at)
	}
}
