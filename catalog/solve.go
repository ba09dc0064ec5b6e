// SPDX-License-Identifier: Apache-2.0

package catalog

import (
	"context"
	"slices"

	"cairn/game"
	"cairn/solver"
	"cairn/tablebase"
)

// solvable is what the solver and its tables do with a game.
type solvable interface {
	// Solve solves the game into tables and calls done with every tier; see
	// solver.Solve for its errors.
	Solve(ctx context.Context, o solver.Options, done func(solver.Row)) error
	// Slots returns how many values the tables of the whole game hold, 0 for a
	// game that is not solved whole.
	Slots() uint64
	// Lacks reports whether a table of the whole game is missing in a folder.
	Lacks(dir string) bool
	// OpenTables opens the tables of the game in a folder; see
	// tablebase.OpenSet for its errors.
	OpenTables(dir string) (Tables, error)
	// OpenFiles opens them as files, to look after them.
	OpenFiles(dir string) (*tablebase.Set, error)
}

func (b *binding[P, M]) Solve(ctx context.Context, o solver.Options, done func(solver.Row)) error {
	return solver.Solve(ctx, &b.def, o, done)
}

func (b *binding[P, M]) Slots() (n uint64) {
	if !b.wholly() {
		return 0
	}
	for _, group := range b.whole() {
		for _, t := range group {
			n += b.def.Index.Size(t)
		}
	}
	return n
}

// wholly reports whether the tables of the game hold its start, and so all that
// play leads to.
func (b *binding[P, M]) wholly() bool {
	start, _, ok := b.rank(b.def.Start())
	return ok && slices.ContainsFunc(b.whole(), func(group []game.Tier) bool { return slices.Contains(group, start) })
}

// tiers returns how many tables the whole game has.
func (b *binding[P, M]) tiers() (n int) {
	for _, group := range b.whole() {
		n += len(group)
	}
	return n
}

// whole returns the groups of tiers that are solved unless told otherwise, men in
// hand or not: all of a game that is solved whole.
func (b *binding[P, M]) whole() [][]game.Tier { return solver.Plan(b.def.Index, 0, true) }

// rank is the index's Rank, also where there is no index.
func (b *binding[P, M]) rank(p P) (game.Tier, uint64, bool) {
	if b.def.Index == nil {
		return game.Tier{}, 0, false
	}
	return b.def.Index.Rank(p)
}

func (b *binding[P, M]) Lacks(dir string) bool {
	if b.def.Index == nil {
		return true
	}
	key := tablebase.KeyOf(&b.def.Info, b.def.Index.Scheme())
	for _, group := range b.whole() {
		for _, t := range group {
			if !tablebase.Has(dir, key, t) {
				return true
			}
		}
	}
	return false
}

func (b *binding[P, M]) OpenFiles(dir string) (*tablebase.Set, error) {
	prober, err := tablebase.OpenProber(dir, &b.def)
	if err != nil {
		return nil, err
	}
	return prober.Set, nil
}

func (b *binding[P, M]) OpenTables(dir string) (Tables, error) {
	prober, err := tablebase.OpenProber(dir, &b.def)
	if err != nil {
		return nil, err
	}
	return &tables[P, M]{prober, b}, nil
}
