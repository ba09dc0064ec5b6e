// SPDX-License-Identifier: Apache-2.0

package live_test

import (
	"sync"
	"testing"

	"cairn/match"
)

// BenchmarkMoves plays Nine Men's Morris in a hundred matches at once; every move is
// on the disk before it is answered.
func BenchmarkMoves(b *testing.B) {
	h := newHouse(b)
	const matches = 100
	b.ReportAllocs()
	var all sync.WaitGroup
	turns := make(chan struct{})
	for range matches {
		id, white, black := h.Private("nine", "")
		all.Go(func() {
			for range turns {
				r := h.Room(white, id)
				if r.Info.Status != match.Playing {
					id, white, black = h.Private("nine", "")
					r = h.Room(white, id)
				}
				u := white
				if r.Match.Turn() == 1 {
					u = black
				}
				moves := r.Match.State().Moves()
				h.Move(u, id, moves[r.Match.Ply()%len(moves)].Text)
			}
		})
	}
	for b.Loop() {
		turns <- struct{}{}
	}
	close(turns)
	all.Wait()
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "moves/s")
}
