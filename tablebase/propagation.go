// SPDX-License-Identifier: Apache-2.0

package tablebase

import "sync/atomic"

// Propagation is the order in which retrograde analysis propagates final values: ply by
// ply, or where only values count in any order, until none is fresh, which is new and not
// yet propagated. Its methods but Run may be called concurrently.
type Propagation struct {
	WDLOnly bool
	due     [MaxPlies + 2]atomic.Bool // plies at which a value becomes final
}

const (
	freshLost = Value(1)
	freshWon  = Won - 1
)

// Fresh returns a value, or its fresh form where only values count.
func (p *Propagation) Fresh(v Value) Value {
	if !p.WDLOnly {
		return v
	}
	return [...]Value{freshLost, Drawn, freshWon}[v.Sign()+1]
}

// Mark says that a position may have this value as its final one.
func (p *Propagation) Mark(v Value) {
	if due := &p.due[v.Plies()]; !due.Load() {
		due.Store(true)
	}
}

// Run calls pass with one final value after the other: pass propagates the value, and
// reports whether any position had it.
func (p *Propagation) Run(pass func(v Value) (found bool, err error)) error {
	for fresh := p.WDLOnly; fresh; {
		fresh = false
		for _, v := range []Value{freshLost, freshWon} {
			found, err := pass(v)
			if err != nil {
				return err
			}
			fresh = fresh || found
		}
	}
	for ply := 0; !p.WDLOnly && ply < len(p.due); ply++ {
		if !p.due[ply].Load() {
			continue
		}
		if ply > MaxPlies {
			return ErrTooLong // the side that must move there loses later than a Value can hold
		}
		if _, err := pass(EndsIn(ply)); err != nil {
			return err
		}
	}
	return nil
}
