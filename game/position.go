// SPDX-License-Identifier: Apache-2.0

package game

// Position is the state between two turns: a small comparable value without pointers. A
// move is a whole turn, captures and chains included.
//
// The no-progress clock is part of the value and of its text, but Hash, repetition and
// tables ignore it.
type Position[P any, M comparable] interface {
	comparable

	// Turn returns the side to move.
	Turn() Side
	// AppendMoves appends all legal moves, in an order that depends on the position
	// alone. There are none if and only if Result is over.
	AppendMoves(dst []M) []M
	// Play returns the position after m, which must come from AppendMoves.
	Play(m M) P
	// Resets reports whether m is irreversible (a capture or a placement):
	// the clock and the repetition count restart after it.
	Resets(m M) bool
	// Takes returns how many opposing men m captures.
	Takes(m M) int
	// Result returns the result by the rules, without repetition and quiet turns.
	Result() Result
	// Clock returns the number of turns since the last irreversible one.
	Clock() int
	// Hash returns a hash of everything but the clock.
	Hash() uint64
}

// MaxClock is the largest no-progress clock; it stops there.
const MaxClock = 9999

// Mix is a bijective bit mixer, from which positions build their hash (the finaliser of
// MurmurHash3, variant 13 of D. Stafford).
func Mix(x uint64) uint64 {
	x ^= x >> 30
	x *= 0xbf58476d1ce4e5b9
	x ^= x >> 27
	x *= 0x94d049bb133111eb
	return x ^ x>>31
}

// Perft counts the sequences of exactly depth turns from p.
func Perft[P Position[P, M], M comparable](p P, depth int) uint64 {
	return NewWalker[P, M]().Count(p, depth)
}

// PerftPlayed is Perft with the last turns played, not only counted.
func PerftPlayed[P Position[P, M], M comparable](p P, depth int) uint64 {
	return NewWalker[P, M]().CountPlayed(p, depth)
}

// Walker counts sequences of turns. It holds one stack of moves for a whole walk: a local
// array would escape through the type parameter and be allocated at every node. A walker
// serves one goroutine.
type Walker[P Position[P, M], M comparable] struct{ stack []M }

// NewWalker returns a walker with room for the moves of any usual walk.
func NewWalker[P Position[P, M], M comparable]() *Walker[P, M] {
	return &Walker[P, M]{stack: make([]M, 0, 4096)}
}

// Count returns the number of sequences of exactly depth turns. It does not play the last
// turn.
func (w *Walker[P, M]) Count(p P, depth int) uint64 { return w.count(p, depth, 1) }

// CountPlayed is Count with the last turn played too, as benchmarks of rules do.
func (w *Walker[P, M]) CountPlayed(p P, depth int) uint64 { return w.count(p, depth, 0) }

// count does not play the last turns of a sequence, of which there are listed: 0 or 1.
func (w *Walker[P, M]) count(p P, depth, listed int) uint64 {
	if depth == 0 {
		return 1
	}
	start := len(w.stack)
	w.stack = p.AppendMoves(w.stack)
	end := len(w.stack)
	n := uint64(end - start)
	if depth > listed {
		n = 0
		for i := start; i < end; i++ {
			n += w.count(p.Play(w.stack[i]), depth-1, listed)
		}
	}
	w.stack = w.stack[:start]
	return n
}
