// SPDX-License-Identifier: Apache-2.0

package engine

import (
	"math/bits"
	"sync/atomic"
)

// bound says whether a stored score is exact or a bound.
type bound uint8

const (
	noBound bound = iota // the entry is free
	atLeast
	atMost
	exact

	boundBits = 2
	boundMask = 1<<boundBits - 1
)

// noMove is the index of an unknown move, or of a move whose index is too large to store.
const noMove = 1<<16 - 1

// tableEntry is an entry of the transposition table. A move is stored as its index, since
// the order of moves depends on the position alone.
type tableEntry struct {
	score int32 // wins count their plies from this position, not from the root
	move  uint16
	depth uint8
	mark  uint8 // the bound in the low bits, above it the age
}

func (e tableEntry) pack() uint64 {
	return uint64(uint32(e.score)) | uint64(e.move)<<32 | uint64(e.depth)<<48 | uint64(e.mark)<<56
}

func unpack(data uint64) tableEntry {
	return tableEntry{score: int32(data), move: uint16(data >> 32), depth: uint8(data >> 48), mark: uint8(data >> 56)}
}

func (e tableEntry) bound() bound { return bound(e.mark & boundMask) }

// cutoff returns the score of an entry at a ply if it causes a cutoff at that depth and
// window.
func (e tableEntry) cutoff(alpha, beta, depth, ply int) (score int, ok bool) {
	score = shiftResult(int(e.score), -ply)
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

// shiftResult moves the end of a game that a score promises some plies nearer: entries count
// plies from their position, scores of the search from the root.
func shiftResult(score, plies int) int {
	switch {
	case score >= assured:
		return score + plies
	case score <= -assured:
		return score - plies
	}
	return score
}

const bucketBytes = 64 // a cache line

// bucket holds the entries that share an index.
type bucket [4]slot

// slot is an entry and its key xored with it (lockless hashing): if two threads write one
// slot at the same time its words may belong to different entries, and then they do not
// combine to the key of any probed position.
type slot struct {
	check atomic.Uint64 // key ^ data
	data  atomic.Uint64
}

// transpositionTable is a transposition table of fixed size, safe for several threads.
type transpositionTable struct {
	buckets []bucket
	age     uint8 // of the current search, as in tableEntry.mark
}

// newTable returns a table with the largest power of two of buckets that fits.
func newTable(bytes int) *transpositionTable {
	n := max(bytes/bucketBytes, 1)
	return &transpositionTable{buckets: make([]bucket, 1<<(bits.Len(uint(n))-1))}
}

// nextAge begins a search; entries of older searches are replaced first.
func (t *transpositionTable) nextAge() { t.age += 1 << boundBits }

func (t *transpositionTable) bucket(key uint64) *bucket {
	return &t.buckets[key&uint64(len(t.buckets)-1)]
}

// find returns the entry of a key; its bound is noBound if there is none.
func (t *transpositionTable) find(key uint64) tableEntry {
	b := t.bucket(key)
	for i := range b {
		if data := b[i].data.Load(); b[i].check.Load()^data == key {
			return unpack(data)
		}
	}
	return tableEntry{}
}

// store replaces the entry of a key, else the least valuable entry of the bucket: old
// before new, shallow before deep.
func (t *transpositionTable) store(key uint64, e tableEntry, kind bound) {
	e.mark = t.age | uint8(kind)
	b := t.bucket(key)
	worst, least := 0, 1<<30
	for i := range b {
		data := b[i].data.Load()
		old := unpack(data)
		if b[i].check.Load()^data == key || old.bound() == noBound {
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
	data := e.pack()
	b[worst].check.Store(key ^ data)
	b[worst].data.Store(data)
}
