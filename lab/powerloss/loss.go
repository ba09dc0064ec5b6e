// SPDX-License-Identifier: Apache-2.0

package powerloss

import "math/rand/v2"

// Loss decides which changes that were not synced reach the disk.
type Loss struct {
	mode   mode
	random *rand.Rand
}

// mode is a way in which disks lose changes.
type mode int

const (
	dropped mode = iota // nothing that was not synced is there
	kept                // everything is there
	ordered             // a part from the beginning is there; the last write is torn
	torn512             // any sectors of 512 bytes are there
	torn4k              // any blocks of 4096 bytes are there
	modes
)

// Dropped loses everything that was not synced.
func Dropped() Loss { return Loss{mode: dropped} }

// Kept loses nothing.
func Kept() Loss { return Loss{mode: kept} }

// Random returns the loss of a seed: one of the modes, and in it any part.
func Random(seed uint64) Loss {
	random := rand.New(rand.NewPCG(seed, 0))
	return Loss{mode: mode(random.IntN(int(modes))), random: random}
}

// names selects changes of names. Each is there as a whole or not at all.
func (l Loss) names(pending []entry) []entry {
	switch l.mode {
	case dropped:
		return nil
	case kept:
		return pending
	case ordered:
		return pending[:l.random.IntN(len(pending)+1)]
	}
	var some []entry
	for _, e := range pending {
		if l.coin() {
			some = append(some, e)
		}
	}
	return some
}

// data selects changes of a file, and parts of writes.
func (l Loss) data(pending []entry) []entry {
	switch l.mode {
	case dropped:
		return nil
	case kept:
		return pending
	case ordered:
		n := l.random.IntN(len(pending) + 1)
		some := pending[:n:n]
		if n < len(pending) && pending[n].kind == write {
			sectors := split(pending[n], 512)
			some = append(some, sectors[:l.random.IntN(len(sectors)+1)]...)
		}
		return some
	}
	var some []entry
	for _, e := range pending {
		for _, part := range l.parts(e) {
			if l.coin() {
				some = append(some, part)
			}
		}
	}
	return some
}

func (l Loss) parts(e entry) []entry {
	switch {
	case e.kind != write:
		return []entry{e}
	case l.mode == torn4k:
		return split(e, 4096)
	}
	return split(e, 512)
}

func (l Loss) coin() bool { return l.random.IntN(2) == 0 }

// split divides a write at the borders of sectors.
func split(e entry, size int64) []entry {
	var parts []entry
	for len(e.data) > 0 {
		n := min(int64(len(e.data)), size-e.at%size)
		parts = append(parts, entry{kind: write, node: e.node, at: e.at, data: e.data[:n]})
		e.at, e.data = e.at+n, e.data[n:]
	}
	return parts
}
