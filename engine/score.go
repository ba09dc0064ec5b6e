// SPDX-License-Identifier: Apache-2.0

package engine

import "time"

// Win is the score of a game already won. A win n plies away scores Win - n, a
// loss n plies away n - Win, so that the winner hurries and the loser delays.
const Win = 100_000

const (
	infinite = Win + 1
	longest  = 10_000 // plies of the longest win a score can express
	decisive = Win - longest

	// From here on scores promise a result. Those below decisive do not say
	// when: they come from tables that hold values alone.
	assured  = decisive - 1000
	promised = decisive - 1 // a win of unknown distance at the root, less the plies
)

// MateIn returns how many plies away the end is that a score promises, and
// whether it promises one. The sign of the score says who wins.
func MateIn(score int) (plies int, ok bool) {
	if score < 0 {
		score = -score
	}
	return Win - score, score >= decisive
}

// Promises returns the result a score promises, whether or not it says when.
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

// Result is what a search has found, at its end or on its way.
type Result[M comparable] struct {
	Move    M
	Score   int           // for the side to move: 100 is a man, see [Win]
	Depth   int           // plies of the last iteration that was finished
	Nodes   uint64        // positions visited
	PV      []M           // the line expected, Move first; never empty
	Elapsed time.Duration // since the search began
	// Lines are the best moves, the best first, if Limits.Lines asked for them; this
	// one is the first. Fewer where there are fewer moves. Those of an iteration
	// that was stopped may be less deep.
	Lines []Result[M]
}
