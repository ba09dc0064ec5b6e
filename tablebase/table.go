// SPDX-License-Identifier: Apache-2.0

package tablebase

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"runtime"
	"sync"
	"sync/atomic"

	"cairn/game"
)

// Table is one open file. It is safe for concurrent use.
type Table struct {
	head
	data   []byte
	file   os.FileInfo
	unmap  func() error
	cache  *cache
	number uint64 // unique in the process
}

// Open maps the table of a tier. The error is ErrMissing when there is none, ErrWrong when
// it belongs to another key or tier, ErrDamaged when its head is damaged; blocks are read
// and checked on first use.
func Open(dir string, key Key, tier Tier) (*Table, error) {
	path := Path(dir, key.Game, tier.String())
	t, err := open(path, key, tier)
	if err != nil {
		return nil, fmt.Errorf("table %s: %w", path, err)
	}
	return t, nil
}

func open(path string, key Key, tier Tier) (*Table, error) {
	data, info, unmap, err := mapFile(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, ErrMissing
	case err != nil:
		return nil, err
	}
	h, err := decode(data)
	if err == nil {
		err = h.checkKey(key, tier)
	}
	if err != nil {
		return nil, errors.Join(err, unmap())
	}
	unmap = sync.OnceValue(unmap)
	t := &Table{head: *h, data: data, file: info, unmap: unmap, cache: blocks(), number: opened.Add(1)}
	runtime.AddCleanup(t, func(unmap func() error) { _ = unmap() }, unmap)
	return t, nil
}

// unchanged reports whether a path still names the file of the table. While the file is
// mapped its inode is not reused.
func (t *Table) unchanged(path string) bool {
	now, err := os.Stat(path)
	return err == nil && os.SameFile(now, t.file) && now.Size() == t.file.Size() && now.ModTime().Equal(t.file.ModTime())
}

func (h *head) checkKey(key Key, tier Tier) error {
	if h.Key != key {
		return fmt.Errorf("%w: it is of %s, revision %d, numbered %s; want %s, revision %d, numbered %s",
			ErrWrong, h.Game, h.Revision, h.Scheme, key.Game, key.Revision, key.Scheme)
	}
	if h.Tier != tier.String() {
		return fmt.Errorf("%w: it holds tier %s, want %s", ErrWrong, h.Tier, tier)
	}
	return nil
}

// Close unmaps the file. The table must not be used afterwards. The garbage collector
// closes unreachable tables.
func (t *Table) Close() error { return t.unmap() }

// Bytes returns the size of the file.
func (t *Table) Bytes() int64 { return int64(len(t.data)) }

// At returns the value in a slot. It does not allocate unless it fails.
func (t *Table) At(slot uint64) (Value, error) {
	if slot >= t.Slots {
		return 0, fmt.Errorf("%w: tier %s has %d slots, asked for %d", ErrWrong, t.Tier, t.Slots, slot)
	}
	per := blockSize * t.Kind.perByte()
	block := slot / per
	v, ok := t.cache.at(t, block, slot%per)
	if !ok {
		return 0, t.damaged(block)
	}
	return v, nil
}

// readBlock expands a block into dst, which is large enough, and reports whether the block
// is sound.
func (t *Table) readBlock(dst []byte, block uint64) bool {
	defer runtime.KeepAlive(t) // the file stays mapped until the block is copied
	from, to := t.begins[block], t.begins[block+1]
	if from >= to || to > uint64(len(t.data)) {
		return false
	}
	stored, size := t.data[from:to], t.blockBytes(block)
	switch {
	case checksum(stored) != t.sums[block]:
		return false
	case len(stored) == size:
		copy(dst, stored)
		return true
	}
	return expand(dst, stored, size)
}

func (t *Table) damaged(block uint64) error {
	return fmt.Errorf("table %s of %s: %w: block %d of %d", t.Tier, t.Game, ErrDamaged, block+1, t.blocks())
}

// Load returns all values, one byte a slot.
func (t *Table) Load() ([]byte, error) {
	values := make([]byte, t.Slots)
	return values, t.values(values, 0)
}

// values fills dst with the values from a slot on, which is the first of a block.
func (t *Table) values(dst []byte, slot uint64) error {
	per := blockSize * t.Kind.perByte()
	buffer := make([]byte, blockSize)
	for block := slot / per; len(dst) > 0; block++ {
		if !t.readBlock(buffer, block) {
			return t.damaged(block)
		}
		n := min(int(per), len(dst))
		for i := range dst[:n] {
			dst[i] = byte(t.Kind.at(buffer, uint64(i)))
		}
		dst = dst[n:]
	}
	return nil
}

// Reduce writes the table as WDL into another folder, block by block, and verifies every
// block.
func (t *Table) Reduce(dir string) error {
	h := t.Header
	h.Kind = WDL
	return writeFrom(dir, h, t.values)
}

// Verify reads every block and checks its checksum.
func (t *Table) Verify() error {
	buffer := make([]byte, blockSize)
	for block := range t.blocks() {
		if !t.readBlock(buffer, block) {
			return t.damaged(block)
		}
	}
	return nil
}

// cache is a set-associative cache of expanded blocks: a block may be in any line of one
// bin. Each bin has its own lock, so that concurrent probes seldom wait.
type cache struct{ bins []bin }

// binLines is the number of blocks of a bin.
const binLines = 4

type bin struct {
	sync.Mutex
	lines [binLines]cacheLine
	next  uint8 // the line to replace next
}

type cacheLine struct {
	table *Table
	block uint64
	bytes []byte
}

// CacheSize is the size of the cache that all tables share, in bytes; see Set.SetCache.
const CacheSize = 64 << 20

// blocks is the shared cache, made with the first table.
var blocks = sync.OnceValue(func() *cache { return newCache(CacheSize) })

// newCache returns a cache of about that size. The system commits memory page by page, so
// unused lines cost nothing.
func newCache(bytes int64) *cache {
	c := &cache{make([]bin, max(1, bytes/(binLines*blockSize)))}
	memory := make([]byte, len(c.bins)*binLines*blockSize)
	for i := range c.bins {
		for j := range c.bins[i].lines {
			c.bins[i].lines[j].bytes, memory = memory[:blockSize:blockSize], memory[blockSize:]
		}
	}
	return c
}

// opened counts the opened tables. The number of a table spreads its blocks over the bins.
var opened atomic.Uint64

// at returns a value of a block, and reads the block on a miss.
func (c *cache) at(t *Table, block, slot uint64) (Value, bool) {
	s := &c.bins[game.Mix(block|t.number<<40)%uint64(len(c.bins))]
	s.Lock()
	defer s.Unlock()
	for i := range s.lines {
		if l := &s.lines[i]; l.table == t && l.block == block {
			return t.Kind.at(l.bytes, slot), true
		}
	}
	l := &s.lines[s.next]
	s.next = (s.next + 1) % binLines
	l.table = nil // until the block is read
	if !t.readBlock(l.bytes, block) {
		return 0, false
	}
	l.table, l.block = t, block
	return t.Kind.at(l.bytes, slot), true
}
