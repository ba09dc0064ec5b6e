// SPDX-License-Identifier: Apache-2.0

package fanorona_test

import (
	"testing"

	"cairn/game"
	"cairn/games/fanorona"
)

// TestNoAllocation keeps the hot path free of garbage, in a position of many
// chains and in one of paikas.
func TestNoAllocation(t *testing.T) {
	for _, pos := range []string{
		"bb1b3bb/2w1bw3/bw7/ww1w5/wwwww1ww1 b 0",
		"6b1b/9/8b/9/w1w1w4 w 0",
	} {
		p := mustParse(t, fanorona.Standard, pos)
		moves := make([]fanorona.Move, 0, 512)
		var last fanorona.Position
		allocations := testing.AllocsPerRun(100, func() {
			for _, m := range p.AppendMoves(moves[:0]) {
				last = p.Play(m)
			}
		})
		if allocations != 0 || last == p {
			t.Errorf("%s: got %v allocations to play every move, want 0", pos, allocations)
		}
	}
}

// BenchmarkPerft plays every turn from the start, those of the last ply too.
func BenchmarkPerft(b *testing.B) {
	for _, def := range fanorona.Defs {
		b.Run(def.ID, func(b *testing.B) {
			b.ReportAllocs()
			var leaves uint64
			for b.Loop() {
				leaves += game.PerftPlayed(def.Start(), 5)
			}
			b.ReportMetric(float64(leaves)/b.Elapsed().Seconds(), "leaves/s")
		})
	}
}

// BenchmarkEval judges the start.
func BenchmarkEval(b *testing.B) {
	p, sum := fanorona.Standard.Start(), 0
	for b.Loop() {
		sum += fanorona.Standard.Eval(p)
	}
	if sum == 0 {
		b.Error("start: got 0, want something for the move")
	}
}
