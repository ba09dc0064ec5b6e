// SPDX-License-Identifier: Apache-2.0

package tablebase

import (
	"sync"

	"cairn/game"
)

// cache keeps expanded blocks of all tables. Each block has one line it may be
// in, and each line its own lock, so that probes seldom meet.
type cache struct{ lines [cacheLines]line }

// cacheLines times blockSize is 4 MiB.
const cacheLines = 512

type line struct {
	sync.Mutex
	table *Table
	block uint64
	bytes []byte
}

// blocks is the one cache, made with the first table that is opened.
var blocks = sync.OnceValue(func() *cache {
	c, memory := new(cache), make([]byte, cacheLines*blockSize)
	for i := range c.lines {
		c.lines[i].bytes = memory[i*blockSize : (i+1)*blockSize : (i+1)*blockSize]
	}
	return c
})

// at returns a value of a block, expanding it first where that is needed.
func (c *cache) at(t *Table, block, slot uint64) (game.Value, bool) {
	l := &c.lines[game.Mix(block^t.begins[0]<<32^t.Slots<<40)%cacheLines]
	l.Lock()
	defer l.Unlock()
	if l.table != t || l.block != block {
		l.table = nil // until it is whole
		if !t.read(l.bytes, block) {
			return 0, false
		}
		l.table, l.block = t, block
	}
	return t.Kind.at(l.bytes, slot), true
}
