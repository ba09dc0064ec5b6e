// SPDX-License-Identifier: Apache-2.0

package engine

import "time"

// Clock is what a side has left of the time for a game. The engine takes what
// it thinks right of it for one move and never all; zero is no clock.
type Clock struct {
	Left      time.Duration
	Increment time.Duration // added after every turn
	Turns     int           // of this side until the next control; 0: Left is for the rest of the game
}

const (
	// restTurns is how many turns a game is expected to last yet.
	restTurns = 30
	// reserve is kept for whatever happens between a move and the press of the
	// clock: the network, another program on the machine.
	reserve = 50 * time.Millisecond
)

// allowance is the time for one move.
type allowance struct {
	soft time.Duration // no new iteration begins after it, as a rule
	hard time.Duration // the search ends
	most time.Duration // the same, where the best move has turned out bad
}

// allow divides what is left. However often a side takes the most, something
// remains for the next turn.
func (c Clock) allow() allowance {
	usable := max(c.Left-reserve, c.Left/2, 0)
	turns := time.Duration(restTurns)
	if c.Turns > 0 {
		turns = min(time.Duration(c.Turns), restTurns)
	}
	share := min(usable/turns+c.Increment*3/4, usable)
	most := max(usable/turns, usable/3) // of a single turn, whatever the share
	return allowance{soft: share / 2, hard: min(2*share, most), most: min(4*share, most)}
}

// pace watches how a search goes, to tell how long it should take.
type pace struct {
	stable int  // iterations since the best move changed
	fell   bool // the last iteration found it worse than expected
}

// stableFrom is how many iterations a move must have been the best to be taken
// for granted.
const stableFrom = 4

// enough reports whether a search on the clock should not begin another
// iteration: each takes about as long as all before it.
func (r *roots[P, M]) enough() bool {
	limit := r.soft
	switch {
	case r.soft == 0:
		return false
	case len(r.choices) == 1:
		return true
	case r.pace.fell:
		limit *= 2
	case r.pace.stable >= stableFrom:
		limit /= 2
	}
	return r.elapsed() >= limit
}
