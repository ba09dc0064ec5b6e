// SPDX-License-Identifier: Apache-2.0

package fanorona_test

import (
	"slices"
	"strings"
	"testing"

	"cairn/game"
	"cairn/games/fanorona"
)

// TestMoves lists all moves of positions in which one rule decides.
func TestMoves(t *testing.T) {
	tests := []struct {
		name string
		def  game.Def[fanorona.Position, fanorona.Move]
		pos  string
		want string
	}{
		{"paikas from a strong point", fanorona.Telo, "w2/3/1b1 w 0", "a3-a2 a3-b2 a3-b3"},
		{"no diagonal from a weak point", fanorona.Telo, "2b/3/1w1 w 0", "b1-a1 b1-b2 b1-c1"},
		{"capturing is a duty of the side", fanorona.Standard, "w8/9/9/9/w1b6 w 0", "a1-b1A"},
		{"approach or withdrawal", fanorona.Standard, "9/9/2bw1b3/9/9 w 0", "d3-e3A d3-e3W"},
		{"an own stone shields", fanorona.Standard, "9/9/w1w1b4/9/9 w 0", "c3-d3A"},
		{"a step along the edge does not go round it", fanorona.Standard, "9/8w/b8/9/9 w 0", "i4-h4 i4-i3 i4-i5"},
		{"not back to where the stone stood", fanorona.Dimy, "5/5/bw1b1/5/5 w 0", "b3-c3A b3-c3W"},
		{"not twice running in one direction", fanorona.Standard, "9/9/bw2b4/9/9 w 0", "b3-c3W"},
		{"on in another direction", fanorona.Dimy, "1b3/5/w1b2/5/5 w 0", "a3-b3A a3-b3A-b4A"},
		{"one capture in the first turn", fanorona.FirstCapture, "1b7/9/w1b6/9/9 w 0 w", "a3-b3A"},
		{"chains when only the other's first turn is to come", fanorona.FirstCapture, "1b7/9/w1b6/9/9 w 0 b", "a3-b3A a3-b3A-b4A"},
		{"none when the opponent has no stones", fanorona.Telo, "3/1w1/3 w 0", ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got, want := texts(test.def, mustParse(t, test.def, test.pos)), strings.Fields(test.want)
			slices.Sort(got)
			slices.Sort(want)
			if !slices.Equal(got, want) {
				t.Errorf("%s\n got %v\nwant %v", test.pos, got, want)
			}
		})
	}
}

func TestPlay(t *testing.T) {
	tests := []struct {
		name            string
		def             game.Def[fanorona.Position, fanorona.Move]
		pos, move, want string
	}{
		{"a row is taken up to the gap", fanorona.Standard, "9/9/w1bb1b3/9/9 w 7", "a3-b3A", "9/9/1w3b3/9/9 b 0"},
		{"a row is taken up to an own stone", fanorona.Standard, "9/9/w1bbwb3/9/9 w 7", "a3-b3A", "9/9/1w2wb3/9/9 b 0"},
		{"a row is taken up to the edge", fanorona.Standard, "6w2/5w3/4w4/9/2b5w b 7", "c1-d2A", "9/9/9/3b5/8w w 0"},
		{"withdrawal leftward", fanorona.Standard, "9/9/1w2bww1w/9/9 b 3", "e3-d3W", "9/9/1w1b4w/9/9 w 0"},
		{"approach leaves what is behind", fanorona.Standard, "9/9/2bw1b3/9/9 w 0", "d3-e3A", "9/9/2b1w4/9/9 b 0"},
		{"a paika lets the clock run", fanorona.Telo, "w2/3/1b1 w 41", "a3-b2", "3/1w1/1b1 b 42"},
		{"the clock stops at its limit", fanorona.Telo, "w2/3/1b1 w 9999", "a3-b2", "3/1w1/1b1 b 9999"},
		{"a first turn is used up", fanorona.FirstCapture, "9/9/w1b1b4/9/9 w 0 wb", "a3-b3A", "9/9/1w2b4/9/9 b 0 b"},
		{"by a paika as well", fanorona.FirstCapture, "9/9/w7b/9/9 b 0 wb", "i3-i4", "9/8b/w8/9/9 w 1 w"},
		{"a used up turn stays used up", fanorona.FirstCapture, "9/9/w7b/9/9 b 0 w", "i3-i4", "9/8b/w8/9/9 w 1 w"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			p := mustParse(t, test.def, test.pos)
			if got := test.def.Format(p.Play(mustFind(t, test.def, p, test.move))); got != test.want {
				t.Errorf("%s after %s\n got %s\nwant %s", test.pos, test.move, got, test.want)
			}
		})
	}
}

// TestLongChain plays a chain of 21 steps, one short of the bound, found by
// moving stones about at random.
func TestLongChain(t *testing.T) {
	const (
		pos  = "bbbbb1b2/2b1b4/b1bbbbbbb/b1b2b2w/1b2b1b2 w 0"
		move = "i2-i1W-h1A-h2A-g2A-g1W-f2A-g3W-f4A-f5W-e5W-d4A-e3W-e2W-d2A-d1W-c1A-b2A-c2W-c3A-b4A-b3W"
		want = "3b5/9/1w7/9/9 b 0"
	)
	def := fanorona.Standard
	p := mustParse(t, def, pos)
	m := mustFind(t, def, p, move)
	if got := def.Format(p.Play(m)); got != want {
		t.Errorf("position after the chain: got %s, want %s", got, want)
	}
	if got, want := len(def.Paths(p, m)[0]), strings.Count(move, "-")+1; got < want {
		t.Errorf("path: got %d touches, want at least %d", got, want)
	}
}

func TestResult(t *testing.T) {
	tests := []struct {
		name string
		pos  string
		want game.Result
	}{
		{"playing", "9/9/4w4/9/b8 w 0", game.Result{}},
		{"blocked to move", "9/9/9/bb7/wb7 w 0", game.Result{Verdict: game.BlackWins, Reason: game.NoMoves}},
		{"blocked but not to move", "9/9/9/bb7/wb7 b 0", game.Result{}},
		{"no stones to move", "9/9/4w4/9/9 b 0", game.Result{Verdict: game.WhiteWins, Reason: game.NoMen}},
		{"opponent without stones", "9/9/4w4/9/9 w 0", game.Result{Verdict: game.WhiteWins, Reason: game.NoMen}},
		{"the clock does not matter", "9/9/4w4/9/b8 w 100", game.Result{}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if got := mustParse(t, fanorona.Standard, test.pos).Result(); got != test.want {
				t.Errorf("%s: got %v, want %v", test.pos, got, test.want)
			}
		})
	}
}

// TestHash sees to it that everything but the clock makes a position itself.
func TestHash(t *testing.T) {
	def := fanorona.FirstCapture
	const pos = "9/9/w7b/9/9 w 0 wb"
	want := mustParse(t, def, pos).Hash()
	if got := mustParse(t, def, "9/9/w7b/9/9 w 57 wb").Hash(); got != want {
		t.Errorf("another clock: got hash %x, want %x", got, want)
	}
	for _, other := range []string{"9/9/w7b/9/9 w 0 w", "9/9/w7b/9/9 w 0 -", "9/9/w7b/9/9 b 0 wb", "9/9/b7w/9/9 w 0 wb", "9/9/1w6b/9/9 w 0 wb"} {
		if got := mustParse(t, def, other).Hash(); got == want {
			t.Errorf("%q and %q have the same hash", other, pos)
		}
	}
}
