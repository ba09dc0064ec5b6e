// SPDX-License-Identifier: Apache-2.0

package solver

import (
	"fmt"

	"cairn/game"
	"cairn/tablebase"
)

// below returns the values of the tiers a group leads to, when there is memory
// for them and for what solving the group needs beside.
func (r *run[P, M]) below(group []game.Tier, need uint64) (map[game.Tier][]byte, error) {
	if need > r.Memory {
		return nil, fmt.Errorf("%w: it takes %d MiB, and %d are allowed", ErrMemory, need>>20+1, r.Memory>>20)
	}
	below := map[game.Tier][]byte{}
	for _, t := range group {
		for _, b := range r.index.Below(t) {
			below[b] = nil
		}
	}
	r.forget(below, need)
	for t := range below {
		values, err := r.load(t)
		if err != nil {
			return nil, err
		}
		below[t] = values
	}
	return below, nil
}

// forget drops values from memory that are not needed now, when there is no room
// to keep them.
func (r *run[P, M]) forget(needed map[game.Tier][]byte, need uint64) {
	for _, values := range r.values {
		need += uint64(len(values))
	}
	if need <= r.Memory {
		return
	}
	for t := range r.values {
		if _, keep := needed[t]; !keep {
			delete(r.values, t)
		}
	}
}

// load returns the values of a tier, from memory or else from its table.
func (r *run[P, M]) load(t game.Tier) ([]byte, error) {
	if values, has := r.values[t]; has {
		return values, nil
	}
	table, err := tablebase.Open(r.Dir, r.key, t)
	if err != nil {
		return nil, err
	}
	defer table.Close()
	values, err := table.Load()
	if err == nil {
		r.values[t] = values
	}
	return values, err
}

// resume takes a group from its tables, when all of them are sound and of the
// kind wanted.
func (r *run[P, M]) resume(group []game.Tier) bool {
	for _, t := range group {
		table, err := tablebase.Open(r.Dir, r.key, t)
		if err != nil {
			return false
		}
		defer table.Close()
		if table.Kind != r.Kind || table.Slots != r.index.Size(t) || table.Verify() != nil {
			return false
		}
	}
	for _, t := range group {
		if _, err := r.load(t); err != nil {
			return false
		}
	}
	return true
}

func (r *run[P, M]) write(t game.Tier) error {
	values := r.values[t]
	return tablebase.Write(r.Dir, tablebase.Header{
		Key: r.key, Tier: t.String(), Kind: r.Kind, Slots: uint64(len(values)),
	}, values)
}
