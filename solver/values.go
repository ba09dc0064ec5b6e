// SPDX-License-Identifier: Apache-2.0

package solver

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"runtime/debug"
	"slices"
	"sync"

	"cairn/tablebase"
)

// Values of tiers stay in memory until no group needs them any more, or until
// there is no room: then those that are needed last are dropped first, and read
// from their tables when they are needed.

const (
	// headroom is the part of the memory allowed that is not planned with: tables
	// that are mapped while they are read, buffers, garbage.
	headroom = 8
	// releaseFrom is the size from which memory is returned to the system at once.
	releaseFrom = 16 << 20
)

// checkMemory checks, before any work is done, that every group will have the memory it
// needs.
func (r *run[P, M]) checkMemory(groups [][]tablebase.Tier) error {
	most := uint64(0)
	for _, group := range groups {
		most = max(most, r.need(group))
	}
	return r.checkLimit(most)
}

// need returns the bytes that solving a group takes, with the values it leads to.
func (r *run[P, M]) need(group []tablebase.Tier) uint64 {
	_, need := r.fillerFor(group)
	below := map[tablebase.Tier]bool{}
	for _, t := range group {
		for _, b := range r.index.Below(t) {
			below[b] = true
		}
	}
	for t := range below {
		need += r.index.Size(t)
	}
	return need
}

// checkLimit fails when so many bytes are more than may be planned with.
func (r *run[P, M]) checkLimit(need uint64) error {
	if need > r.Memory-r.Memory/headroom {
		needed := need + need/(headroom-1)
		allowed := fmt.Sprintf("%d MiB are", r.Memory>>20)
		if r.Memory < 1<<20 {
			allowed = "less than 1 MiB is"
		}
		return fmt.Errorf("%w: it takes %d MiB, and %s allowed", ErrMemory, needed>>20+1, allowed)
	}
	return nil
}

// reserve makes room for some bytes and for the values of some tiers, which stay.
func (r *run[P, M]) reserve(bytes uint64, tiers map[tablebase.Tier][]byte) error {
	need, kept := bytes, uint64(0)
	for t := range tiers {
		need += r.index.Size(t)
	}
	for t, values := range r.values {
		if _, needed := tiers[t]; !needed {
			kept += uint64(len(values))
		}
	}
	if err := r.checkLimit(need); err != nil {
		return err
	}
	dropped := uint64(0)
	for need+kept-dropped > r.Memory-r.Memory/headroom {
		last := r.neededLast(tiers)
		dropped += uint64(len(r.values[last]))
		delete(r.values, last)
	}
	release(dropped)
	return nil
}

// neededLast returns the tier in memory that is needed later than the others,
// those given apart.
func (r *run[P, M]) neededLast(apart map[tablebase.Tier][]byte) (last tablebase.Tier) {
	latest := -1
	for t := range r.values {
		if _, needed := apart[t]; !needed && r.nextUse(t) > latest {
			last, latest = t, r.nextUse(t)
		}
	}
	return last
}

// nextUse returns the number of the next group that needs the values of a tier,
// the current group included.
func (r *run[P, M]) nextUse(t tablebase.Tier) int {
	for _, group := range r.uses[t] {
		if group >= r.at {
			return group
		}
	}
	return math.MaxInt
}

// endGroup ends the work on a group: values that no group needs any more are
// dropped, and the memory of solving it is released.
func (r *run[P, M]) endGroup(group []tablebase.Tier) {
	r.at++
	for t := range r.values {
		if r.nextUse(t) == math.MaxInt {
			delete(r.values, t)
		}
	}
	release(r.slots(group))
}

// release returns memory to the system when it is much.
func release(bytes uint64) {
	if bytes >= releaseFrom {
		debug.FreeOSMemory()
	}
}

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
	if err := r.reserve(need, tiers); err != nil {
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
	values, err := table.Load()
	if table.Kind != r.Kind {
		values = r.reduce(values)
	}
	return values, err
}

// present reports whether a group has tables as they are wanted, as far as their
// headers show.
func (r *run[P, M]) present(group []tablebase.Tier) bool {
	for _, t := range group {
		if fits, _ := r.fits(t); !fits {
			return false
		}
	}
	return true
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
	whole := table.Slots == r.index.Size(t)
	if table.Kind == tablebase.DTW && r.Kind == tablebase.WDL {
		if !r.KeepDTW {
			return false, ErrDistances
		}
		return whole, nil
	}
	return table.Kind == r.Kind && whole, nil
}

func (r *run[P, M]) write(t tablebase.Tier) error {
	values := r.values[t]
	return tablebase.Write(r.Dir, tablebase.Header{
		Key: r.key, Tier: t.String(), Kind: r.Kind, Slots: uint64(len(values)),
	}, values)
}
