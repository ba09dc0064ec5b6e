// SPDX-License-Identifier: Apache-2.0

package index

import (
	"sync"

	"cairn/games/yote"
	"cairn/tablebase"
)

// fill solves a group of tiers in which ways back are barred, by retrograde analysis as in
// package solver. The own last step of a position only bars one step, so all positions that
// differ in it are one state: a state has a value, the step that the value depends on, and
// the value if that step is barred.
//
// Steps are named by the number of the own last step that bars them.
type fill struct {
	*index
	tablebase.Propagation
	job        tablebase.FillJob
	group      []tablebase.Tier
	first      []uint64 // tier → the number of its first state; one more at the end
	value      []byte   // the best value so far
	without    []byte   // the best value so far if the step in decisive is barred
	decisive   []byte   // the step that the value depends on; 0 for none
	open       []byte   // number of steps not yet known to lose
	left       []byte   // xor of the numbers of open steps: with one open step, its number
	locks      [1 << 10]sync.Mutex
	workspaces []workspace
	found      []event
}

// workspace is the memory of one worker.
type workspace struct {
	moves []yote.Move
	found []event
	seen  []update
}

// event says that a state has a final value for all own last steps but except, or only
// for except.
type event struct {
	state  uint64
	except uint8
	only   bool
}

const (
	// double marks the counters of states that are mirror images of others, or
	// whose last step has no free way back.
	double = 255
	// Shares of the work that are about done before and after going through the
	// plies.
	started, finished = 0.3, 0.8
	// window is how many states are scanned at a time for final values.
	window = 1 << 21
)

// Need implements tablebase.Filler: five bytes for every state, one for every slot,
// and the events of a window twice.
func (ix barredIndex) Need(group []tablebase.Tier) (bytes uint64, ok bool) {
	bytes = 32 * window
	for _, t := range group {
		bytes += ix.Size(t) + 5*ix.Size(t)/ix.steps(t.Own)
	}
	return bytes, true
}

// Fill implements tablebase.Filler.
func (ix barredIndex) Fill(group []tablebase.Tier, job tablebase.FillJob) ([][]byte, error) {
	f := &fill{index: ix.index, job: job, group: group, first: []uint64{0}, workspaces: make([]workspace, job.Workers)}
	f.WDLOnly = job.WDLOnly
	for i, t := range group {
		f.first = append(f.first, f.first[i]+ix.Size(t)/ix.steps(t.Own))
	}
	states := f.first[len(group)]
	for _, bytes := range []*[]byte{&f.value, &f.without, &f.decisive, &f.open, &f.left} {
		*bytes = make([]byte, states)
	}
	job.Report(0, started)
	if err := f.each(f.start); err != nil {
		return nil, err
	}
	if err := f.Run(f.pass); err != nil {
		return nil, err
	}
	job.Report(finished, 1)
	if err := f.each(f.finish); err != nil {
		return nil, err
	}
	return f.expand()
}

// each calls work for single states.
func (f *fill) each(work func(b *workspace, state uint64)) error {
	return f.job.Each(len(f.value), func(worker, from, to int) {
		for state := uint64(from); state < uint64(to); state++ {
			work(&f.workspaces[worker], state)
		}
	})
}

// tier returns the tier of a state and its number there.
func (f *fill) tier(state uint64) (tablebase.Tier, uint64) {
	i := 0
	for state >= f.first[i+1] {
		i++
	}
	return f.group[i], state - f.first[i]
}

// endgame returns the position of a state without an own last step.
func (f *fill) endgame(state uint64) endgame {
	t, at := f.tier(state)
	steps := f.steps(t.Other)
	p := f.place(t, at/steps)
	p.lastOpp = f.leap(p, p.opp, at%steps)
	return p
}

// start gives a state the value of its best jump, and counts its steps.
func (f *fill) start(b *workspace, state uint64) {
	t, at := f.tier(state)
	e := f.endgame(state)
	p := f.position(e)
	if _, slot, _ := f.Rank(p); slot != at*f.steps(t.Own) {
		f.open[state] = double
		return
	}
	b.moves = p.AppendMoves(b.moves[:0])
	best := tablebase.Lost
	for _, m := range b.moves {
		if from, to, ok := m.Step(); ok {
			f.open[state]++
			f.left[state] ^= byte(f.code(0, e.own, newLeap(to, from)))
			continue
		}
		best = max(best, f.jump(p.Play(m)).Before())
	}
	best = f.Fresh(best)
	f.value[state], f.without[state] = byte(best), byte(best)
	f.settle(state)
}

// jump returns the value of a position that a jump has led to.
func (f *fill) jump(p yote.Position) tablebase.Value {
	t, slot, ok := f.Rank(p)
	switch {
	case ok:
		return tablebase.Value(f.job.Below[t][slot])
	case t.Own == 0:
		return tablebase.Lost
	}
	return tablebase.Drawn // three stones or fewer each
}

// finish makes undecided states draws.
func (f *fill) finish(_ *workspace, state uint64) {
	if tablebase.Value(f.value[state]) < tablebase.Drawn && f.open[state] > 0 {
		f.value[state] = byte(tablebase.Drawn)
	}
	if tablebase.Value(f.without[state]) < tablebase.Drawn && f.open[state] > 1 {
		f.without[state] = byte(tablebase.Drawn)
	}
}

// expand returns the values of all slots.
func (f *fill) expand() ([][]byte, error) {
	values := make([][]byte, len(f.group))
	for i, t := range f.group {
		values[i] = make([]byte, f.Size(t))
		for _, doubles := range []bool{false, true} { // doubles copy the values of other slots
			err := f.job.Each(int(f.first[i+1]-f.first[i]), func(_, from, to int) {
				for at := uint64(from); at < uint64(to); at++ {
					if state := f.first[i] + at; (f.open[state] == double) == doubles {
						f.expandState(values[i], t, at, state)
					}
				}
			})
			if err != nil {
				return nil, err
			}
		}
	}
	return values, nil
}

// expandState writes the values of a state's slots. Rank never returns the slots of a
// double: they get the values of their mirror images.
func (f *fill) expandState(values []byte, t tablebase.Tier, at, state uint64) {
	steps := f.steps(t.Own)
	row := values[at*steps : (at+1)*steps]
	if f.open[state] != double {
		for last := range row {
			row[last] = f.value[state]
		}
		if decisive := f.decisive[state]; decisive != 0 {
			row[decisive] = f.without[state]
		}
		return
	}
	last := at % f.steps(t.Other)
	if bare := state - last; f.endgame(state).lastOpp == none && f.open[bare] != double {
		copy(row, values[(at-last)*steps:])
		return
	}
	for last := range row {
		_, slot, _ := f.Rank(f.Unrank(t, at*steps+uint64(last)))
		row[last] = values[slot]
	}
}

// markPassed marks the collected fresh values as propagated.
func (f *fill) markPassed(v tablebase.Value) {
	passed := byte(tablebase.WDL.Reduce(v))
	for _, e := range f.found {
		if e.only {
			f.without[e.state] = passed
			continue
		}
		f.value[e.state] = passed
		if f.without[e.state] == byte(v) {
			f.without[e.state] = passed
		}
	}
}
