// SPDX-License-Identifier: Apache-2.0

package room

import (
	"maps"
	"slices"
)

// SetBytes bounds the rooms in memory.
func (rs *Rooms) SetBytes(n int) { rs.memory.cache.max = n }

// InMemory returns the ids of the rooms in memory, and how many bytes they take.
func (rs *Rooms) InMemory() (ids []string, bytes int) {
	rs.memory.mu.Lock()
	defer rs.memory.mu.Unlock()
	return slices.Collect(maps.Keys(rs.memory.cache.rooms)), rs.memory.cache.bytes
}
