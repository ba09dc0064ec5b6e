// SPDX-License-Identifier: Apache-2.0

package solver

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"time"

	"cairn/game"
	"cairn/tablebase"
)

// Shelf holds the open tables of a game. It opens tables that are added or replaced in
// the folder when it is next asked, and makes the tables of a small game on first use.
// It is safe for concurrent use once the folder is set.
type Shelf[P game.Position[P, M], M comparable] struct {
	*tablebase.Numbered[P, M]
	dir     string // empty for none
	opened  atomic.Pointer[snapshot[P, M]]
	opening sync.Mutex
	making  sync.Mutex
	remade  bool // faulty tables of a small game have been made again
	fault   atomic.Pointer[error]
	small   func() bool
}

// snapshot is the content of the folder at one moment.
type snapshot[P game.Position[P, M], M comparable] struct {
	*tablebase.Prober[P, M]
	modified time.Time // time of the folder; zero if there is none
	settled  bool      // any later change gives the folder another time
	coverage Coverage
}

// timestampGrain is how long the modification time of a folder may stay the same
// although the folder changes: clocks of file systems are coarse.
const timestampGrain = 2 * time.Second

// small is the most values of a game whose tables are made on first use: a few
// seconds of work and some hundred megabytes of memory.
const small = 10_000_000

// makingMemory bounds the memory of making them, in bytes.
const makingMemory = 1 << 30

// NewShelf returns a shelf without a folder.
func NewShelf[P game.Position[P, M], M comparable](def tablebase.Numbered[P, M]) *Shelf[P, M] {
	s := &Shelf[P, M]{Numbered: &def}
	s.small = sync.OnceValue(func() bool { return def.Index != nil && def.AtMost(small) && def.Slots() > 0 })
	return s
}

// UseTables sets the folder with the tables the game is played by.
func (s *Shelf[P, M]) UseTables(dir string) {
	s.dir = dir
	s.opened.Store(nil)
}

// TablesDir returns the folder with the tables the game is played by, empty for none.
func (s *Shelf[P, M]) TablesDir() string { return s.dir }

// Small reports whether the tables of the whole game are made on first use.
func (s *Shelf[P, M]) Small() bool { return s.small() }

// Solve solves the game into tables; see the function Solve.
func (s *Shelf[P, M]) Solve(ctx context.Context, o Options, done func(TierResult)) error {
	return Solve(ctx, s.Numbered, o, done)
}

// OpenTables opens the tables of the game in a folder; see tablebase.OpenSet for
// its errors.
func (s *Shelf[P, M]) OpenTables(dir string) (tablebase.Tables, error) {
	p, err := tablebase.OpenProber(dir, s.Numbered)
	if err != nil {
		return nil, err
	}
	return p, nil
}

// Complete returns why the tables cannot answer for every position of the game,
// nil if they can or if they are made on first use.
func (s *Shelf[P, M]) Complete() error {
	switch {
	case s.dir == "":
		return errors.New("there is no folder of tables")
	case s.Small():
		return nil
	case !s.Whole():
		return fmt.Errorf("the tables of %s hold endings at most", s.ID)
	case s.Lacks(s.dir):
		return fmt.Errorf("not all of %s are in %s: \"cairn solve %s --placing\" makes them", s.ID, s.dir, s.ID)
	}
	return nil
}

// Prober returns the open tables, nil when there are none or they cannot be opened.
func (s *Shelf[P, M]) Prober() *tablebase.Prober[P, M] {
	if s.dir == "" {
		return nil
	}
	l, err := s.open()
	if err != nil || len(l.Tables()) == 0 {
		return nil
	}
	return l.Prober
}

// open returns the tables in the folder: the last snapshot, at the cost of one system
// call, unless the folder has changed.
func (s *Shelf[P, M]) open() (*snapshot[P, M], error) {
	last, began := s.opened.Load(), time.Now()
	modified := modTime(filepath.Join(s.dir, s.ID))
	if last != nil && last.settled && last.modified.Equal(modified) {
		return last, nil
	}
	if !s.opening.TryLock() {
		if last != nil {
			return last, nil // another caller is opening them
		}
		s.opening.Lock()
	}
	defer s.opening.Unlock()
	prober := tablebase.NoTables(s.Numbered)
	if opened := s.opened.Load(); opened != nil {
		prober = opened.Prober
	}
	prober, err := prober.Reopen(s.dir)
	if err != nil {
		return nil, err
	}
	settled := began.Sub(modified) > timestampGrain || modified.IsZero()
	next := &snapshot[P, M]{Prober: prober, modified: modified, settled: settled, coverage: s.cover(prober)}
	s.opened.Store(next)
	return next, nil
}

// modTime returns when a file was last added to a folder or removed from it, zero if
// there is no such folder.
func modTime(dir string) time.Time {
	info, err := os.Stat(dir)
	if err != nil {
		return time.Time{}
	}
	return info.ModTime()
}

// Solved returns the tables of the whole game. It makes the tables of a small game
// first, while other callers wait. It returns the errors of Complete and Solve.
func (s *Shelf[P, M]) Solved(ctx context.Context) (*tablebase.Prober[P, M], error) {
	if err := s.Complete(); err != nil {
		return nil, err
	}
	s.making.Lock()
	defer s.making.Unlock()
	if s.Small() && (s.Lacks(s.dir) || s.remake()) {
		o := Options{Dir: s.dir, Kind: tablebase.DTW, Placing: true, Resume: true, Memory: makingMemory}
		if err := s.Solve(ctx, o, func(TierResult) {}); err != nil {
			return nil, err
		}
	}
	l, err := s.open()
	if err != nil {
		return nil, err
	}
	return l.Prober, nil
}

// remake reports whether faulty tables must be made again, at most once in a process.
func (s *Shelf[P, M]) remake() bool {
	if s.remade {
		return false
	}
	l, err := s.open()
	s.remade = err == nil && len(l.Faults()) > 0 || s.fault.Swap(nil) != nil
	return s.remade
}

// ProbeMoves returns the values of a position and its moves; see tablebase.Tables. It
// makes the tables of a small game first. Without a table a value is unknown. If a
// table is damaged or of another revision all values are unknown, and Coverage has the
// error; ProbeMoves fails only if it is cancelled.
func (s *Shelf[P, M]) ProbeMoves(ctx context.Context, state game.State) (tablebase.MoveValues, error) {
	p, err := s.Prober(), error(nil)
	if s.dir != "" && s.Small() {
		p, err = s.Solved(ctx)
	}
	if err == nil && p != nil {
		var j tablebase.MoveValues
		if j, err = p.ProbeMoves(ctx, state); err == nil {
			return j, nil
		}
	}
	if ctx.Err() != nil {
		return tablebase.MoveValues{}, ctx.Err()
	}
	if err != nil {
		s.fault.Store(&err)
	}
	return tablebase.NoTables(s.Numbered).ProbeMoves(ctx, state)
}

// Decide finds out which moves of a position keep its value, by a search of limited
// depth into the tables; see tablebase.Prober.
func (s *Shelf[P, M]) Decide(ctx context.Context, state game.State, plies int) (tablebase.Decision, error) {
	p := s.Prober()
	if p == nil {
		p = tablebase.NoTables(s.Numbered)
	}
	return p.Decide(ctx, state, plies)
}
