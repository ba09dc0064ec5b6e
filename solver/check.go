// SPDX-License-Identifier: Apache-2.0

package solver

import "cairn/tablebase"

// maxByRules is the size up to which a tier is checked by the rules even where the
// index has a faster check: that one shares more code with the solver.
const maxByRules = 1 << 22

// check returns how many values of a tier of a group are not the best of their successors.
func (r *run[P, M]) check(t tablebase.Tier, group []tablebase.Tier) (wrong uint64, err error) {
	around := r.tiersBelow([]tablebase.Tier{t})
	for _, own := range group {
		around[own] = nil
	}
	checker, fast := r.index.(tablebase.Checker)
	fast = fast && r.index.Size(t) > maxByRules
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

// checkByRules plays every move of every position of a tier, independently of how
// the values were found.
func (r *run[P, M]) checkByRules(t tablebase.Tier, around map[tablebase.Tier][]byte) (wrong uint64, err error) {
	values, counts, expanders := around[t], make([]uint64, r.Workers), r.expanders(around)
	err = r.each(len(values), func(worker, from, to int) {
		for slot := from; slot < to; slot++ {
			best := expanders[worker].expand(r.index.Unrank(t, uint64(slot)))
			if tablebase.Value(values[slot]) != r.Kind.Reduce(best) {
				counts[worker]++
			}
		}
	})
	for _, n := range counts {
		wrong += n
	}
	return wrong, err
}

// count counts the values of a tier, each class of mirror images once.
func (r *run[P, M]) count(t tablebase.Tier) (TierResult, error) {
	values, counts := r.values[t], make([][256]uint64, r.Workers)
	err := r.each(len(values), func(worker, from, to int) {
		for _, v := range values[from:to] {
			counts[worker][v]++
		}
	})
	if err != nil {
		return TierResult{}, err
	}
	var all [256]uint64
	for i := range counts {
		for v, n := range &counts[i] {
			all[v] += n
		}
	}
	if r.Kind == tablebase.DTW && all[tablebase.LostIn(tablebase.MaxPlies)] > 0 {
		return TierResult{}, tablebase.ErrTooLong // Before stops there
	}
	r.index.Doubles(t, func(slot uint64) { all[values[slot]]-- })
	row := TierResult{Tier: t}
	for v, n := range all {
		value := tablebase.Value(v)
		row.Positions += n
		*[...]*uint64{&row.Loss, &row.Draw, &row.Win}[value.Sign()+1] += n
		if n > 0 && r.Kind == tablebase.DTW {
			row.Longest = max(row.Longest, value.Plies())
		}
	}
	return row, nil
}
