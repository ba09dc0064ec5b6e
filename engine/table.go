// SPDX-License-Identifier: Apache-2.0

package engine

import "math/bits"

// bound says what a stored score is worth.
type bound uint8

const (
	noBound bound = iota // the entry is free
	atLeast
	atMost
	exact

	boundBits = 2
	boundMask = 1<<boundBits - 1
)

// noMove stands for a move that is not known, and for one whose index is too
// large to store.
const noMove = 1<<16 - 1

// entry is what the table knows of one position. A move is stored as its index,
// since the order of moves depends on the position alone.
type entry struct {
	key   uint64
	score int32 // wins count their plies from this position, not from the root
	move  uint16
	depth uint8
	mark  uint8 // the bound in the low bits, above it the age
}

func (e *entry) bound() bound { return bound(e.mark & boundMask) }

// cutoff returns the score of an entry at a ply if it decides a search of that
// depth and window.
func (e *entry) cutoff(alpha, beta, depth, ply int) (score int, ok bool) {
	score = fromTable(int(e.score), ply)
	switch {
	case int(e.depth) < depth:
		return 0, false
	case e.bound() == atLeast:
		return score, score >= beta
	case e.bound() == atMost:
		return score, score <= alpha
	}
	return score, true
}

func toTable(score, ply int) int {
	switch {
	case score >= decisive:
		return score + ply
	case score <= -decisive:
		return score - ply
	}
	return score
}

func fromTable(score, ply int) int {
	switch {
	case score >= decisive:
		return score - ply
	case score <= -decisive:
		return score + ply
	}
	return score
}

const bucketBytes = 64 // one line of the processor's cache

// bucket holds the positions that share a place in the table.
type bucket [4]entry

// table is a transposition table of fixed size.
type table struct {
	buckets []bucket
	age     uint8 // of the search that runs, as entries bear it
}

// newTable makes a table of the largest power of two of buckets that fits.
func newTable(bytes int) *table {
	n := max(bytes/bucketBytes, 1)
	return &table{buckets: make([]bucket, 1<<(bits.Len(uint(n))-1))}
}

func (t *table) clear() { clear(t.buckets) }

// nextAge begins a search, whose entries are worth more than all before.
func (t *table) nextAge() { t.age += 1 << boundBits }

func (t *table) bucket(key uint64) *bucket { return &t.buckets[key&uint64(len(t.buckets)-1)] }

// find returns the entry of a position, or nil.
func (t *table) find(key uint64) *entry {
	b := t.bucket(key)
	for i := range b {
		if e := &b[i]; e.key == key && e.bound() != noBound {
			return e
		}
	}
	return nil
}

// store keeps an entry in place of the same position's, else of the one that
// is worth least: old before new, shallow before deep.
func (t *table) store(e entry, kind bound) {
	e.mark = t.age | uint8(kind)
	b := t.bucket(e.key)
	worst, least := 0, 1<<30
	for i := range b {
		old := &b[i]
		if old.key == e.key || old.bound() == noBound {
			worst = i
			break
		}
		worth := int(old.depth)
		if old.mark&^boundMask == t.age {
			worth += 1 << 8
		}
		if worth < least {
			worst, least = i, worth
		}
	}
	b[worst] = e
}
