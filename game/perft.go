// SPDX-License-Identifier: Apache-2.0

package game

// Perft counts the sequences of exactly depth turns from p, the last turn
// counted from the list of moves without being played.
func Perft[P Position[P, M], M comparable](p P, depth int) uint64 {
	w := walker[P, M]{stack: make([]M, 0, 4096), bulk: true}
	return w.count(p, depth)
}

// PerftPlayed is Perft with every last turn played, as benchmarks want it.
func PerftPlayed[P Position[P, M], M comparable](p P, depth int) uint64 {
	w := walker[P, M]{stack: make([]M, 0, 4096)}
	return w.count(p, depth)
}

// walker holds one stack of moves for a whole walk. A local array would escape
// through the type parameter and be allocated at every node.
type walker[P Position[P, M], M comparable] struct {
	stack []M
	bulk  bool
}

func (w *walker[P, M]) count(p P, depth int) uint64 {
	if depth == 0 {
		return 1
	}
	start := len(w.stack)
	w.stack = p.AppendMoves(w.stack)
	end := len(w.stack)
	var n uint64
	switch {
	case depth > 1:
		for i := start; i < end; i++ {
			n += w.count(p.Play(w.stack[i]), depth-1)
		}
	case w.bulk:
		n = uint64(end - start)
	default:
		for i := start; i < end; i++ {
			n += w.count(p.Play(w.stack[i]), 0)
		}
	}
	w.stack = w.stack[:start]
	return n
}
