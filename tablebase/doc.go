// SPDX-License-Identifier: Apache-2.0

// Package tablebase is the format of solved tables and the way to probe them:
// one file a tier, block by block compressed, memory-mapped. It solves nothing
// and names no game; what a slot means is the [Indexer]'s business.
//
// A file that is not there, one of another rule set or format, and one that is
// damaged are three different errors: [ErrMissing], [ErrWrong], [ErrDamaged].
package tablebase

import "errors"

// The three things that may be wrong with a table.
var (
	ErrMissing = errors.New("no such table")
	ErrWrong   = errors.New("the table is of another kind")
	ErrDamaged = errors.New("the table is damaged")
)
