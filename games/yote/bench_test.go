// SPDX-License-Identifier: Apache-2.0

package yote_test

import (
	"testing"

	"cairn/game"
	"cairn/games/yote"
)

// busy positions of the middle game, full of jumps and chains.
var busy = []string{
	"6/6/6/6/6 w 12,12 -,- 0",
	"wbwb1w/bwbw1b/wb1bw1/b1w1bw/bwbwwb w 0,0 -,- 0",
	"wb1b1b/4bb/1b1b1b/b4b/3b1b w 0,0 -,- 0",
}

func TestNoAllocations(t *testing.T) {
	for _, def := range yote.Defs {
		for _, position := range busy {
			p := must(t, def, position)
			stack := p.AppendMoves(nil)
			allocs := testing.AllocsPerRun(10, func() {
				stack = p.AppendMoves(stack[:0])
				for _, m := range stack {
					if p.Play(m).Turn() == p.Turn() {
						t.Error("the turn does not pass")
					}
				}
			})
			if allocs != 0 {
				t.Errorf("%s: %s: %v allocations, want 0", def.ID, position, allocs)
			}
		}
	}
}

func BenchmarkPerft(b *testing.B) {
	for _, c := range []struct {
		name, position string
		depth          int
	}{
		{"start", busy[0], 5},
		{"jumps", busy[1], 4},
	} {
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			p := must(b, yote.Standard, c.position)
			var leaves uint64
			for b.Loop() {
				leaves += game.PerftPlayed(p, c.depth)
			}
			b.ReportMetric(float64(leaves)/b.Elapsed().Seconds(), "leaves/s")
		})
	}
}
