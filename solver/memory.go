// SPDX-License-Identifier: Apache-2.0

package solver

import (
	"fmt"
	"math"
	"runtime/debug"

	"cairn/tablebase"
)

// Values of tiers stay in memory until no group needs them any more, or until
// there is no room: then those go first that are needed last, and are read from
// their tables when their turn comes.

const (
	// spare is the part of the memory allowed that is not planned with: tables
	// that are mapped while they are read, buffers, garbage.
	spare = 8
	// prompt is from how many bytes on memory is given back at once instead of
	// when the runtime comes to it.
	prompt = 16 << 20
)

// enough reports, before anything is done, whether every group will find the
// memory it takes.
func (r *run[P, M]) enough(groups [][]tablebase.Tier) error {
	most := uint64(0)
	for _, group := range groups {
		_, need := r.way(group)
		below := map[tablebase.Tier]bool{}
		for _, t := range group {
			for _, b := range r.index.Below(t) {
				below[b] = true
			}
		}
		for t := range below {
			need += r.index.Size(t)
		}
		most = max(most, need)
	}
	return r.allows(most)
}

// allows fails when so many bytes are more than may be planned with.
func (r *run[P, M]) allows(need uint64) error {
	if need > r.Memory-r.Memory/spare {
		needed := need + need/(spare-1)
		return fmt.Errorf("%w: it takes %d MiB, and %.3g are allowed", ErrMemory, needed>>20+1, float64(r.Memory)/(1<<20))
	}
	return nil
}

// room makes room for some bytes and for the values of some tiers, which stay.
func (r *run[P, M]) room(bytes uint64, tiers map[tablebase.Tier][]byte) error {
	need, kept := bytes, uint64(0)
	for t := range tiers {
		need += r.index.Size(t)
	}
	for t, values := range r.values {
		if _, needed := tiers[t]; !needed {
			kept += uint64(len(values))
		}
	}
	if err := r.allows(need); err != nil {
		return err
	}
	dropped := uint64(0)
	for need+kept-dropped > r.Memory-r.Memory/spare {
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
// the group at hand included.
func (r *run[P, M]) nextUse(t tablebase.Tier) int {
	for _, group := range r.uses[t] {
		if group >= r.at {
			return group
		}
	}
	return math.MaxInt
}

// leave ends the work on a group: values that no group needs any more are
// dropped, and what solving it took is given back.
func (r *run[P, M]) leave(group []tablebase.Tier) {
	r.at++
	for t := range r.values {
		if r.nextUse(t) == math.MaxInt {
			delete(r.values, t)
		}
	}
	release(r.slots(group))
}

// release gives memory back to the system when it is much.
func release(bytes uint64) {
	if bytes >= prompt {
		debug.FreeOSMemory()
	}
}
