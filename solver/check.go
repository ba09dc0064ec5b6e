// SPDX-License-Identifier: Apache-2.0

package solver

import "cairn/tablebase"

// maxByRules is the size up to which a tier is checked by the rules even where the
// index has a faster check: that one shares more code with the solver.
const maxByRules = 1 << 22

// check returns how many values of a tier are not the best of their successors.
func (r *run[P, M]) check(t tablebase.Tier) (wrong uint64, err error) {
	around := map[tablebase.Tier][]byte{t: nil}
	if !t.Placing() {
		around[t.Partner()] = nil
	}
	for _, b := range r.index.Below(t) {
		around[b] = nil
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
	values, counts := around[t], make([]uint64, r.Workers)
	err = r.scan(t, around, func(worker int, slot uint64, best tablebase.Value, _ []address) {
		if tablebase.Value(values[slot]) != r.Kind.Reduce(best) {
			counts[worker]++
		}
	})
	for _, n := range counts {
		wrong += n
	}
	return wrong, err
}

// histogram counts values. Neighbours go to different counters: most are equal, and
// increments of one counter would wait for each other.
type histogram [4][256]uint64

func (c *histogram) add(values []byte) {
	for len(values) >= len(c) {
		c[0][values[0]]++
		c[1][values[1]]++
		c[2][values[2]]++
		c[3][values[3]]++
		values = values[len(c):]
	}
	for _, v := range values {
		c[0][v]++
	}
}

// count counts the values of a tier, each class of mirror images once.
func (r *run[P, M]) count(t tablebase.Tier) (TierResult, error) {
	values, tallies := r.values[t], make([]histogram, r.Workers)
	err := r.each(len(values), func(worker, from, to int) { tallies[worker].add(values[from:to]) })
	if err != nil {
		return TierResult{}, err
	}
	var all [256]uint64
	for i := range tallies {
		for _, part := range &tallies[i] {
			for v, n := range part {
				all[v] += n
			}
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
