// SPDX-License-Identifier: Apache-2.0

package library_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"cairn/catalog"
	"cairn/game"
	"cairn/internal/study"
)

func find(t testing.TB, name string) *catalog.Entry {
	t.Helper()
	entry, err := catalog.Standard().Find(name)
	if err != nil {
		t.Fatal(err)
	}
	return entry
}

// turned returns the image of a move under a symmetry: the legal move whose touches are the
// images.
func turned(t *testing.T, s game.State, m game.Move, symmetry []game.Point) game.Move {
	t.Helper()
	for _, other := range s.Moves() {
		for _, path := range other.Paths {
			same := func(a, b game.Touch) bool {
				return symmetry[a.Point] == b.Point && a.Kind == b.Kind && a.Label == b.Label
			}
			if slices.EqualFunc(m.Paths[0], path, same) {
				return other
			}
		}
	}
	t.Fatalf("%s: no move is the image of %s", s, m.Text)
	return game.Move{}
}

// symmetric are games whose first position is its own image under all symmetries.
var symmetric = []string{"nine", "six", "three", "lasker", "twelve", "morabaraba", "yote"}

// A game and its image under every symmetry of the rules have the same positions and
// moves in the library, and the rules allow both.
func TestSymmetricGamesAreOne(t *testing.T) {
	for _, name := range symmetric {
		t.Run(name, func(t *testing.T) {
			entry := find(t, name)
			for g, symmetry := range entry.Symmetries() {
				random := rand.New(rand.NewPCG(uint64(g), 5))
				a, b := entry.Start(), entry.Start()
				for ply := 0; ply < 60 && !a.Result().Over(); ply++ {
					one, two := study.SpotOf(entry, a), study.SpotOf(entry, b)
					if one.Key != two.Key {
						t.Fatalf("symmetry %d: %s and %s are two positions", g, a, b)
					}
					moves := a.Moves()
					m := moves[random.IntN(len(moves))]
					image := turned(t, b, m, symmetry)
					if one.Move(m) != two.Move(image) {
						t.Fatalf("symmetry %d: in %s, %s is %q; in %s, %s is %q", g, a, m.Text, one.Move(m), b, image.Text, two.Move(image))
					}
					a, b = play(t, a, m.Text), play(t, b, image.Text)
				}
			}
		})
	}
}

func play(t testing.TB, s game.State, moves ...string) game.State {
	t.Helper()
	for _, m := range moves {
		next, err := s.Play(m)
		if err != nil {
			t.Fatal(err)
		}
		s = next
	}
	return s
}

// How many different first moves there are up to symmetry, counted by hand: two rings
// that can be exchanged, of corners and middles; Fanorona has no symmetry that keeps
// its start.
func TestFirstMoves(t *testing.T) {
	for name, want := range map[string]int{"nine": 4, "six": 2, "three": 3, "yote": 9, "fanorona": 5} {
		entry := find(t, name)
		spot, names := study.SpotOf(entry, entry.Start()), map[string]bool{}
		for _, m := range entry.Start().Moves() {
			names[spot.Move(m)] = true
		}
		if len(names) != want {
			t.Errorf("%s: got %d first moves, want %d: %v", name, len(names), want, names)
		}
	}
}

// Positions with a visible difference have different keys.
func TestDifferentPositions(t *testing.T) {
	seen := map[int64]string{}
	for name, positions := range map[string][]string{
		"nine":   {"3/3/3/6/3/3/3 w 9,9 0", "3/3/3/6/3/3/3 b 9,9 0", "w2/3/3/6/3/3/3 b 8,9 0", "b2/3/3/6/3/3/3 w 9,8 0", "1w1/3/3/6/3/3/3 b 8,9 0", "3/w2/3/6/3/3/3 b 8,9 0"},
		"lasker": {"3/3/3/6/3/3/3 w 9,9 0"},
	} {
		entry := find(t, name)
		for _, text := range positions {
			s, err := entry.Parse(text)
			if err != nil {
				t.Fatal(err)
			}
			key := study.SpotOf(entry, s).Key
			if other, double := seen[key]; double {
				t.Errorf("%s %s is the same as %s", name, text, other)
			}
			seen[key] = name + " " + text
		}
	}
	entry := find(t, "nine")
	a, _ := entry.Parse("w2/3/3/3b2/3/3/3 b 8,8 0")
	b, _ := entry.Parse("w2/3/3/3b2/3/3/3 b 8,8 7")
	if study.SpotOf(entry, a).Key != study.SpotOf(entry, b).Key {
		t.Error("the clock makes another position")
	}
}
