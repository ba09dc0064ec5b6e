// SPDX-License-Identifier: Apache-2.0

package solver

import (
	"errors"
	"maps"
	"slices"
	"sync"

	"cairn/tablebase"
)

// below returns the values of the tiers a group leads to, when there is memory
// for them and for what solving the group needs beside.
func (r *run[P, M]) below(group []tablebase.Tier, need uint64) (map[tablebase.Tier][]byte, error) {
	below := map[tablebase.Tier][]byte{}
	for _, t := range group {
		for _, b := range r.index.Below(t) {
			below[b] = nil
		}
	}
	return below, r.loadAll(below, need)
}

// loadAll puts the values of some tiers into the map that names them, from memory
// or else from their tables, and leaves room for some bytes beside.
func (r *run[P, M]) loadAll(tiers map[tablebase.Tier][]byte, need uint64) error {
	if err := r.room(need, tiers); err != nil {
		return err
	}
	names := slices.Collect(maps.Keys(tiers))
	loaded, faults := make([][]byte, len(names)), make([]error, len(names))
	var group sync.WaitGroup
	for i, t := range names {
		if loaded[i] = r.values[t]; loaded[i] == nil {
			group.Go(func() { loaded[i], faults[i] = r.load(t) })
		}
	}
	group.Wait()
	for i, t := range names {
		if faults[i] == nil {
			tiers[t], r.values[t] = loaded[i], loaded[i]
		}
	}
	return errors.Join(faults...)
}

// load returns the values of a tier from its table.
func (r *run[P, M]) load(t tablebase.Tier) ([]byte, error) {
	table, err := tablebase.Open(r.Dir, r.key, t)
	if err != nil {
		return nil, err
	}
	defer table.Close()
	return table.Load()
}

// resume takes a group from its tables, when all of them are sound and of the
// kind wanted.
func (r *run[P, M]) resume(group []tablebase.Tier) (bool, error) {
	tiers := map[tablebase.Tier][]byte{}
	for _, t := range group {
		if fits, err := r.fits(t); !fits {
			return false, err
		}
		tiers[t] = nil
	}
	err := r.loadAll(tiers, 0)
	if errors.Is(err, ErrMemory) {
		return false, err
	}
	return err == nil, nil
}

// fits reports whether there is a table of a tier as it is wanted. Whether it is
// sound shows when it is read.
func (r *run[P, M]) fits(t tablebase.Tier) (bool, error) {
	table, err := tablebase.Open(r.Dir, r.key, t)
	if err != nil {
		return false, nil // what cannot be used is made again
	}
	defer table.Close()
	if table.Kind == tablebase.DTW && r.Kind == tablebase.WDL {
		return false, ErrDistances
	}
	return table.Kind == r.Kind && table.Slots == r.index.Size(t), nil
}

func (r *run[P, M]) write(t tablebase.Tier) error {
	values := r.values[t]
	return tablebase.Write(r.Dir, tablebase.Header{
		Key: r.key, Tier: t.String(), Kind: r.Kind, Slots: uint64(len(values)),
	}, values)
}
