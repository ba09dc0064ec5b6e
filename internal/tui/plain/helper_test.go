// SPDX-License-Identifier: Apache-2.0

package plain_test

import (
	"cairn/internal/tui/tuitest"
)

// The helpers of both displays.
var (
	eachLanguage  = tuitest.EachLanguage
	golden        = tuitest.Golden
	entry         = tuitest.Entry
	toy           = tuitest.Toy
	these         = tuitest.These
	real          = tuitest.Real
	options       = tuitest.Options
	transcript    = tuitest.Transcript
	tryTranscript = tuitest.TryTranscript
	position      = tuitest.Position
	load          = tuitest.Load
	moves         = tuitest.Moves
	has           = tuitest.Has
	keeping       = tuitest.Keeping
	annotated     = tuitest.Annotated
	written       = tuitest.Written
	solved        = tuitest.Solved
	judged        = tuitest.Judged
	puzzles       = tuitest.Puzzles
	player        = tuitest.Player
)
