// SPDX-License-Identifier: Apache-2.0

package engine

import "time"

// DefaultTableBytes is the size of the transposition table unless told.
const DefaultTableBytes = 16 << 20

// Options set up an engine. The zero value is the full engine; every technique
// can be switched off, so that tests can tell what it does and what it costs.
type Options struct {
	TableBytes int              // upper bound of the table's size; DefaultTableBytes if 0
	Now        func() time.Time // the clock for time limits; time.Now if nil

	NoTable      bool // no transposition table
	NoScout      bool // plain alpha-beta: no null windows
	NoTakesFirst bool // captures are not tried before quiet moves
	NoKillers    bool // moves that refuted a sibling are not tried early
	NoHistory    bool // moves that refuted often are not tried early
	NoQuiescence bool // leaves are judged at once, captures or not
}

func (o *Options) tableBytes() int {
	if o.TableBytes == 0 {
		return DefaultTableBytes
	}
	return o.TableBytes
}
