// SPDX-License-Identifier: Apache-2.0

package tablebase

import (
	"sync"
	"sync/atomic"

	"cairn/game"
)

// cache keeps expanded blocks. A block may be in any line of one shelf, and each
// shelf has its own lock, so that probes seldom meet.
type cache struct{ shelves []shelf }

// shelfLines is how many blocks a shelf holds.
const shelfLines = 4

type shelf struct {
	sync.Mutex
	lines [shelfLines]line
	next  uint8 // the line that gives way next
}

type line struct {
	table *Table
	block uint64
	bytes []byte
}

// CacheSize is how many bytes of expanded blocks are kept for all tables
// together, those aside that have a cache of their own: see Set.Keep.
const CacheSize = 64 << 20

// blocks is the cache that tables share, made with the first one opened.
var blocks = sync.OnceValue(func() *cache { return newCache(CacheSize) })

// newCache returns a cache of about that size. The system gives the memory page
// by page, so what is never used costs nothing.
func newCache(bytes int64) *cache {
	c := &cache{make([]shelf, max(1, bytes/(shelfLines*blockSize)))}
	memory := make([]byte, len(c.shelves)*shelfLines*blockSize)
	for i := range c.shelves {
		for j := range c.shelves[i].lines {
			c.shelves[i].lines[j].bytes, memory = memory[:blockSize:blockSize], memory[blockSize:]
		}
	}
	return c
}

// opened counts the tables opened so far; the number of a table spreads its
// blocks over the shelves.
var opened atomic.Uint64

// at returns a value of a block, expanding it first where that is needed.
func (c *cache) at(t *Table, block, slot uint64) (Value, bool) {
	s := &c.shelves[game.Mix(block|t.number<<40)%uint64(len(c.shelves))]
	s.Lock()
	defer s.Unlock()
	for i := range s.lines {
		if l := &s.lines[i]; l.table == t && l.block == block {
			return t.Kind.at(l.bytes, slot), true
		}
	}
	l := &s.lines[s.next]
	s.next = (s.next + 1) % shelfLines
	l.table = nil // until it is whole
	if !t.read(l.bytes, block) {
		return 0, false
	}
	l.table, l.block = t, block
	return t.Kind.at(l.bytes, slot), true
}
