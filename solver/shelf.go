// SPDX-License-Identifier: Apache-2.0

package solver

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"

	"cairn/game"
	"cairn/tablebase"
)

// Shelf holds the tables a game is played by. They are opened once, and those of
// a small game are made when they are first needed. It is safe for concurrent use
// once the folder is set.
type Shelf[P game.Position[P, M], M comparable] struct {
	*tablebase.Numbered[P, M]
	dir    string // empty for none
	opened atomic.Pointer[tablebase.Prober[P, M]]
	making sync.Mutex
	small  func() bool
}

// small is how many values the tables of a game may hold that are made on first
// use: a few seconds' work and some hundred megabytes of memory.
const small = 10_000_000

// makingMemory is the most that making them may take.
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

// Small reports whether the tables of the whole game are made on first use.
func (s *Shelf[P, M]) Small() bool { return s.small() }

// Solve solves the game into tables; see the function Solve.
func (s *Shelf[P, M]) Solve(ctx context.Context, o Options, done func(Row)) error {
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
		return fmt.Errorf("those of %s hold endings at most", s.ID)
	case s.Lacks(s.dir):
		return fmt.Errorf("not all of %s are in %s: \"cairn solve %s --placing\" makes them", s.ID, s.dir, s.ID)
	}
	return nil
}

// Prober returns the tables that are there, nil when there are none or they
// cannot be opened.
func (s *Shelf[P, M]) Prober() *tablebase.Prober[P, M] {
	if s.dir == "" {
		return nil
	}
	p, err := s.open()
	if err != nil || len(p.Tables()) == 0 {
		return nil
	}
	return p
}

func (s *Shelf[P, M]) open() (*tablebase.Prober[P, M], error) {
	if p := s.opened.Load(); p != nil {
		return p, nil
	}
	p, err := tablebase.OpenProber(s.dir, s.Numbered)
	if err == nil && len(p.Tables()) > 0 {
		s.opened.Store(p) // of two opened at the same time one is dropped; both are right
	}
	return p, err
}

// Solved returns the tables of the whole game. Those of a small game it makes
// first, while other callers wait. The errors are those of Complete and Solve.
func (s *Shelf[P, M]) Solved(ctx context.Context) (*tablebase.Prober[P, M], error) {
	if err := s.Complete(); err != nil {
		return nil, err
	}
	s.making.Lock()
	defer s.making.Unlock()
	if s.Small() && s.Lacks(s.dir) {
		o := Options{Dir: s.dir, Kind: tablebase.DTW, Placing: true, Resume: true, Memory: makingMemory}
		if err := s.Solve(ctx, o, func(Row) {}); err != nil {
			return nil, err
		}
	}
	if p := s.opened.Load(); p != nil && len(p.Tables()) < s.Tiers() {
		s.opened.Store(nil) // tables were added since
	}
	return s.open()
}

// Judge returns what the tables know of a position and its moves; see
// tablebase.Tables. Those of a small game are made first. What no table knows is
// unknown, also where there are no tables at all.
func (s *Shelf[P, M]) Judge(ctx context.Context, state game.State) (tablebase.Judgement, error) {
	p := s.Prober()
	if s.dir != "" && s.Small() {
		var err error
		if p, err = s.Solved(ctx); err != nil {
			return tablebase.Judgement{}, err
		}
	}
	if p == nil {
		p = tablebase.NoTables(s.Numbered)
	}
	return p.Judge(ctx, state)
}
