// SPDX-License-Identifier: Apache-2.0

package game

// Perft counts the sequences of exactly depth turns from p.
func Perft[P Position[P, M], M comparable](p P, depth int) uint64 {
	return NewWalker[P, M]().Count(p, depth)
}

// PerftPlayed is Perft with the last turns played too, not only counted.
func PerftPlayed[P Position[P, M], M comparable](p P, depth int) uint64 {
	return NewWalker[P, M]().CountPlayed(p, depth)
}

// Walker counts sequences of turns. It holds one stack of moves for whole
// walks: a local array would escape through the type parameter and be allocated
// at every node. A walker serves one goroutine.
type Walker[P Position[P, M], M comparable] struct{ stack []M }

// NewWalker returns a walker with room for the moves of any usual walk.
func NewWalker[P Position[P, M], M comparable]() *Walker[P, M] {
	return &Walker[P, M]{stack: make([]M, 0, 4096)}
}

// Count returns the number of sequences of exactly depth turns, the last turn
// counted from the list of moves.
func (w *Walker[P, M]) Count(p P, depth int) uint64 {
	if depth == 0 {
		return 1
	}
	start := len(w.stack)
	w.stack = p.AppendMoves(w.stack)
	end := len(w.stack)
	n := uint64(end - start)
	if depth > 1 {
		n = 0
		for i := start; i < end; i++ {
			n += w.Count(p.Play(w.stack[i]), depth-1)
		}
	}
	w.stack = w.stack[:start]
	return n
}

// CountPlayed returns the same number with every turn played, the last one
// included: what benchmarks of rules compare.
func (w *Walker[P, M]) CountPlayed(p P, depth int) uint64 {
	if depth == 0 {
		return 1
	}
	start := len(w.stack)
	w.stack = p.AppendMoves(w.stack)
	end := len(w.stack)
	var n uint64
	for i := start; i < end; i++ {
		n += w.CountPlayed(p.Play(w.stack[i]), depth-1)
	}
	w.stack = w.stack[:start]
	return n
}
