// SPDX-License-Identifier: Apache-2.0

package yote_test

import (
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"cairn/game"
	"cairn/games/yote"
)

func TestExplain(t *testing.T) {
	const (
		// White a0, c2; Black a1, b2, e4, e5; the step c2-c3 is barred.
		middle = "wb4/2b3/2w3/6/4bb w 3,3 c3c2,- 0"
		noHand = "wb4/2b3/2w3/6/4bb w 0,3 c3c2,- 0"
		lone   = "wb4/6/6/6/6 w 3,3 -,- 0"
	)
	cases := []struct {
		name, position, move string
		why                  game.Why
		at                   string
	}{
		{"nothing", middle, "", game.WhyMalformed, ""},
		{"half a cell", middle, "b", game.WhyMalformed, "b"},
		{"two cells", middle, "b3c3", game.WhyNoMan, "b3"},
		{"another mark", middle, "b3+c3", game.WhyMalformed, "b3+c3"},
		{"hanging mark", middle, "b3-", game.WhyMalformed, "b3-"},
		{"a letter of two bytes", middle, "é", game.WhyMalformed, "é"},
		{"the extra stone alone", middle, "xe4", game.WhyMalformed, "xe4"},
		{"row off the board", middle, "f0", game.WhyNoPoint, "f0"},
		{"column off the board", middle, "a0-a6", game.WhyNoPoint, "a6"},
		{"extra off the board", middle, "a0-a2xz9", game.WhyNoPoint, "z9"},

		{"placed on a stone", middle, "e4", game.WhyNotYours, "e4"},
		{"placed on an own stone", middle, "a0", game.WhyOccupied, "a0"},
		{"empty hand", noHand, "d3", game.WhyNoMan, "d3"},
		{"empty hand and a stone", noHand, "e4", game.WhyNotYours, "e4"},
		{"placement takes nothing", middle, "d3xe4", game.WhyNothingToTake, "e4"},

		{"from an empty cell", middle, "d3-d4", game.WhyNoMan, "d3"},
		{"from an opposing stone", middle, "e4-d4", game.WhyNotYours, "e4"},
		{"step on a stone", middle, "a0-a1", game.WhyOccupied, "a1"},
		{"step in place", middle, "a0-a0", game.WhyOccupied, "a0"},
		{"barred", middle, "c2-c3", game.WhyBarred, "c3"},
		{"step takes nothing", middle, "a0-b0xe4", game.WhyNothingToTake, "e4"},
		{"step and step", middle, "a0-b0-c0", game.WhyTurnEnds, "b0"},
		{"diagonal", middle, "a0-b1", game.WhyTooFar, "b1"},
		{"three cells", middle, "a0-a3", game.WhyTooFar, "a3"},
		{"round the edge", middle, "c2-d5", game.WhyTooFar, "d5"},
		{"far on a stone", middle, "a0-e4", game.WhyOccupied, "e4"},

		{"jump over nothing", middle, "a0-c0xe4", game.WhyNothingToTake, "b0"},
		{"jump over an own stone", "ww4/6/6/6/4bb w 3,3 -,- 0", "a0-a2xe4", game.WhyNotTheirs, "a1"},
		{"jump on a stone", "wbb3/6/6/6/4bb w 3,3 -,- 0", "a0-a2xe4", game.WhyOccupied, "a2"},
		{"extra missing", middle, "a0-a2", game.WhyMustTake, ""},
		{"extra missing in a chain", middle, "a0-a2-a4", game.WhyMustTake, ""},
		{"extra on an empty cell", middle, "a0-a2xd3", game.WhyNoMan, "d3"},
		{"extra where the jump began", middle, "a0-a2xa0", game.WhyNoMan, "a0"},
		{"extra an own stone", middle, "a0-a2xc2", game.WhyNotTheirs, "c2"},
		{"extra the jumper", middle, "a0-a2xa2", game.WhyNotTheirs, "a2"},
		{"extra the jumped stone", middle, "a0-a2xa1", game.WhyNothingToTake, "a1"},
		{"two extras", middle, "a0-a2xe4xe5", game.WhyNothingToTake, "e5"},
		{"extra with none left", lone, "a0-a2xe5", game.WhyNothingToTake, "e5"},
		{"a second jump", "wb4/2b3/6/6/4bb w 3,3 -,- 0", "a0-a2xe4-c2xe5", game.WhyTurnEnds, "a2"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			checkRefusal(t, yote.Standard, c.position, c.move, c.why, c.at)
		})
	}
}

func TestExplainChains(t *testing.T) {
	const position = "wb4/2b3/6/1b4/4bb w 3,3 -,- 0"
	cases := []struct {
		name, move string
		why        game.Why
		at         string
	}{
		{"a step after a jump", "a0-a2xe4-a3", game.WhyTurnEnds, "a2"},
		{"over nothing", "a0-a2xe4-a4xe5", game.WhyNothingToTake, "a3"},
		{"over the stone just taken", "a0-a2xb2-c2xe4", game.WhyNothingToTake, "b2"},
		{"too far", "a0-a2xe4-d2", game.WhyTooFar, "d2"},
		{"second extra missing", "a0-a2xe4-c2", game.WhyMustTake, ""},
		{"second extra taken before", "a0-a2xe4-c2xe4", game.WhyNoMan, "e4"},
		{"second extra just jumped", "a0-a2xe4-c2xb2", game.WhyNothingToTake, "b2"},
		{"another stone goes on", "a0-a2xe4-d0", game.WhyTooFar, "d0"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			checkRefusal(t, yote.Multi, position, c.move, c.why, c.at)
		})
	}
}

// checkRefusal checks the reason for refusing a move text.
func checkRefusal(t *testing.T, def game.Def[yote.Position, yote.Move], position, move string, why game.Why, at string) {
	t.Helper()
	s, err := game.Erase(def).Parse(position)
	if err != nil {
		t.Fatal(err)
	}
	var illegal *game.Illegal
	if _, err := s.Play(move); !errors.As(err, &illegal) || illegal.Why != why || illegal.At != at {
		t.Errorf("play %q: got %v, want %v at %q", move, err, why, at)
	}
}

// TestExplainAgrees checks Explain against the list of moves on touches made at
// random: it finds no fault in exactly the legal ones.
func TestExplainAgrees(t *testing.T) {
	for _, def := range yote.Defs {
		t.Run(def.ID, func(t *testing.T) {
			random := rand.New(rand.NewPCG(5, 5))
			p := def.Start()
			for range 400 {
				var paths []game.Path
				moves := p.AppendMoves(nil)
				if len(moves) == 0 {
					p = def.Start()
					continue
				}
				for _, m := range moves {
					paths = append(paths, def.Paths(p, m)...)
				}
				for _, path := range append(spoilt(random, def.Board, paths), paths...) {
					why, at := def.Explain(p, path)
					sound := why == game.WhyMalformed && at == ""
					legal := slices.ContainsFunc(paths, func(l game.Path) bool { return slices.EqualFunc(l, path, alike) })
					if sound != legal {
						t.Fatalf("%s: %v: got %v at %q, legal is %v", def.Format(p), path, why, at, legal)
					}
				}
				p = p.Play(moves[random.IntN(len(moves))])
			}
		})
	}
}

// alike reports whether two touches do the same: To and Via are both stops.
func alike(a, b game.Touch) bool {
	return a.Point == b.Point && (a.Kind == game.Take) == (b.Kind == game.Take)
}

// spoilt returns paths that are one cell longer, shorter or other than given.
func spoilt(random *rand.Rand, b *game.Board, paths []game.Path) []game.Path {
	var out []game.Path
	for _, path := range paths {
		cell := func() game.Point { return game.Point(random.IntN(len(b.Points))) }
		other := slices.Clone(path)
		other[random.IntN(len(path))].Point = cell()
		out = append(out, other,
			append(slices.Clone(path), game.Touch{Point: cell(), Kind: game.Via}),
			append(slices.Clone(path), game.Touch{Point: cell(), Kind: game.Take}))
		if len(path) > 1 {
			out = append(out, path[:len(path)-1])
		}
	}
	return out
}
