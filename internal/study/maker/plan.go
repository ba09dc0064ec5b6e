// SPDX-License-Identifier: Apache-2.0

// Package maker makes tables of solved positions: it plans which are useful and fit into
// disk and memory, makes them step by step, and supervises a process of low priority
// that does so beside a server.
//
// Package solver solves them.
package maker

import (
	"cmp"
	"fmt"
	"path/filepath"
	"slices"
	"time"

	"cairn/catalog"
	"cairn/solver"
	"cairn/tablebase"
)

// Step is a part of a game's tables that is useful on its own.
type Step struct {
	Entry   *catalog.Entry
	Extent  solver.Extent // of the exact positions after it
	Men     int           // of endings
	Kind    tablebase.Kind
	Placing bool
	Cost    solver.Cost
}

// String returns the game and the extent of its tables.
func (s *Step) String() string {
	what := map[solver.Extent]string{solver.Whole: "the whole game", solver.Moving: "the moving phase"}[s.Extent]
	if what == "" {
		what = fmt.Sprintf("endings up to %d men", s.Men)
	}
	if s.Kind == tablebase.DTW {
		what += ", with the turns to the end"
	}
	return s.Entry.Info().ID + ": " + what
}

// Options select tables and bound their cost.
type Options struct {
	Dir     string         // folder of tables
	Kind    tablebase.Kind // of large games: WDL when empty
	Limit   int            // of men in endings; the affordable ones when 0
	Memory  uint64         // bytes
	Reserve uint64         // bytes of the disk that stay free
	Disk    uint64         // bytes that all tables in the folder may take; no limit when 0
	Workers int            // one for each core when 0
}

// affordable bounds the slots of endings that are made without a given limit: at worst
// 15 minutes on one core.
const affordable = 1_000_000_000

// Plan returns the missing steps of a game, the most useful first, and the steps that
// need more memory than allowed.
func Plan(entry *catalog.Entry, o Options) (steps []Step, left []string) {
	add := func(s Step) bool {
		s.Entry = entry
		s.Cost = entry.Cost(s.options(o))
		switch {
		case s.Cost.Tables == 0:
			return true
		case s.Cost.Memory > o.Memory:
			left = append(left, fmt.Sprintf("%s: needs %d MiB of memory", &s, s.Cost.Memory>>20+1))
			return false
		}
		steps = append(steps, s)
		return true
	}
	switch {
	case entry.Small():
		add(Step{Extent: solver.Whole, Kind: tablebase.DTW, Placing: true})
	case !entry.Whole() || o.Limit > 0:
		if men := o.ending(entry); men > 0 {
			add(Step{Extent: solver.Endings, Men: men, Kind: cmp.Or(o.Kind, tablebase.DTW)})
		}
	default:
		kind := cmp.Or(o.Kind, tablebase.WDL)
		if !add(Step{Extent: solver.Moving, Kind: kind}) {
			small := o
			small.Kind = kind
			if men := small.ending(entry); men > 0 {
				add(Step{Extent: solver.Endings, Men: men, Kind: kind})
			}
			break
		}
		add(Step{Extent: solver.Whole, Kind: kind, Placing: true})
	}
	for i := 1; i < len(steps); i++ { // a step includes the one before
		was, now := &steps[i-1].Cost, &steps[i].Cost
		now.Tables -= was.Tables
		now.Slots -= was.Slots
		now.Disk -= was.Disk
		now.CPU -= was.CPU
	}
	return steps, left
}

// ending returns the limit of the largest endings that are affordable, 0 for none.
func (o Options) ending(entry *catalog.Entry) int {
	limits := entry.Limits()
	if o.Limit > 0 {
		return min(o.Limit, slices.Max(append(limits, 0)))
	}
	most := 0
	for _, n := range limits {
		cost := entry.Cost(solver.Options{Dir: filepath.Join(o.Dir, ".empty"), Limit: n, Kind: cmp.Or(o.Kind, tablebase.DTW), Workers: o.Workers})
		if cost.Memory > o.Memory || !entry.Whole() && cost.Slots > affordable {
			break
		}
		most = n
	}
	return most
}

// options returns the options of the solver.
func (s *Step) options(o Options) solver.Options {
	return solver.Options{
		Dir: o.Dir, Kind: s.Kind, Limit: s.Men, Placing: s.Placing,
		Resume: true, KeepDTW: true, SkipVerify: true, Memory: o.Memory, Workers: o.Workers,
	}
}

// cheap bounds the processor time of steps that come before all others.
const cheap = 5 * time.Minute

// PlanAll returns the missing steps of some games: first the cheap ones by rising cost,
// then the others game by game.
func PlanAll(entries []*catalog.Entry, o Options) (steps []Step, left []string) {
	var rest []Step
	for _, entry := range entries {
		own, without := Plan(entry, o)
		left = append(left, without...)
		for i, s := range own {
			if s.Cost.CPU > cheap || len(rest) > 0 && i > 0 && rest[len(rest)-1].Entry == entry {
				rest = append(rest, s)
			} else {
				steps = append(steps, s)
			}
		}
	}
	slices.SortStableFunc(steps, func(a, b Step) int { return cmp.Compare(a.Cost.CPU, b.Cost.CPU) })
	return append(steps, rest...), left
}
