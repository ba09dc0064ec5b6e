// SPDX-License-Identifier: Apache-2.0

package index

import (
	"bytes"
	"math/bits"
	"slices"

	"cairn/game"
	"cairn/games/yote"
	"cairn/tablebase"
)

// settled reports whether the value of a state is final once its ply has come.
func (f *fill) settled(state uint64) bool {
	return tablebase.Value(f.value[state]) > tablebase.Drawn || tablebase.Value(f.value[state]) < tablebase.Drawn && f.open[state] == 0
}

// settledWithout reports whether the value of a state without its last open step is final,
// if it is not a win.
func (f *fill) settledWithout(state uint64) bool {
	return tablebase.Value(f.without[state]) > tablebase.Drawn || tablebase.Value(f.without[state]) < tablebase.Drawn && f.open[state] <= 1
}

// settle marks the plies at which values of a state become final.
func (f *fill) settle(state uint64) {
	if f.open[state] == 1 && tablebase.Value(f.without[state]) < tablebase.Drawn {
		f.decisive[state] = f.left[state]
	}
	if f.settled(state) {
		f.Mark(tablebase.Value(f.value[state]))
	}
	if f.settledWithout(state) {
		f.Mark(tablebase.Value(f.without[state]))
	}
}

// pass propagates a final value, and reports whether any state has it.
func (f *fill) pass(v tablebase.Value) (any bool, err error) {
	f.job.Report(started, started)
	for from := 0; from < len(f.value); from += window {
		if err := f.collect(from, min(from+window, len(f.value)), v); err != nil {
			return false, err
		}
		any = any || len(f.found) > 0
		if f.WDLOnly {
			f.markPassed(v)
		}
		err := f.job.Each(len(f.found), func(worker, from, to int) {
			for _, e := range f.found[from:to] {
				f.passOn(&f.workspaces[worker], e, f.Fresh(v.Before()))
			}
		})
		if err != nil {
			return false, err
		}
	}
	return any, nil
}

// collect finds the final values in a window of states.
func (f *fill) collect(start, end int, v tablebase.Value) error {
	for i := range f.workspaces {
		f.workspaces[i].found = f.workspaces[i].found[:0]
	}
	err := f.job.Each(end-start, func(worker, from, to int) {
		b := &f.workspaces[worker]
		eachByte(f.value, start+from, start+to, v, func(state uint64) {
			switch {
			case !f.settled(state):
			case f.without[state] == byte(v):
				b.found = append(b.found, event{state: state})
			default:
				b.found = append(b.found, event{state: state, except: f.decisive[state]})
			}
		})
		eachByte(f.without, start+from, start+to, v, func(state uint64) {
			together := f.value[state] == byte(v) && f.settled(state)
			if !together && f.decisive[state] != 0 && f.settledWithout(state) {
				b.found = append(b.found, event{state, f.decisive[state], true})
			}
		})
	})
	f.found = f.found[:0]
	for i := range f.workspaces {
		f.found = append(f.found, f.workspaces[i].found...)
	}
	return err
}

// eachByte calls yield with every state of a range that has a value.
func eachByte(values []byte, from, to int, v tablebase.Value, yield func(state uint64)) {
	for at := from; at < to; at++ {
		next := bytes.IndexByte(values[at:to], byte(v))
		if next < 0 {
			return
		}
		at += next
		yield(uint64(at))
	}
}

// origin is where the opponent's last step came from: the placement before it.
type origin struct {
	endgame
	tier      tablebase.Tier
	placement uint64
	by        tablebase.Images
	step      game.Leap // the own last step that would have barred it
}

// passOn passes the value of a final state on to the states from which a step
// leads there. An event is about own last steps: before, they were the opponent's.
func (f *fill) passOn(b *workspace, e event, v tablebase.Value) {
	p := f.endgame(e.state)
	step := p.lastOpp
	if step == none {
		return // only jumps lead there
	}
	o := origin{endgame: endgame{own: p.opp, opp: p.own}, step: newLeap(step.To, step.From)}
	o.own ^= bit(step.From) | bit(step.To)
	t, _ := f.tier(e.state)
	o.tier = t.Partner()
	o.placement, o.by = f.numbers.Rank(o.own, o.opp)
	lock := &f.locks[o.placement%uint64(len(f.locks))]
	lock.Lock()
	defer lock.Unlock()
	b.seen = b.seen[:0]
	if e.only {
		f.reach(b, &o, f.leap(p, p.own, uint64(e.except)), v)
		return
	}
	f.passOnAll(b, &o, p, e.except, v)
}

// passOnAll propagates a value for every own last step but one.
func (f *fill) passOnAll(b *workspace, o *origin, p endgame, except uint8, v tablebase.Value) {
	f.reach(b, o, none, v)
	to := bit(o.step.From) // the way back there is not free, so that step is forgotten
	for way := range yote.Ways {
		if stone := f.Shift(way, to) & p.own; stone != 0 {
			f.reach(b, o, newLeap(o.step.From, first(stone)), v)
		}
	}
	for last := uint64(1); last < f.steps(o.tier.Other); last++ {
		if l := f.leap(p, p.own, last); l != none && last != uint64(except) {
			f.reach(b, o, l, v)
		}
	}
}

// update is that a step of a state has a value.
type update struct {
	state uint64
	step  uint8
}

// reach updates the state of an origin, with that last step of the opponent, by the value
// of a step. If the placement is its own mirror image, the images of the step are updated
// too, each once.
func (f *fill) reach(b *workspace, o *origin, last game.Leap, v tablebase.Value) {
	if last != none && last.From == o.step.To {
		return // no stone can have come from there
	}
	start := f.first[slices.Index(f.group, o.tier)] + o.placement*f.steps(o.tier.Other)
	if o.by&(o.by-1) == 0 {
		g := bits.TrailingZeros16(uint16(o.by))
		f.update(update{start + f.code(g, o.opp, last), uint8(f.code(g, o.own, o.step))}, v)
		return
	}
	lowest := ^uint64(0)
	for by := o.by; by != 0; by &= by - 1 {
		lowest = min(lowest, f.code(bits.TrailingZeros16(uint16(by)), o.opp, last))
	}
	for by := o.by; by != 0; by &= by - 1 {
		g := bits.TrailingZeros16(uint16(by))
		u := update{start + lowest, uint8(f.code(g, o.own, o.step))}
		if f.code(g, o.opp, last) == lowest && !slices.Contains(b.seen, u) {
			b.seen = append(b.seen, u)
			f.update(u, v)
		}
	}
}

// update updates a state by the value of a step.
func (f *fill) update(u update, v tablebase.Value) {
	value, without, at := tablebase.Value(f.value[u.state]), tablebase.Value(f.without[u.state]), u.state
	switch {
	case v > tablebase.Drawn && v > value:
		if f.decisive[at] != u.step {
			f.without[at] = byte(value)
		}
		f.value[at], f.decisive[at] = byte(v), u.step
	case v > tablebase.Drawn:
		f.without[at] = max(f.without[at], byte(v))
	default:
		f.open[at]--
		f.left[at] ^= u.step
		if f.open[at] == 1 && without < tablebase.Drawn {
			f.without[at] = byte(max(without, v))
		}
		if f.open[at] == 0 && value < tablebase.Drawn {
			f.value[at] = byte(max(value, v))
		}
	}
	f.settle(at)
}
