// SPDX-License-Identifier: Apache-2.0

package solver

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"time"

	"cairn/game"
	"cairn/tablebase"
)

// Options say what to solve and how.
type Options struct {
	Dir     string         // folder of tables
	Kind    tablebase.Kind // what tables tell; DTW when empty
	Limit   int            // only tiers of at most this Weight, 0 for all
	Placing bool           // tiers with men in hand too
	Resume  bool           // sound tables of that kind are kept
	Check   bool           // every value is compared with what its successors imply
	Memory  uint64         // bytes that may be used at a time; DefaultMemory when 0
	Workers int            // work at the same time; one for each core when 0
	Report  func(Progress) // called before each group of tiers; may be nil
}

// DefaultMemory is how many bytes are used unless told otherwise.
const DefaultMemory = 8 << 30

// Row is what was found out about a tier.
type Row struct {
	Tier            game.Tier
	Positions       uint64        // without mirror images
	Win, Draw, Loss uint64        // of these, for the side to move
	Longest         int           // plies of the longest win or loss; 0 when only values are kept
	CPU             time.Duration // of solving and counting, its share of the group's
	Resumed         bool          // the table was there
	Wrong           uint64        // values that differ from what successors imply, when checked
}

// Progress is how far a run has come.
type Progress struct {
	Tiers       []game.Tier // in work, none at the end
	Done, Total uint64      // slots
	Now         uint64      // slots of the tiers in work
	Kept        uint64      // of those done, slots whose tables were there
	Elapsed     time.Duration
}

// The ways a run fails beside input and output: ErrNoIndex for games whose
// positions are not numbered, ErrNothing when no tier is to be solved, ErrMemory when a group of tiers needs more memory
// than it may.
var (
	ErrNoIndex = errors.New("its positions are not numbered")
	ErrNothing = errors.New("no such tiers")
	ErrMemory  = errors.New("not enough memory")
)

// Solve solves a game and calls done with every tier as its table is written.
// Cancelled, it leaves the tables of the tiers it has finished.
func Solve[P game.Position[P, M], M comparable](ctx context.Context, def *game.Def[P, M], o Options, done func(Row)) error {
	if def.Index == nil {
		return fmt.Errorf("%s: %w", def.ID, ErrNoIndex)
	}
	if o.Kind == "" {
		o.Kind = tablebase.DTW
	}
	if o.Memory == 0 {
		o.Memory = DefaultMemory
	}
	if o.Workers == 0 {
		o.Workers = runtime.GOMAXPROCS(0)
	}
	r := &run[P, M]{
		ctx: ctx, def: def, index: def.Index, Options: o, began: time.Now(),
		key: tablebase.KeyOf(&def.Info, def.Index.Scheme()), values: map[game.Tier][]byte{},
	}
	return r.solve(done)
}

// run is one run of Solve.
type run[P game.Position[P, M], M comparable] struct {
	Options
	ctx         context.Context
	def         *game.Def[P, M]
	index       game.Indexer[P]
	key         tablebase.Key
	began       time.Time
	done, total uint64
	kept        uint64
	values      map[game.Tier][]byte // of tiers that are kept in memory
}

func (r *run[P, M]) solve(done func(Row)) error {
	groups := Plan(r.index, r.Limit, r.Placing)
	switch n := len(groups); {
	case n == 0:
		return fmt.Errorf("%s: %w: none has at most %d men a side", r.def.ID, ErrNothing, r.Limit)
	case r.Placing && !groups[n-1][0].Placing():
		return fmt.Errorf("%s: %w: positions with men in hand are not numbered", r.def.ID, ErrNothing)
	}
	for _, group := range groups {
		r.total += r.slots(group)
	}
	for _, group := range groups {
		r.report(group)
		rows, err := r.group(group)
		if err != nil {
			return fmt.Errorf("solve %s, tier %s: %w", r.def.ID, group[0], err)
		}
		r.done += r.slots(group)
		if rows[0].Resumed {
			r.kept += r.slots(group)
		}
		for _, row := range rows {
			done(row)
		}
	}
	r.report(nil)
	return nil
}

// Plan returns the groups of tiers that are solved, in their order. A limit of 0
// is none.
func Plan[P any](index game.Indexer[P], limit int, placing bool) [][]game.Tier {
	var groups [][]game.Tier
	for _, group := range index.Groups() {
		t := group[0]
		if (limit == 0 || index.Weight(t) <= limit) && (placing || !t.Placing()) {
			groups = append(groups, group)
		}
	}
	return groups
}

func (r *run[P, M]) report(group []game.Tier) {
	if r.Report != nil {
		r.Report(Progress{
			Tiers: group, Done: r.done, Total: r.total, Now: r.slots(group), Kept: r.kept, Elapsed: time.Since(r.began),
		})
	}
}

func (r *run[P, M]) slots(group []game.Tier) (n uint64) {
	for _, t := range group {
		n += r.index.Size(t)
	}
	return n
}

// group solves a group of tiers, or takes it from its tables.
func (r *run[P, M]) group(group []game.Tier) ([]Row, error) {
	began := cpuTime()
	resumed := r.Resume && r.resume(group)
	if !resumed {
		if err := r.fill(group); err != nil {
			return nil, err
		}
	}
	rows := make([]Row, len(group))
	for i, t := range group {
		rows[i] = r.count(t)
		rows[i].Resumed = resumed
	}
	cpu := (cpuTime() - began) / time.Duration(len(group)) // tiers of a group are of one size
	for i := range rows {
		rows[i].CPU = cpu
	}
	for i, t := range group {
		if err := r.settle(t, &rows[i]); err != nil {
			return nil, err
		}
	}
	return rows, nil
}

// settle checks a tier if that is asked for, and writes its table if it is new.
// What does not pass the check is not written.
func (r *run[P, M]) settle(t game.Tier, row *Row) (err error) {
	if r.Check {
		if row.Wrong, err = r.check(t); err != nil {
			return err
		}
	}
	if row.Resumed || row.Wrong > 0 {
		return nil
	}
	return r.write(t)
}

// fill finds the values of a group.
func (r *run[P, M]) fill(group []game.Tier) error {
	filler, _ := r.index.(game.Filler)
	need, fast := uint64(0), false
	if filler != nil {
		need, fast = filler.Need(group)
	}
	if !fast {
		need = r.generalNeed(group)
	}
	below, err := r.below(group, need)
	if err != nil {
		return err
	}
	var values [][]byte
	if fast {
		values, err = filler.Fill(group, game.Job{Below: below, Workers: r.Workers, Each: r.each})
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

// reduce keeps of values what the tables will.
func (r *run[P, M]) reduce(values []byte) []byte {
	if r.Kind != tablebase.DTW {
		for i, v := range values {
			values[i] = byte(r.Kind.Reduce(game.Value(v)))
		}
	}
	return values
}

// count counts the values of a tier, each class of mirror images once.
func (r *run[P, M]) count(t game.Tier) Row {
	var all [256]uint64
	values := r.values[t]
	for _, v := range values {
		all[v]++
	}
	r.index.Doubles(t, func(slot uint64) { all[values[slot]]-- })
	row := Row{Tier: t}
	for v, n := range all {
		value := game.Value(v)
		row.Positions += n
		*[...]*uint64{&row.Loss, &row.Draw, &row.Win}[value.Sign()+1] += n
		if n > 0 && r.Kind == tablebase.DTW {
			row.Longest = max(row.Longest, value.Plies())
		}
	}
	return row
}
