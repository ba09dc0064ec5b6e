// SPDX-License-Identifier: Apache-2.0

package tablebase

// Known is the memory of a search, for its tests.
type Known struct{ boundsTable }

// NewKnown returns one of at most that many words.
func NewKnown(most int) *Known { return &Known{boundsTable{most: most}} }

// LeastWords is the smallest size a memory has.
const LeastWords = leastWords

// Words returns its size.
func (k *Known) Words() int { return len(k.words) }

// Put notes bounds.
func (k *Known) Put(key uint64, low, high Value) { k.put(key, bounds{low, high}) }

// At returns them.
func (k *Known) At(key uint64) (low, high Value) {
	b := k.at(key)
	return b.low, b.high
}
