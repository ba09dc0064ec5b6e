// SPDX-License-Identifier: Apache-2.0

package yote_test

import (
	"slices"
	"testing"

	"cairn/game"
	"cairn/game/gametest"
	"cairn/games/yote"
)

// sized returns rule sets on boards of other sizes: square, full word, long.
func sized(t testing.TB) []game.Def[yote.Position, yote.Move] {
	t.Helper()
	var defs []game.Def[yote.Position, yote.Move]
	for _, size := range [][2]int{{5, 5}, {8, 8}, {3, 10}} {
		def, err := yote.New(size[0], size[1])
		if err != nil {
			t.Fatal(err)
		}
		defs = append(defs, def)
	}
	return defs
}

// all returns the rule sets of the usual board and those of sized.
func all(t testing.TB) []game.Def[yote.Position, yote.Move] {
	t.Helper()
	return slices.Concat(yote.Defs, sized(t))
}

// must parses a position that is known to be right.
func must(t testing.TB, def game.Def[yote.Position, yote.Move], text string) yote.Position {
	t.Helper()
	p, err := def.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// find returns the legal move of that text.
func find(t testing.TB, def game.Def[yote.Position, yote.Move], p yote.Position, text string) yote.Move {
	t.Helper()
	for _, m := range p.AppendMoves(nil) {
		if def.FormatMove(p, m) == text {
			return m
		}
	}
	t.Fatalf("%s: %s is not legal", def.Format(p), text)
	return 0
}

func TestLaws(t *testing.T) {
	for _, def := range all(t) {
		gametest.Run(t, def)
	}
}

func TestPerft(t *testing.T) {
	for _, def := range yote.Defs {
		gametest.PerftFiles(t, def, "testdata")
	}
}

func TestPlaythrough(t *testing.T) {
	for _, def := range slices.Concat(yote.Defs, sized(t)[:1]) {
		gametest.Playthrough(t, def, "testdata")
	}
}

func TestColourSwap(t *testing.T) {
	for _, def := range all(t) {
		gametest.ColourSwap(t, def)
	}
}

func TestSymmetry(t *testing.T) {
	for _, def := range all(t) {
		cols, cells := game.Point(def.Board.Width), game.Point(len(def.Board.Points))
		flip := func(p game.Point) game.Point { return cells - cols - p/cols*cols + p%cols }
		mirror := func(p game.Point) game.Point { return p/cols*cols + cols - 1 - p%cols }
		gametest.Symmetry(t, def, "flip", flip)
		gametest.Symmetry(t, def, "mirror", mirror)
		gametest.Symmetry(t, def, "half turn", func(p game.Point) game.Point { return flip(mirror(p)) })
		if cols*cols == cells {
			turned := func(p game.Point) game.Point { return p%cols*cols + p/cols }
			gametest.Symmetry(t, def, "diagonal", turned)
			gametest.Symmetry(t, def, "quarter turn", func(p game.Point) game.Point { return mirror(turned(p)) })
			gametest.Symmetry(t, def, "three quarters", func(p game.Point) game.Point { return turned(mirror(p)) })
			gametest.Symmetry(t, def, "other diagonal", func(p game.Point) game.Point { return flip(mirror(turned(p))) })
		}
	}
}

func FuzzTexts(f *testing.F) { gametest.FuzzTexts(f, all(f)...) }
