// SPDX-License-Identifier: Apache-2.0

package solver

import "cairn/tablebase"

// byRules is up to how many slots a tier is checked by the rules even where the
// index has a faster way, which shares more with the way values are found.
const byRules = 1 << 22

// check returns how many values of a tier differ from what those of the
// successors imply.
func (r *run[P, M]) check(t tablebase.Tier) (wrong uint64, err error) {
	around := map[tablebase.Tier][]byte{t: nil}
	if !t.Placing() {
		around[t.Partner()] = nil
	}
	for _, b := range r.index.Below(t) {
		around[b] = nil
	}
	checker, fast := r.index.(tablebase.Checker)
	fast = fast && r.index.Size(t) > byRules
	need := uint64(0)
	if fast {
		need = r.index.Size(t)
	}
	if err := r.loadAll(around, need); err != nil {
		return 0, err
	}
	if fast {
		if wrong, ok, err := checker.Check(t, r.job(around)); ok {
			return wrong, err
		}
	}
	return r.checkByRules(t, around)
}

// checkByRules plays every move of every position of a tier. It knows nothing of
// the way values were found.
func (r *run[P, M]) checkByRules(t tablebase.Tier, around map[tablebase.Tier][]byte) (wrong uint64, err error) {
	values, counts := around[t], make([]uint64, r.Workers)
	err = r.visit(t, around, func(worker int, slot uint64, best tablebase.Value, _ []place) {
		if tablebase.Value(values[slot]) != r.Kind.Reduce(best) {
			counts[worker]++
		}
	})
	for _, n := range counts {
		wrong += n
	}
	return wrong, err
}
