// SPDX-License-Identifier: Apache-2.0

package catalog

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"

	"cairn/engine"
	"cairn/game"
	"cairn/solver"
	"cairn/tablebase"
)

// perfect is what a game needs to be played by tables.
type perfect interface {
	// UseTables tells the folder with the tables the game is played by. Tables of
	// a small game are made there when they are first needed.
	UseTables(dir string)
	// Small reports whether the tables of the whole game are made on first use.
	Small() bool
	// perfectible tells why the level perfect cannot be played, if it cannot.
	perfectible() error
}

// Offers tells why the computer cannot play a level, nil when it can.
func (e *Entry) Offers(level engine.Level) error {
	if level == engine.Perfect {
		return e.perfectible()
	}
	_, err := engine.ParseLevel(string(level))
	return err
}

// UseTables tells all games the folder with the tables they are played by, before
// any of them is played.
func (c *Catalog) UseTables(dir string) {
	for _, e := range c.entries {
		e.UseTables(dir)
	}
}

// small is how many values the tables of a game may hold that are made when they
// are first needed: a few seconds' work and some hundred megabytes of memory.
const small = 10_000_000

// makingMemory is the most that making them may take.
const makingMemory = 1 << 30

// shelf holds the tables a game is played by, opened once for all its engines.
type shelf[P game.Position[P, M], M comparable] struct {
	dir    string // empty for none
	opened atomic.Pointer[tablebase.Prober[P, M]]
	making sync.Mutex
	sizing sync.Once // finds out whether it is
	small  bool
}

func (b *binding[P, M]) UseTables(dir string) {
	b.shelf.dir = dir
	b.shelf.opened.Store(nil)
}

// Small of great games does not add up all sizes: they take a while to find out.
func (b *binding[P, M]) Small() bool {
	b.shelf.sizing.Do(func() {
		b.shelf.small = b.def.Index != nil && b.few() && b.Slots() > 0
	})
	return b.shelf.small
}

// few reports whether tables of all tiers together are small.
func (b *binding[P, M]) few() bool {
	n := uint64(0)
	for _, group := range b.whole() {
		for _, t := range group {
			if n += b.def.Index.Size(t); n > small {
				return false
			}
		}
	}
	return true
}

func (b *binding[P, M]) perfectible() error {
	dir, id := b.shelf.dir, b.def.ID
	switch {
	case dir == "":
		return fmt.Errorf("%w, and there is no folder of tables", engine.ErrNoTables)
	case b.Small():
		return nil
	case !b.wholly():
		return fmt.Errorf("%w, and those of %s hold endings at most", engine.ErrNoTables, id)
	case b.Lacks(dir):
		return fmt.Errorf("%w, and not all of %s are in %s: \"cairn solve %s --placing\" makes them", engine.ErrNoTables, id, dir, id)
	}
	return nil
}

// prober opens the tables that are there.
func (b *binding[P, M]) prober() (*tablebase.Prober[P, M], error) {
	if p := b.shelf.opened.Load(); p != nil {
		return p, nil
	}
	p, err := tablebase.OpenProber(b.shelf.dir, &b.def)
	if err == nil && len(p.Tables()) > 0 {
		b.shelf.opened.Store(p) // of two at the same time one is forgotten; both hold
	}
	return p, err
}

// solved opens the tables for the level perfect; those of a small game it makes
// first, which others wait for.
func (b *binding[P, M]) solved(ctx context.Context) (*tablebase.Prober[P, M], error) {
	if err := b.perfectible(); err != nil {
		return nil, err
	}
	b.shelf.making.Lock()
	defer b.shelf.making.Unlock()
	if b.Small() && b.Lacks(b.shelf.dir) {
		o := solver.Options{Dir: b.shelf.dir, Kind: tablebase.DTW, Placing: true, Resume: true, Memory: makingMemory}
		if err := b.Solve(ctx, o, func(solver.Row) {}); err != nil {
			return nil, err
		}
	}
	if p := b.shelf.opened.Load(); p != nil && len(p.Tables()) < b.tiers() {
		b.shelf.opened.Store(nil) // some came since
	}
	return b.prober()
}

// probe returns what lets a search ask the tables, nil when there are none.
func (b *binding[P, M]) probe() engine.Probe[P] {
	if b.shelf.dir == "" {
		return nil
	}
	prober, err := b.prober()
	if err != nil || len(prober.Tables()) == 0 {
		return nil
	}
	return func(p P) (engine.Value, int, bool) {
		v, distance, err := prober.Probe(p)
		plies := v.Plies()
		if !distance {
			plies = -1
		}
		return engine.Value(v.Sign()), plies, err == nil
	}
}
