// SPDX-License-Identifier: Apache-2.0

package engine

import "context"

// Win is the score of a game already won. A win n plies away scores Win - n, a
// loss n plies away n - Win, so that the winner hurries and the loser delays.
const Win = 100_000

const (
	infinite = Win + 1
	longest  = 10_000 // plies of the longest win a score can tell
	decisive = Win - longest

	// From here on scores promise a result. Those below decisive do not tell
	// when: they come from tables that hold values alone.
	assured  = decisive - 1000
	promised = decisive - 1 // a win of unknown distance at the root, less the plies
)

// MateIn returns how many plies away the end is that a score promises, and
// whether it promises one. The sign of the score tells who wins.
func MateIn(score int) (plies int, ok bool) {
	if score < 0 {
		score = -score
	}
	return Win - score, score >= decisive
}

// Promises returns the result a score promises, whether or not it tells when.
// Scores that promise nothing are judgements.
func Promises(score int) (v Value, ok bool) {
	switch {
	case score >= assured:
		return Won, true
	case score <= -assured:
		return Lost, true
	}
	return Drawn, false
}

// Value is the outcome of a solved position for the side to move.
type Value int8

// The values, worst first.
const (
	Lost  Value = -1
	Drawn Value = 0
	Won   Value = 1
)

// Tables know what solved positions are worth.
type Tables[P any] interface {
	// Probe looks a position up, which is quick. It must not allocate, and it
	// must be safe for concurrent use where an engine has several threads.
	Probe(p P) (Worth, error)
	// Value may search for it, for one caller at a time. If the context ends the
	// value is not known.
	Value(ctx context.Context, p P) (Worth, error)
}

// Worth is what tables know of a position. Errors beside it mean that a table
// cannot be read.
type Worth struct {
	Known bool
	Value Value // for the side to move
	Plies int   // until the game is over, both sides playing best; less than 0 where only the value is known
}

// before returns what a move into a position is worth to the side that makes it.
func (w Worth) before() Worth {
	w.Value = -w.Value
	if w.Plies >= 0 {
		w.Plies++
	}
	return w
}

// score orders values: wins, the sooner the better, draws, losses, the later the
// better.
func (w Worth) score() int { return solved(w.Value, w.Plies, 0) }

// solved turns a probed value into a score at a ply of the search.
func solved(value Value, plies, ply int) int {
	if plies < 0 {
		return int(value) * (promised - ply)
	}
	return int(value) * (Win - min(plies+ply, longest))
}
