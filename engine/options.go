// SPDX-License-Identifier: Apache-2.0

package engine

import "time"

// DefaultTableBytes is the size of the transposition table unless told. A larger
// one saves few nodes in a search of a second or so, and takes longer to reach
// than it saves: it does not stay close to the processor.
const DefaultTableBytes = 2 << 20

// Options set up an engine. The zero value is the full engine; every technique
// can be switched off, so that tests can tell what it does and what it costs.
type Options struct {
	TableBytes int              // upper bound of the table's size; DefaultTableBytes if 0
	Now        func() time.Time // the clock for time limits; time.Now if nil
	Threads    int              // lines of search that share the table; 1 if 0

	NoTable      bool // no transposition table
	NoScout      bool // plain alpha-beta: no null windows
	NoTakesFirst bool // captures are not tried before quiet moves
	NoKillers    bool // moves that refuted a sibling are not tried early
	NoHistory    bool // moves that refuted often are not tried early
	NoQuiescence bool // leaves are judged at once, captures or not
	NoCounters   bool // the move that refuted the opponent's last one is not tried early
	NoAspiration bool // every iteration begins with an open window
	NoReductions bool // late moves are searched as deep as the first
	NoFutility   bool // quiet moves are searched at the last plies however far behind
	NoThinning   bool // nodes of which the table knows no move are searched as deep as any
}

func (o *Options) tableBytes() int {
	if o.TableBytes == 0 {
		return DefaultTableBytes
	}
	return o.TableBytes
}
