// SPDX-License-Identifier: Apache-2.0

package morris_test

import (
	"testing"

	"cairn/game"
	"cairn/game/gametest"
	"cairn/games/morris"
)

type def = game.Def[morris.Position, morris.Move]

// each runs a check over every rule set.
func each(t *testing.T, check func(*testing.T, def)) {
	t.Helper()
	for _, d := range morris.Defs {
		check(t, d)
	}
}

func TestLaws(t *testing.T) { each(t, gametest.Run) }
func TestColourSwap(t *testing.T) {
	each(t, func(t *testing.T, d def) { gametest.ColourSwap(t, d) })
}

func TestPerft(t *testing.T) {
	each(t, func(t *testing.T, d def) { gametest.PerftFiles(t, d, "testdata") })
}

func TestPlaythrough(t *testing.T) {
	each(t, func(t *testing.T, d def) { gametest.Playthrough(t, d, "testdata") })
}

func FuzzTexts(f *testing.F) { gametest.FuzzTexts(f, morris.Defs...) }

func BenchmarkPerft(b *testing.B) {
	for _, c := range []struct {
		def   def
		depth int
	}{{morris.Nine, 5}, {morris.Six, 6}, {morris.Twelve, 5}, {morris.Lasker, 5}} {
		b.Run(c.def.ID, func(b *testing.B) {
			b.ReportAllocs()
			var nodes uint64
			for b.Loop() {
				nodes += game.PerftPlayed(c.def.Start(), c.depth)
			}
			b.ReportMetric(float64(nodes)/b.Elapsed().Seconds(), "leaves/s")
		})
	}
}
