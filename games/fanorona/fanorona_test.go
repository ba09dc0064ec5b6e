// SPDX-License-Identifier: Apache-2.0

package fanorona_test

import (
	"slices"
	"testing"

	"cairn/game"
	"cairn/game/gametest"
	"cairn/games/fanorona"
)

func TestLaws(t *testing.T) {
	for _, def := range fanorona.Defs {
		gametest.Run(t, def)
	}
}

func TestPerft(t *testing.T) {
	for _, def := range fanorona.Defs {
		gametest.PerftFiles(t, def, "testdata")
	}
}

func TestPlaythrough(t *testing.T) {
	for _, def := range fanorona.Defs {
		gametest.Playthrough(t, def, "testdata")
	}
}

func TestColourSwap(t *testing.T) {
	for _, def := range fanorona.Defs {
		gametest.ColourSwap(t, def)
	}
}

func FuzzTexts(f *testing.F) { gametest.FuzzTexts(f, fanorona.Defs...) }

// symmetries map the place of a point; right and bottom are the last column and
// the last row. The second half also turns rows into columns.
var symmetries = []struct {
	name  string
	image func(x, y, right, bottom int) (int, int)
}{
	{"left-right", func(x, y, right, _ int) (int, int) { return right - x, y }},
	{"top-bottom", func(x, y, _, bottom int) (int, int) { return x, bottom - y }},
	{"half-turn", func(x, y, right, bottom int) (int, int) { return right - x, bottom - y }},
	{"falling-diagonal", func(x, y, _, _ int) (int, int) { return y, x }},
	{"rising-diagonal", func(x, y, right, bottom int) (int, int) { return bottom - y, right - x }},
	{"quarter-turn", func(x, y, _, bottom int) (int, int) { return bottom - y, x }},
	{"three-quarter-turn", func(x, y, right, _ int) (int, int) { return y, right - x }},
}

func TestSymmetry(t *testing.T) {
	for _, def := range fanorona.Defs {
		b := def.Board
		have := symmetries[:3]
		if b.Width == b.Height {
			have = symmetries
		}
		for _, s := range have {
			gametest.Symmetry(t, def, s.name, func(p game.Point) game.Point {
				image, ok := b.At(s.image(b.Points[p].X, b.Points[p].Y, b.Width-1, b.Height-1))
				if !ok {
					t.Fatalf("%s has no image of %s", s.name, b.Name(p))
				}
				return image
			})
		}
	}
}

// mustParse reads a position that is known to be right.
func mustParse(t testing.TB, def game.Def[fanorona.Position, fanorona.Move], text string) fanorona.Position {
	t.Helper()
	p, err := def.Parse(text)
	if err != nil {
		t.Fatalf("parse %q: %v", text, err)
	}
	return p
}

// mustFind returns the legal move of that text.
func mustFind(t testing.TB, def game.Def[fanorona.Position, fanorona.Move], p fanorona.Position, text string) fanorona.Move {
	t.Helper()
	moves := p.AppendMoves(nil)
	i := slices.IndexFunc(moves, func(m fanorona.Move) bool { return def.FormatMove(p, m) == text })
	if i < 0 {
		t.Fatalf("%q: %s is not legal", def.Format(p), text)
	}
	return moves[i]
}

// texts returns the legal moves as texts.
func texts(def game.Def[fanorona.Position, fanorona.Move], p fanorona.Position) []string {
	var out []string
	for _, m := range p.AppendMoves(nil) {
		out = append(out, def.FormatMove(p, m))
	}
	return out
}
