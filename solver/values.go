// SPDX-License-Identifier: Apache-2.0

package solver

import (
	"errors"
	"fmt"
	"maps"
	"runtime/debug"
	"slices"
	"sync"

	"cairn/tablebase"
)

// The values of tiers stay in memory as long as the next group needs them; later groups
// read them again from their tables.

const (
	// headroom: one part in so many of the memory is left for mapped tables, buffers and
	// garbage.
	headroom = 8
	// releaseFrom is the size from which freed memory is returned to the system at once.
	releaseFrom = 16 << 20
)

// need returns the bytes that solving a group takes, the values of the tiers below
// included.
func (r *run[P, M]) need(group []tablebase.Tier) uint64 {
	_, need := r.fillerFor(group)
	for t := range r.tiersBelow(group) {
		need += r.index.Size(t)
	}
	return need
}

// tiersBelow returns the tiers that a group leads to, without values.
func (r *run[P, M]) tiersBelow(group []tablebase.Tier) map[tablebase.Tier][]byte {
	below := map[tablebase.Tier][]byte{}
	for _, t := range group {
		for _, b := range r.index.Below(t) {
			below[b] = nil
		}
	}
	return below
}

// checkLimit fails if so many bytes do not fit into the memory less headroom.
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

// reserve makes room for some bytes and for the values of some tiers, by dropping the
// values of others if it must.
func (r *run[P, M]) reserve(bytes uint64, tiers map[tablebase.Tier][]byte) error {
	need, others := bytes, uint64(0)
	for t := range tiers {
		need += r.index.Size(t)
	}
	for t, values := range r.values {
		if _, needed := tiers[t]; !needed {
			others += uint64(len(values))
		}
	}
	if err := r.checkLimit(need); err != nil {
		return err
	}
	if need+others > r.Memory-r.Memory/headroom {
		r.keep(tiers)
		release(others)
	}
	return nil
}

// keep drops the values of all tiers but some.
func (r *run[P, M]) keep(tiers map[tablebase.Tier][]byte) {
	maps.DeleteFunc(r.values, func(t tablebase.Tier, _ []byte) bool {
		_, kept := tiers[t]
		return !kept
	})
}

func release(bytes uint64) {
	if bytes >= releaseFrom {
		debug.FreeOSMemory()
	}
}

// loadAll sets the values of the tiers in a map, from memory or else from their tables,
// and reserves need bytes beside.
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

// resume loads the tables of a group, if all of them are sound and of the wanted kind. It
// leaves them unread if that is wanted.
func (r *run[P, M]) resume(group []tablebase.Tier) (bool, error) {
	if present, err := r.present(group); !present || r.unread() {
		return present, err
	}
	tiers := map[tablebase.Tier][]byte{}
	for _, t := range group {
		tiers[t] = nil
	}
	err := r.loadAll(tiers, 0)
	if errors.Is(err, ErrMemory) {
		return false, err
	}
	return err == nil, nil
}

// present reports whether all tiers of a group have tables of the wanted kind. Only
// reading a table whole shows whether it is sound.
func (r *run[P, M]) present(group []tablebase.Tier) (bool, error) {
	for _, t := range group {
		table, err := tablebase.Open(r.Dir, r.key, t)
		if err != nil {
			return false, nil // an unusable table is made again
		}
		defer table.Close()
		distances := table.Kind == tablebase.DTW && r.Kind == tablebase.WDL
		if distances && !r.KeepDTW {
			return false, ErrDistances
		}
		if table.Slots != r.index.Size(t) || table.Kind != r.Kind && !distances {
			return false, nil
		}
	}
	return true, nil
}

func (r *run[P, M]) write(t tablebase.Tier) error {
	values := r.values[t]
	return tablebase.Write(r.Dir, tablebase.Header{
		Key: r.key, Tier: t.String(), Kind: r.Kind, Slots: uint64(len(values)),
	}, values)
}
