// SPDX-License-Identifier: Apache-2.0

// Package solver finds the exact value of every position of a game by
// retrograde analysis, tier by tier, and writes it into tables. It is generic
// over [tablebase.Indexer]. An index that is also a [tablebase.Filler] solves its
// groups of tiers itself; with a [tablebase.Parenter] the solver unmakes moves, else it
// plays every move of every position.
//
// It names no game. Package tablebase reads the tables.
package solver

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"cairn/game"
	"cairn/tablebase"
)

// Options select tiers and the way to solve them.
type Options struct {
	Dir         string         // folder of tables
	Kind        tablebase.Kind // DTW when empty
	Limit       int            // largest Weight of a tier; the usual limit of the index when 0
	Placing     bool           // also tiers with men in hand
	Resume      bool           // keep sound tables of the wanted kind
	KeepDTW     bool           // with Resume: also keep DTW tables where WDL is wanted
	SkipVerify  bool           // with Resume: keep tables unread; a damaged one fails the run when it is needed
	Check       bool           // compare every value with the values of its successors
	Memory      uint64         // bytes at a time; DefaultMemory when 0
	Workers     int            // goroutines; one for each core when 0
	BeforeGroup func() error   // called before each group of tiers; an error ends the run; may be nil
	Report      func(Progress) // called before each group of tiers, about every second, and at the end; may be nil
}

// DefaultMemory is the default of Options.Memory, in bytes.
const DefaultMemory = 8 << 30

// TierResult describes a solved tier.
type TierResult struct {
	Tier            tablebase.Tier
	Positions       uint64 // without mirror images
	Win, Draw, Loss uint64 // positions by value for the side to move
	Longest         int    // plies of the longest win or loss; 0 for WDL
	CPU             time.Duration
	Resumed         bool   // the table existed
	Wrong           uint64 // values that contradict their successors, when checked
}

// The errors of Solve, beside errors of input and output: ErrNoIndex for games whose
// positions are not numbered, ErrNothing when there is no tier to solve, ErrMemory
// when a group of tiers needs more memory than allowed, ErrDistances when resuming
// would replace DTW tables by WDL ones.
var (
	ErrNoIndex = errors.New("the game cannot be solved: its positions are not numbered")
	ErrNothing = errors.New("no such tiers")
	ErrMemory  = errors.New("not enough memory")

	ErrDistances = errors.New("tables with the turns to the end are there and would be lost")
)

// Solve solves a game and calls done with every tier as its table is written.
// Cancelled, it leaves the tables of the tiers it has finished.
func Solve[P game.Position[P, M], M comparable](ctx context.Context, def *tablebase.Numbered[P, M], o Options, done func(TierResult)) error {
	if def.Index == nil {
		return fmt.Errorf("%s: %w", def.ID, ErrNoIndex)
	}
	return newRun(ctx, def, o).solve(done)
}

// run is the state of Solve.
type run[P game.Position[P, M], M comparable] struct {
	Options
	ctx         context.Context
	def         *tablebase.Numbered[P, M]
	index       tablebase.Indexer[P]
	key         tablebase.Key
	track       tracker
	done, total uint64
	kept        uint64
	values      map[tablebase.Tier][]byte // tiers in memory
}

func newRun[P game.Position[P, M], M comparable](ctx context.Context, def *tablebase.Numbered[P, M], o Options) *run[P, M] {
	o.Kind, o.Memory = cmp.Or(o.Kind, tablebase.DTW), cmp.Or(o.Memory, DefaultMemory)
	o.Workers = cmp.Or(o.Workers, runtime.GOMAXPROCS(0))
	return &run[P, M]{
		ctx: ctx, def: def, index: def.Index, Options: o, track: tracker{report: o.Report, began: time.Now()},
		key: def.Key(), values: map[tablebase.Tier][]byte{},
	}
}

// plan returns the groups of tiers to solve, and sets their total size.
func (r *run[P, M]) plan() ([][]tablebase.Tier, error) {
	groups := tablebase.Plan(r.index, r.Limit, r.Placing)
	start, _, _ := r.index.Rank(r.def.Start())
	_, limited := r.index.(tablebase.Limited) // only a part of the game is numbered
	heaviest, need := 0, uint64(0)
	for _, group := range r.index.Groups() {
		heaviest = max(heaviest, r.index.Weight(group[0]))
	}
	switch n := len(groups); {
	case r.Limit > heaviest && limited:
		return nil, fmt.Errorf("%s: %w: none has more than %d men", r.def.ID, ErrNothing, heaviest)
	case n == 0:
		return nil, fmt.Errorf("%s: %w: none is within the limit of %d men", r.def.ID, ErrNothing, r.Limit)
	case r.Placing && start.Placing() && !groups[n-1][0].Placing():
		return nil, fmt.Errorf("%s: %w: positions with men in hand are not numbered", r.def.ID, ErrNothing)
	}
	for _, group := range groups {
		need = max(need, r.need(group))
		r.total += r.slots(group)
	}
	if err := r.checkLimit(need); err != nil {
		return nil, fmt.Errorf("solve %s: %w", r.def.ID, err)
	}
	return groups, nil
}

func (r *run[P, M]) solve(done func(TierResult)) error {
	groups, err := r.plan()
	if err != nil {
		return err
	}
	for i, group := range groups {
		r.report(group)
		if r.BeforeGroup != nil {
			if err := r.BeforeGroup(); err != nil {
				return err
			}
		}
		rows, err := r.group(group)
		if errors.Is(err, tablebase.ErrTooLong) {
			err = fmt.Errorf("%w: only the kind %s, values without distances, is possible", err, tablebase.WDL)
		}
		if err != nil {
			return fmt.Errorf("solve %s, tier %s: %w", r.def.ID, group[0], err)
		}
		r.done += r.slots(group)
		if rows[0].Resumed && !r.Check {
			r.kept += r.slots(group)
		}
		for _, row := range rows {
			done(row)
		}
		r.keep(r.tiersBelow(slices.Concat(groups[i+1 : min(i+2, len(groups))]...))) // what the next group needs
		release(r.slots(group))
	}
	r.report(nil)
	return nil
}

func (r *run[P, M]) report(group []tablebase.Tier) {
	r.track.begin(Progress{Tiers: group, Doing: "reading", Done: r.done, Total: r.total, Now: r.slots(group), Kept: r.kept})
}

func (r *run[P, M]) slots(group []tablebase.Tier) (n uint64) {
	for _, t := range group {
		n += r.index.Size(t)
	}
	return n
}

// group solves a group of tiers, or loads its tables.
func (r *run[P, M]) group(group []tablebase.Tier) (rows []TierResult, err error) {
	began, resumed := CPUTime(), false
	if r.Resume {
		if resumed, err = r.resume(group); err != nil {
			return nil, err
		}
	}
	if resumed && r.unread() {
		for _, t := range group {
			rows = append(rows, TierResult{Tier: t, Resumed: true})
		}
		return rows, nil
	}
	if !resumed {
		if err := r.fill(group); err != nil {
			return nil, err
		}
	}
	for _, t := range group {
		row, err := r.count(t)
		if err != nil {
			return nil, err
		}
		row.Resumed = resumed
		rows = append(rows, row)
	}
	cpu := (CPUTime() - began) / time.Duration(len(group)) // the tiers of a group have one size
	for i := range rows {
		rows[i].CPU = cpu
		if r.Check {
			r.track.beginStage("checking", 1/float64(len(group)-i))
		}
		if err := r.checkAndWrite(&rows[i], group); err != nil {
			return nil, err
		}
	}
	return rows, nil
}

// checkAndWrite checks a tier if wanted, and writes its table if it is new and right.
func (r *run[P, M]) checkAndWrite(row *TierResult, group []tablebase.Tier) (err error) {
	if r.Check {
		row.Wrong, err = r.check(row.Tier, group)
	}
	if err != nil || row.Resumed || row.Wrong > 0 {
		return err
	}
	return r.write(row.Tier)
}

// unread reports whether the tables of finished groups stay unread.
func (r *run[P, M]) unread() bool { return r.SkipVerify && !r.Check }

// fillerFor returns the Filler of a group, nil for the general solver, and the bytes it
// needs beside the values of the tiers below.
func (r *run[P, M]) fillerFor(group []tablebase.Tier) (tablebase.Filler, uint64) {
	if filler, ok := r.index.(tablebase.Filler); ok {
		if need, fast := filler.Need(group); fast {
			return filler, need
		}
	}
	return nil, r.generalNeed(group)
}

// fill finds the values of a group.
func (r *run[P, M]) fill(group []tablebase.Tier) error {
	filler, need := r.fillerFor(group)
	below := r.tiersBelow(group)
	if err := r.loadAll(below, need); err != nil {
		return err
	}
	share := 1.0
	if r.Check {
		share = solvingShare
	}
	r.track.beginStage("solving", share)
	var values [][]byte
	var err error
	if filler != nil {
		values, err = filler.Fill(group, r.job(below))
	} else {
		values, err = r.general(group, below)
	}
	if err != nil {
		return err
	}
	for i, t := range group {
		r.values[t] = r.reduce(values[i])
	}
	return nil
}

// job returns the job of a Filler or Checker.
func (r *run[P, M]) job(values map[tablebase.Tier][]byte) tablebase.FillJob {
	return tablebase.FillJob{Below: values, Workers: r.Workers, Each: r.each, WDLOnly: r.Kind == tablebase.WDL, Share: r.track.task}
}

// reduce drops distances in place for WDL.
func (r *run[P, M]) reduce(values []byte) []byte {
	if r.Kind != tablebase.DTW {
		for i, v := range values {
			values[i] = byte(r.Kind.Reduce(tablebase.Value(v)))
		}
	}
	return values
}

// pieces is in how many parts the share of each worker is cut, so that none waits long
// for the others.
const pieces = 32

// each splits the numbers from 0 to n into pieces for all workers. It stops early when
// the run is cancelled.
func (r *run[P, M]) each(n int, work func(worker, from, to int)) error {
	piece := max(1, n/(pieces*r.Workers))
	var next atomic.Int64
	var group sync.WaitGroup
	for worker := range r.Workers {
		group.Go(func() {
			for r.ctx.Err() == nil {
				from := int(next.Add(int64(piece))) - piece
				if from >= n {
					return
				}
				work(worker, from, min(from+piece, n))
				r.track.step(from, n)
			}
		})
	}
	group.Wait()
	return r.ctx.Err()
}
