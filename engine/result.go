// SPDX-License-Identifier: Apache-2.0

package engine

import "time"

// Result is what a search has found, at its end or on its way.
type Result[M comparable] struct {
	Move    M
	Score   int           // for the side to move: 100 is a man, see [Win]
	Depth   int           // plies of the last iteration that was finished
	Nodes   uint64        // positions visited
	PV      []M           // the line expected, Move first; never empty
	Elapsed time.Duration // since the search began
}
