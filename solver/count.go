// SPDX-License-Identifier: Apache-2.0

package solver

import "cairn/tablebase"

// tally counts values. Neighbours are counted apart, since most are equal and
// one count would have to wait for the other.
type tally [4][256]uint64

func (c *tally) add(values []byte) {
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
func (r *run[P, M]) count(t tablebase.Tier) (Row, error) {
	values, tallies := r.values[t], make([]tally, r.Workers)
	err := r.each(len(values), func(worker, from, to int) { tallies[worker].add(values[from:to]) })
	if err != nil {
		return Row{}, err
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
		return Row{}, tablebase.ErrTooLong // Before stops there
	}
	r.index.Doubles(t, func(slot uint64) { all[values[slot]]-- })
	row := Row{Tier: t}
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
