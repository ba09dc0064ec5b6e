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

	// Scores from assured on promise a result. Below decisive the distance is unknown:
	// they come from WDL tables.
	assured  = decisive - 1000
	promised = decisive - 1 // a win of unknown distance at the root; less the ply elsewhere
)

// MateIn returns the distance in plies to the end of the game that a score promises, and
// whether it promises one. The sign of the score says who wins.
func MateIn(score int) (plies int, ok bool) {
	if score < 0 {
		score = -score
	}
	return Win - score, score >= decisive
}

// Promises returns the result that a score promises, at a known distance or not. Other
// scores are evaluations.
func Promises(score int) (v Value, ok bool) {
	switch {
	case score >= assured:
		return Won, true
	case score <= -assured:
		return Lost, true
	}
	return Drawn, false
}

// Result is the result of a search or of a finished iteration.
type Result[M comparable] struct {
	Move    M
	Score   int           // for the side to move: 100 is a man, see [Win]
	Depth   int           // plies of the last finished iteration
	Nodes   uint64        // positions visited
	PV      []M           // principal variation, Move first; never empty
	Elapsed time.Duration // since the search began
	// Lines are the best moves, the best first, if Limits.Lines asked for them; the first
	// is this result. There are fewer if the position has fewer moves. Later ones are less
	// deep if the last iteration was stopped.
	Lines []Result[M]
}
