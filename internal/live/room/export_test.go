// SPDX-License-Identifier: Apache-2.0

package room

import (
	"maps"
	"slices"
)

// SetBytes bounds the rooms in memory.
func (rs *Rooms) SetBytes(n int) { rs.cache.max = n }

// InMemory returns the ids of the rooms in memory, and how many bytes they take.
func (rs *Rooms) InMemory() (ids []string, bytes int) {
	rs.mu.Lock()
	defer rs.mu.Unlock()
	return slices.Collect(maps.Keys(rs.cache.rooms)), rs.cache.bytes
}
